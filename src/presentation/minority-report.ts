import type { MinorityReport } from '../domain/panel/discussion.js'
import type { JudgedResult } from '../domain/panel/pressure-test.js'
import { counted, percent, plural, upperFirst } from '../domain/text/words.js'
import { clean, displayText } from './clean.js'
import type { Names } from './findings.js'
import { phrase, type Quotation, signed } from './words.js'

export type SuppressedView = {
  readonly view: string
  /** Whether the view is for buying or against it. */
  readonly side: 'for' | 'against'
  readonly unheard: string
  /** Turns of the transcript in which the view was heard. */
  readonly heardTurns: readonly number[]
  readonly said: readonly Quotation[]
}

const METHODS: Record<MinorityReport['method'], { label: string; sentence: string }> = {
  measured: {
    label: 'Measured',
    sentence: 'Arithmetic over the secret ballots before and after the discussion, and over who said what in it.',
  },
  script: {
    label: 'From a discussion in one call, script mode',
    sentence:
      'Private answers, checked to be unsaid in a discussion that one model call wrote: an indication, not a measurement.',
  },
  individual: {
    label: 'From individual answers',
    sentence: 'What people thought in private against what they would say in company. There was no discussion.',
  },
}
const READ_BY_SIMILARITY =
  ' The model gave no usable answer about who said what, so turns were compared with views by similarity, which knows less: what is unclear may have been said, and what was dropped is not found.'

type Unheard = Pick<MinorityReport['suppressed_views'][number], 'why_unheard' | 'contradicted_turns' | 'asked_turns'>

/** Why a view went unheard. Records of earlier versions hold no turns that contradicted or asked. */
export function unheardWords({ why_unheard, contradicted_turns = [], asked_turns = [] }: Unheard): string {
  if (why_unheard === 'dropped') return 'Said once, then dropped.'
  if (contradicted_turns.length > 0) return 'Nobody said it, only the opposite.'
  return asked_turns.length > 0 ? 'Nobody said it, though it was asked about.' : 'Nobody said it.'
}

type Open = Pick<MinorityReport, 'suppressed_views' | 'unclear_views' | 'ballots_missing'>

/** What remains open: views that the room may have heard, and missing ballots; '' where nothing does. */
export function unclearWords({ suppressed_views, unclear_views = [], ballots_missing }: Open): string {
  const views = counted(unclear_views.length, suppressed_views.length > 0 ? 'further view' : 'view')
  const them = plural(unclear_views.length, 'it', 'them')
  const sentences: string[] = []
  if (unclear_views.length > 0)
    sentences.push(`${views} came up unclearly: whether the room heard ${them} cannot be told.`)
  if (ballots_missing)
    sentences.push(
      `${upperFirst(missingWords(ballots_missing))}: whether these people still held what they wrote before is not known.`,
    )
  return sentences.join(' ')
}

/** Sentence for a report without suppressed views. It says that there was none only where that is known. */
export function noneFoundWords({
  unclear_views = [],
  ballots_missing,
  coded_by,
}: Omit<Open, 'suppressed_views'> & Pick<MinorityReport, 'coded_by'>): string {
  const missing = ballots_missing ? missingWords(ballots_missing) : ''
  if (ballots_missing && ballots_missing.missing === ballots_missing.of) return `Not known: ${missing}.`
  const unclear = unclear_views.length > 0 ? `${unclear_views.length} unclear` : ''
  const similarity =
    coded_by === 'similarity' ? 'turns were read by similarity, which does not find what was dropped' : ''
  const open = [unclear, missing, similarity].filter(Boolean)
  return open.length === 0 ? 'No view was held back.' : `None found; ${open.join('; ')}.`
}

const missingWords = ({ missing, of }: NonNullable<MinorityReport['ballots_missing']>): string =>
  `${missing} of ${counted(of, 'ballot')} after the discussion ${plural(missing, 'is', 'are')} missing`

const NOT_MADE = {
  made: false,
  label: 'Not made',
  sentence:
    'Without a live discussion, what people held back is read out of their answers by the analysis, which is missing.',
  measured: false,
  why: '',
  views: [],
  none: '',
  unclear: '',
  conformity: [],
  conformityMeasured: false,
  compared: '',
  participation: null,
} as const

/** Views that people held privately and the room did not hear. */
export const dissentOf = ({ minority_report: report }: Pick<JudgedResult, 'minority_report'>, names: Names) =>
  report === null ? NOT_MADE : reportedDissent(report, names)

function reportedDissent(report: MinorityReport, names: Names) {
  const measured = report.method === 'measured'
  const name = (id: string): string => names.get(id) ?? displayText(id)
  return {
    ...METHODS[report.method],
    sentence: `${METHODS[report.method].sentence}${report.coded_by === 'similarity' ? READ_BY_SIMILARITY : ''}`,
    made: true,
    measured,
    why: clean(report.importance_assessment ?? ''),
    none: report.suppressed_views.length === 0 ? noneFoundWords(report) : '',
    unclear: unclearWords(report),
    views: report.suppressed_views.map(
      (found): SuppressedView => ({
        view: phrase(found.view),
        side: found.side ?? 'against',
        unheard: unheardWords(found),
        heardTurns: [...new Set(found.heard_turns)],
        said: found.holders.map((holder) => ({
          who: name(holder.persona_id),
          quote: displayText(holder.quote),
          where: measured ? heldOf(holder) : 'in private',
        })),
      }),
    ),
    conformity: (report.conformity ?? []).map((shift) => ({
      who: name(shift.persona_id),
      aloud: clean(shift.public_stance),
      before: clean(shift.private_before),
      after: clean(shift.private_after),
      shift: signed(shift.shift),
    })),
    conformityMeasured: report.conformity !== null,
    compared: report.compared
      ? `Compared: the answers of ${report.compared.people} of ${report.compared.of} people.`
      : '',
    participation: report.participation && participationOf(report.participation),
  }
}

/** Only a measurement knows how firmly a view is held, and on which ballots. */
function heldOf({ strength, held_before, held_after }: MinorityReport['suppressed_views'][number]['holders'][number]) {
  const when = ballotsOf(Boolean(held_before), Boolean(held_after))
  return `on the secret ballot${when}, held ${firmness(strength)} (${strength.toFixed(1)} of 1)`
}

/** On which secret ballots a view was held. */
function ballotsOf(before: boolean, after: boolean): string {
  if (before && after) return ' before and after'
  if (before) return ' before, not after'
  return after ? ' after' : ''
}

function firmness(strength: number): string {
  if (strength >= 0.7) return 'firmly'
  return strength >= 0.4 ? 'with some doubt' : 'lightly'
}

/** How the discussion ran, with the figures of human discussions beside it. */
function participationOf(figures: NonNullable<MinorityReport['participation']>) {
  return [
    ['How unevenly they spoke (Gini; 0 is even)', figures.gini.toFixed(2), '0.195'],
    ['Turns in a chain of replies', figures.chain_depth.toFixed(1), '12.8'],
    ['Words in a turn, median', String(Math.round(figures.median_words)), '49'],
    ['Turns under 25 words', percent(figures.short_turn_share), 'a third'],
  ] as const
}
