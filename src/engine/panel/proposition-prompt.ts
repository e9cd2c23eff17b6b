import type { Category } from '../../domain/persona.js'
import { fence } from '../untrusted-text.js'

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
  `Category: ${category}\n${about === '' ? '' : `${fence('told_beside_it', about)}\n`}${fence('proposition', stimulus)}`
