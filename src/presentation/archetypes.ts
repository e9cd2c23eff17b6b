import type { JudgedResult } from '../domain/panel/pressure-test.js'
import { readable } from './words.js'

/** Scores by kind of people, in seating order; empty with fewer than two kinds. 0–100, rounded. */
export const archetypesOf = ({ by_archetype }: Partial<Pick<JudgedResult, 'by_archetype'>>) =>
  (by_archetype ?? []).map(({ archetype, people, ...scores }) => ({
    kind: readable(archetype),
    people,
    pressure: Math.round(scores.pressure_score),
    gut: Math.round(scores.gut_attraction_index),
    credibility: Math.round(scores.credibility_score),
    intent: scores.intent === null ? '–' : Math.round(scores.intent),
  }))
