import { type Contradiction, contradictionsOf } from '../../domain/personas/contradictions.js'
import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import type {
  ContradictionReport,
  DiversityReport,
  PersonaGenerationInput,
  SourceReport,
  TwinReport,
} from '../../domain/personas/persona-set.js'
import type { RunModel, Trust } from '../../domain/run/run.js'
import { plural } from '../../domain/text/words.js'
import { mean } from '../statistics/descriptive.js'
import { ARCHETYPE_AXIS, coverageOfRows, type Seating } from './assign-seats.js'
import { axisEntropies, coverageOf, levelCounts, pairFigures, type Row } from './coverage.js'
import { NEAR_DUPLICATE_THRESHOLD, type SimilarityReport } from './near-duplicates.js'

/** Share of dropped quotes above which the reader is warned. */
const MAX_DROPPED_SHARE = 0.1

export const round = (value: number): number => Math.round(value * 1e4) / 1e4
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Diversity of the written people; people whose call failed are not counted. */
export function diversityOf(plan: PersonaPlan, seating: Seating, rows: readonly Row[], asked: number): DiversityReport {
  const { grid } = seating
  const axis_pairs = pairFigures(grid, rows)
  const { covered, achievable, share } = coverageOf(axis_pairs)
  const counts = levelCounts(grid, rows)
  const entropies = axisEntropies(grid, rows)
  const names = [{ axis_id: 'archetype', name: 'Kind of person' }, ...plan.axes]
  const axes = names.map(({ axis_id, name }, index) => ({
    axis_id,
    name,
    levels: grid.sizes[index] ?? 0,
    levels_covered: (counts[index] ?? []).filter((count) => count > 0).length,
    entropy: round(entropies[index] ?? 0),
  }))
  const varied = entropies.filter((_, index) => (grid.sizes[index] ?? 0) > 1)
  const entropy = varied.length === 0 ? 1 : mean(varied)
  const reached = share >= asked && entropy >= asked
  const before = coverageOfRows(grid, seating.rowsBeforeRepair).share
  return {
    asked,
    coverage: round(share),
    coverage_before_repair: round(before),
    pairs: { covered, achievable },
    entropy: round(entropy),
    axes,
    axis_pairs,
    repairs: seating.exchanges,
    reached,
    sentence: `${covered.toLocaleString('en-US')} of the ${achievable.toLocaleString('en-US')} pairs of levels that ${rows.length} people can show are there (${percent(share)}), mean normalised entropy ${entropy.toFixed(2)}: the asked diversity of ${asked} is ${reached ? 'reached' : 'not reached'}.`,
  }
}

/** The plan with the number of people per archetype, level and edge case. */
export function countedPlan(
  plan: PersonaPlan,
  seating: Seating,
  rows: readonly Row[],
  quotas: readonly (readonly number[])[],
): PersonaPlan {
  const counts = levelCounts(seating.grid, rows)
  return {
    ...plan,
    archetypes: plan.archetypes.map((archetype, index) => ({
      ...archetype,
      count: counts[ARCHETYPE_AXIS]?.[index] ?? 0,
    })),
    axes: plan.axes.map((axis, index) => ({
      ...axis,
      levels: axis.levels.map((level, at) => ({
        ...level,
        quota: quotas[index]?.[at] ?? 0,
        count: counts[index + 1]?.[at] ?? 0,
      })),
    })),
    edge_cases: plan.edge_cases.map((edgeCase, index) => ({
      ...edgeCase,
      count: seating.edges.filter((edge) => edge === index).length,
    })),
  }
}

export function nearDuplicateReport(
  embedder: string,
  replaced: TwinReport['replaced'],
  { twins, mean_nearest }: SimilarityReport,
): TwinReport {
  const replacedNote = replaced.length === 0 ? 'Nobody had to be replaced' : `${replaced.length} replaced`
  const stillAlike = `${twins.length} ${plural(twins.length, 'is still', 'are still')}`
  return {
    threshold: NEAR_DUPLICATE_THRESHOLD,
    embedder,
    replaced,
    left: twins,
    mean_nearest,
    sentence: `${replacedNote}; ${twins.length === 0 ? 'no two descriptions are' : stillAlike} nearly the same (cosine of ${NEAR_DUPLICATE_THRESHOLD} or more). On average somebody’s nearest neighbour lies at ${mean_nearest.toFixed(2)}.`,
  }
}

export function sourceReport(
  personas: readonly PersonaProfile[],
  { rejected, mixed }: Pick<SourceReport, 'rejected' | 'mixed'>,
  { quotes, audience }: { readonly quotes: SourceReport['quotes']; readonly audience: string | undefined },
): SourceReport {
  const statements = personas.flatMap(({ sources }) => sources.filter(({ basis }) => basis !== 'sampled'))
  const quoted = statements.filter(({ basis }) => basis === 'quoted' || basis === 'given').length
  return {
    claims: statements.length,
    quoted,
    assumed: statements.length - quoted,
    rejected,
    mixed,
    quotes,
    sentence: sourceSentence(statements.length, quoted, rejected, mixed, audience),
  }
}

function sourceSentence(
  claims: number,
  quoted: number,
  rejected: number,
  mixed: number,
  audience: string | undefined,
): string {
  const figure = (count: number): string => count.toLocaleString('en-US')
  if (audience !== undefined)
    return `There is no research behind them: all ${figure(claims)} statements are assumed from “${audience}”.`
  const unsupported =
    rejected === 0 ? '' : `, ${figure(rejected)} of them because the source they named does not support them`
  const others = mixed === 0 ? '' : ` ${figure(mixed)} more were left out: they told what another respondent had said.`
  return `${figure(quoted)} of ${figure(claims)} statements about people point to a passage; ${figure(claims - quoted)} are assumed${unsupported}.${others}`
}

const MADE_UP = 'These people were made up from one sentence, nobody was asked.'

type Missing = Trust['respondents']['failed']

/** How far a set can be trusted. Never green: its people were not compared with real people yet. */
export function personaSetTrust(
  { mode, persona }: Pick<RunModel, 'mode' | 'persona'>,
  { audience, count: asked }: Pick<PersonaGenerationInput, 'audience' | 'count'>,
  failed: Missing,
  { diversity, twins, sources }: { diversity: DiversityReport; twins: TwinReport; sources: SourceReport },
): Trust {
  const { checked, verified, dropped } = sources.quotes
  const warned = checked > 0 && dropped / checked > MAX_DROPPED_SHARE
  let quoteStatus: Trust['quotes']['status'] = warned ? 'warn' : 'pass'
  let quoteSentence = `${verified} of ${checked} quotes stand word for word in the documents; ${dropped} were dropped.`
  if (checked === 0) {
    quoteStatus = 'not_run'
    quoteSentence = 'No document was read, so no quote was checked.'
  }
  const madeUp = audience === undefined ? [] : [MADE_UP]
  const doubts: string[] = []
  if (!diversity.reached) doubts.push(diversity.sentence)
  if (twins.left.length > 0) doubts.push(twins.sentence)
  if (warned) doubts.push(quoteSentence)
  return {
    light: mode === 'offline' ? 'rehearsal' : 'amber',
    sentence: [
      ...madeUp,
      writerOf(mode, persona, audience),
      'Compare them with real people before you rely on them.',
      ...doubts,
    ].join(' '),
    synthetic: true,
    respondents: { asked, answered: asked - failed.length, failed },
    quotes: { status: quoteStatus, sentence: quoteSentence, checked, verified, dropped },
    fidelity: {
      status: 'not_run',
      sentence: 'Nobody answered anything yet, so there was no character to check.',
      rate: null,
      regenerated: null,
      skeptics_rate: null,
    },
    controls: {
      status: 'not_run',
      sentence: 'Control concepts belong to a panel; none was asked.',
      absurd_score: null,
      known_good_score: null,
    },
    stability: {
      status: 'not_run',
      sentence: 'One set was made; what another reading of the research would give was not measured.',
      panels: null,
      intervals: null,
      top_fix_agreement: null,
      rank_stability: null,
      variance_shares: null,
    },
  }
}

function writerOf(mode: RunModel['mode'], persona: string, audience: string | undefined): string {
  if (mode === 'anthropic') return `Synthetic people written by ${persona}; nobody in this set is real.`
  if (audience === undefined)
    return 'Rehearsed by the offline behaviour model: rules read the research and wrote these people, no language model was asked.'
  return 'Rehearsed by the offline behaviour model, which takes from an audience only ages, names of countries, sizes of company and a few occupations; the rest was drawn, no language model was asked.'
}

type Mended = {
  readonly id: string
  readonly rewritten: readonly Contradiction[]
  readonly replaced: readonly Contradiction[]
}

/** Contradictions found while a set was made, and those that remain. */
export function contradictionReport(
  personas: readonly PersonaProfile[],
  written: readonly Mended[],
  redrawn: number,
): ContradictionReport {
  const rewritten = written.flatMap(({ id, rewritten: found }) => listed(id, found))
  const replaced = written.flatMap(({ id, replaced: found }) => listed(id, found))
  const left = personas.flatMap((persona) => listed(persona.id, contradictionsOf(persona)))
  return {
    redrawn,
    rewritten,
    replaced,
    left,
    sentence: `${redrawn} drawn anew because two levels contradicted each other, ${rewritten.length} written again because their words contradicted what was drawn; in ${replaced.length} of these a sentence was replaced. ${left.length === 0 ? 'Nobody contradicts themselves' : `${left.length} still contradict themselves`}, as far as rules can tell.`,
  }
}

const listed = (id: string, found: readonly Contradiction[]): { id: string; why: string }[] =>
  found.length === 0 ? [] : [{ id, why: found.map(({ why }) => why).join('; ') }]
