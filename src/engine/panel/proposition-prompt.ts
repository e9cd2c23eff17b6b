import type { Category } from '../../domain/persona.js'

/** A proposition as every prompt shows it; what is told beside it is context, no part of the text. */
export const propositionBlock = ({
  stimulus,
  about,
  category,
}: {
  stimulus: string
  about: string
  category: Category
}): string =>
  `Category: ${category}\n${about === '' ? '' : `<told_beside_it>\n${about}\n</told_beside_it>\n`}<proposition>\n${stimulus}\n</proposition>`
