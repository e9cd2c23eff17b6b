import type { Category } from '../../domain/personas/persona.js'
import { fence } from '../untrusted-text.js'

/** The proposition as every prompt shows it; `about` is context and no part of the text under test. */
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
