import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
import type { PersonaBrief } from '../../domain/personas/persona-profile.js'
import type { PersonaGenerationInput, TwinReport } from '../../domain/personas/persona-set.js'
import type { Evidence, Passage } from '../../domain/personas/research.js'
import { AppError } from '../../errors.js'
import type { EngineDeps } from '../deps.js'
import { createRandom } from '../personas/random.js'
import { fixedAxes, type Seating } from './assign-seats.js'
import { briefOf } from './brief.js'
import type { Row } from './coverage.js'
import { findNearDuplicates, type SimilarityReport, type Written } from './near-duplicates.js'
import { type EvidenceIndex, ownEvidence } from './own-evidence.js'
import type { DocumentReading } from './passages.js'
import { resampleWithoutGap } from './sample.js'
import { type ConsistentProse, writeConsistent } from './write-consistent.js'

/** Number of people written at once, which limits the calls in flight for large sets. */
const BATCH = 200
/** Rounds in which near-duplicates are replaced. */
const MAX_REPLACEMENT_ROUNDS = 2
const MIN_PEOPLE = 3

export type Rules = { readonly synthesise: string; readonly plan: string; readonly write: string }

/** Everything read from the input. */
export type Research = EvidenceIndex & {
  readonly documents: readonly Passage[]
  readonly readings: readonly DocumentReading[]
  readonly list: readonly Evidence[]
  readonly quotes: { readonly checked: number; readonly verified: number; readonly dropped: number }
  readonly templates: PersonaGenerationInput['templates']
  readonly audience: PersonaGenerationInput['audience']
}

const MAX_OWN_WORDS = 5
/** Minimum number of words of a preferred sentence: shorter ones need their context. */
const MIN_TELLING_WORDS = 8

/** Verbatim statements of the respondent behind a seat; people with the same respondent begin at different statements. */
export function ownWords({ list }: Research, { respondents }: Seating, seat: number): Evidence[] {
  const id = respondents[seat] ?? ''
  const said = [
    ...new Map(
      list.filter(({ respondent }) => id !== '' && respondent === id).map((finding) => [finding.quote, finding]),
    ).values(),
  ]
  const long = said.filter(({ quote }) => quote.split(/\s+/).length >= MIN_TELLING_WORDS)
  const from = long.length >= MAX_OWN_WORDS ? long : said
  const before = respondents.slice(0, seat).filter((other) => other === id).length
  const step = Math.max(1, from.length / MAX_OWN_WORDS)
  const places = Array.from(
    { length: Math.min(from.length, MAX_OWN_WORDS) },
    (_, i) => (Math.floor(i * step) + before) % from.length,
  )
  return [...new Set(places)].sort((a, b) => a - b).flatMap((place) => from[place] ?? [])
}

/** A person with its levels and its prose; `row` may have been resampled. */
export type WrittenPerson = Written &
  ConsistentProse & { readonly seat: number; readonly row: Row; readonly round: number }
type People = {
  readonly written: readonly WrittenPerson[]
  readonly failed: { persona_id: string; name: string; code: string; message: string }[]
}

const sharedFacts = (plan: PersonaPlan, { audience }: Research) => ({
  audience,
  archetypes: plan.archetypes.map(({ name, description }) => ({ name, description })),
  edge_cases: plan.edge_cases.map(({ name, description }) => ({ name, description })),
})

/** A person with the findings it may rest on. */
function personFacts(plan: PersonaPlan, research: Research, brief: PersonaBrief) {
  return {
    brief,
    evidence: ownEvidence(plan, brief, research),
    respondent_is: research.respondents.get(brief.respondent)?.description ?? '',
  }
}

/** Writes everybody; fails where too few could be written. */
export async function writeAll(
  deps: EngineDeps,
  rules: Rules,
  plan: PersonaPlan,
  seating: Seating,
  research: Research,
): Promise<People> {
  const shared = sharedFacts(plan, research)
  const count = seating.rows.length
  deps.report('stage', { stage: 'write', sentence: `Writing ${count} synthetic people`, total: count })
  const written: WrittenPerson[] = []
  const failed: People['failed'] = []
  for (let from = 0; from < count; from += BATCH) {
    const seats = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    const batch = await deps.fanOut(seats, async (seat) => {
      const brief = briefOf(plan, seating, seat)
      const written = await writeConsistent(deps, rules.write, shared, plan, personFacts(plan, research, brief))
      deps.report('persona_written', { id: brief.id, name: brief.name, role: written.prose.role.text })
      return written
    })
    for (const outcome of batch) {
      const { id, name } = briefOf(plan, seating, outcome.item)
      if ('value' in outcome)
        written.push({
          id,
          ...outcome.value,
          own_words: ownWords(research, seating, outcome.item).map(({ quote }) => quote),
          seat: outcome.item,
          row: seating.rows[outcome.item] ?? [],
          round: 0,
        })
      else failed.push({ persona_id: id, name, code: outcome.error.code, message: outcome.error.message })
    }
  }
  if (written.length < Math.max(MIN_PEOPLE, count / 2)) {
    const reason = failed
      .slice(0, 3)
      .map(({ name, message }) => `${name}: ${message}`)
      .join(' ')
    throw new AppError('too_few_answers', { answered: written.length, asked: count, reason })
  }
  return { written, failed }
}

export type FinalPeople = People & { readonly replaced: TwinReport['replaced']; readonly similarity: SimilarityReport }

type Replacement = {
  readonly duplicate: SimilarityReport['twins'][number]
  readonly place: number
  readonly person: WrittenPerson
  readonly row: Row
  readonly unlike: string
}

/** Gives near-duplicates a rarer combination of levels and new prose, at most twice. */
export async function replaceNearDuplicates(
  deps: EngineDeps,
  rules: Rules,
  plan: PersonaPlan,
  seating: Seating,
  research: Research,
  { written, failed }: People,
  targetCoverage: number,
): Promise<FinalPeople> {
  const shared = sharedFacts(plan, research)
  const known = new Map<string, Float32Array>()
  const replaced: TwinReport['replaced'] = []
  deps.report('stage', { stage: 'twins', sentence: 'Looking for people who came out alike' })
  let people = [...written]
  let similarity = await findNearDuplicates(deps, 'twins:0', people, known)
  for (let round = 1; round <= MAX_REPLACEMENT_ROUNDS && similarity.twins.length > 0; round++) {
    const places = new Map(people.map(({ id }, place) => [id, place]))
    const replacements: Replacement[] = []
    for (const duplicate of similarity.twins) {
      // Resampling in a large set takes long, so it yields to the event loop.
      if (replacements.length % 10 === 9) await new Promise(setImmediate)
      const place = places.get(duplicate.id) ?? 0
      const person = people[place] as WrittenPerson
      const tie = createRandom(`${deps.seed}/${duplicate.id}/again${round}`)
      const rows = people.map((other) => other.row)
      const row = resampleWithoutGap(seating.grid, rows, place, {
        fixed: fixedAxes(plan, Boolean(seating.anchors[person.seat])),
        targetCoverage,
        tie,
      })
      people = people.map((other, at) => (at === place ? { ...other, row } : other))
      const likePerson = people[places.get(duplicate.like) ?? 0]?.prose
      const unlike = likePerson
        ? `${likePerson.role.text}; ${likePerson.pain_points[0]?.text ?? ''}; ${likePerson.goals[0]?.text ?? ''}.`
        : ''
      replacements.push({ duplicate, place, person, row, unlike })
    }
    const outcomes = await deps.fanOut(replacements, ({ person, row, unlike }) =>
      writeConsistent(
        deps,
        rules.write,
        shared,
        plan,
        personFacts(plan, research, briefOf(plan, seating, person.seat, row, round)),
        { round, unlike },
      ),
    )
    for (const outcome of outcomes) {
      const { place, person, row, duplicate } = outcome.item
      // A person whose rewriting fails stays as is and is reported as a near-duplicate.
      const kept = 'value' in outcome ? { ...person, ...outcome.value, row, round } : person
      people = people.map((other, at) => (at === place ? kept : other))
      if ('value' in outcome) replaced.push({ ...duplicate, round })
    }
    similarity = await findNearDuplicates(deps, `twins:${round}`, people, known)
  }
  return { written: people, failed, replaced, similarity }
}
