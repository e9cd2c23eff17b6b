import type { MinorityReport } from '../../domain/discussion.js'
import type { PressureTestResult } from '../../domain/pressure-test.js'
import { clean, worded } from '../clean.js'
import type { Names } from './findings.js'
import { phrase, type Said } from './wording.js'

export type SuppressedView = {
  readonly view: string
  readonly unheard: string
  readonly said: readonly Said[]
}

const METHODS: Record<MinorityReport['method'], { label: string; sentence: string }> = {
  measured: {
    label: 'Measured',
    sentence: 'From private ballots before and after the discussion, and from who said what in it.',
  },
  script: {
    label: 'From a one-call discussion',
    sentence:
      'Private answers, checked to be unsaid in a discussion that one model call wrote: an indication, not a measurement.',
  },
  individual: {
    label: 'From individual answers',
    sentence: 'What people thought in private against what they would say in company. There was no discussion.',
  },
}
const UNHEARD = { never_voiced: 'Nobody said it.', dropped: 'Said once, answered by nobody.' } as const

/** What somebody held privately and the room did not hear. */
export function dissentOf({ minority_report: report }: Pick<PressureTestResult, 'minority_report'>, names: Names) {
  const measured = report.method === 'measured'
  const name = (id: string): string => names.get(id) ?? worded(id)
  return {
    ...METHODS[report.method],
    why: clean(report.importance_assessment),
    views: report.suppressed_views.map(
      ({ view, why_unheard, heard_turns, holders }): SuppressedView => ({
        view: phrase(view),
        unheard:
          heard_turns.length > 0 ? `${UNHEARD[why_unheard]} Turn ${heard_turns.join(', ')}.` : UNHEARD[why_unheard],
        said: holders.map(({ persona_id, strength, quote }) => ({
          who: name(persona_id),
          quote: worded(quote),
          // Only a measurement knows how firmly a view is held.
          where: measured ? `in private, ${firmness(strength)}` : 'in private',
        })),
      }),
    ),
    conformity: (report.conformity ?? []).map(({ persona_id, public_stance, private_after, shift }) => ({
      who: name(persona_id),
      inPublic: clean(public_stance),
      inPrivate: clean(private_after),
      shift: `${shift > 0 ? '+' : ''}${shift.toFixed(1)}`,
    })),
    participation: report.participation && participation(report.participation),
  }
}

const firmness = (strength: number): string =>
  strength >= 0.7 ? 'held firmly' : strength >= 0.4 ? 'held with some doubt' : 'held lightly'

function participation(figures: NonNullable<MinorityReport['participation']>): string {
  const short = Math.round(figures.short_turn_share * 100)
  return `Talking was shared with a Gini of ${figures.gini.toFixed(2)} (real groups about 0.20), turns had ${figures.median_words} words at the median, ${short}% were short, and people answered each other ${figures.chain_depth.toFixed(1)} turns deep.`
}
