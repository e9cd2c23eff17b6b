import { headline } from './clean.js'

/** Longest title, in characters. */
const MAX_TITLE = 90

/** The first words of a run's input, as its title in lists; '' where it has none. */
export function runTitle(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { stimulus, question, agent, propositions } = input as Record<string, unknown>
  if (typeof question === 'string') return headline(question, MAX_TITLE)
  if (typeof stimulus === 'string') return headline(stimulus, MAX_TITLE)
  if (Array.isArray(propositions))
    return headline(propositions.map((proposition) => String(proposition?.name ?? '')).join(' or '), MAX_TITLE)
  const name = (agent as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? headline(name, MAX_TITLE) : ''
}
