import type { Trust } from '../../../src/domain/run/run.js'
import { analysisOf } from './analysis.js'
import { panelOf } from './panel.js'

/** Every check made, each with another outcome. */
export function trustOf(asked: number): Trust {
  return {
    light: 'amber',
    sentence:
      'Synthetic answers written by claude-haiku-4-5; no real person was asked. Treat it as a list of things to check with real people.',
    synthetic: true,
    respondents: { asked, answered: asked, failed: [] },
    quotes: {
      status: 'pass',
      sentence: '31 of 31 quotes stand word for word in the answers; 0 were dropped.',
      ...{ checked: 31, verified: 31, dropped: 0 },
    },
    fidelity: {
      status: 'warn',
      sentence:
        '83 % of the respondents stayed in character; of the skeptical ones 67 %. 2 answers were asked for again.',
      ...{ rate: 0.83, regenerated: 2, skeptics_rate: 0.67 },
    },
    controls: {
      status: 'pass',
      sentence: 'The panel told the control concepts apart: the known-good one scored 68, the absurd one 12.',
      ...{ absurd_score: 12, known_good_score: 68 },
    },
    stability: {
      status: 'warn',
      sentence: '3 of 5 panels would tell you the same first fix.',
      panels: 5,
      intervals: analysisOf(panelOf(6)).intervals,
      top_fix_agreement: 0.6,
      rank_stability: 0.44,
      variance_shares: { who: 0.46, redrawn: 0.18, wording: 0.21, rest: 0.15 },
    },
  }
}

const notRun = { status: 'not_run', sentence: 'This was not measured.' } as const

/** A run in which only the quotes were checked. */
export const littleTrust = (asked: number): Trust => ({
  ...trustOf(asked),
  fidelity: { ...notRun, rate: null, regenerated: null, skeptics_rate: null },
  controls: { ...notRun, absurd_score: null, known_good_score: null },
  stability: {
    ...notRun,
    ...{ panels: null, intervals: null, top_fix_agreement: null, rank_stability: null, variance_shares: null },
  },
})
