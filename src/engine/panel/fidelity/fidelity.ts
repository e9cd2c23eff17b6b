import type { FidelityMark } from '../../../domain/panel/fidelity.js'
import type { Persona } from '../../../domain/personas/persona.js'
import type { Trust } from '../../../domain/run/run.js'
import { plural } from '../../../domain/text/words.js'
import type { EngineDeps } from '../../deps.js'
import { chunksOf } from '../../group-by.js'
import { wordsOf } from '../../word-runs.js'
import type { Respondent } from '../respond/respond.js'
import { fidelityPrompt } from './prompt.js'

/** Mean of the three marks, 0–10, from which an answer counts as in character. */
const PASS_MARK = 6
/** Retries for an answer that is out of character. */
const MAX_RETRIES = 2
/** People marked in one call: enough to share the instructions, few enough to keep apart. */
const PEOPLE_PER_CALL = 6
/** Skepticism (of 10) from which a person counts as a skeptic: these are the people a model plays worst. */
const SKEPTIC_FROM = 7

type MarkedAnswer = { readonly respondent: Respondent; readonly mark: number | null; readonly feedback: string }

/** How many answers have a mark, of how many. */
type Marked = { readonly marked: number; readonly of: number }

export type FidelityRecord = {
  /** The answers that are kept: the best try of each person. */
  readonly respondents: readonly Respondent[]
  /** Share of the marked answers that are in character at the end; `null` where no answer was marked. */
  readonly rate: number | null
  readonly skeptics_rate: number | null
  readonly people: Marked
  readonly skeptics: Marked
  readonly regenerated: number
}

/**
 * Marks every answer against its persona and asks again with feedback, at most twice, where it is out of character.
 * Keeps each person's best try. `askAgain` asks one person once more. An answer without a mark is kept as it is.
 */
export async function enforceFidelity(
  deps: EngineDeps,
  rules: string,
  respondents: readonly Respondent[],
  askAgain: (respondent: Respondent, attempt: number, feedback: string) => Promise<Respondent>,
): Promise<FidelityRecord> {
  const best = new Map<string, MarkedAnswer>()
  let regenerated = 0
  let current = respondents
  for (let attempt = 0; current.length > 0; attempt++) {
    const marked = await markAll(deps, rules, current, attempt)
    for (const answer of marked) keepBest(best, answer)
    const failing = marked.filter(({ mark }) => mark !== null && mark < PASS_MARK)
    if (attempt === MAX_RETRIES || failing.length === 0) break
    const retried = await deps.fanOut(failing, ({ respondent, feedback }) =>
      askAgain(respondent, attempt + 1, feedback),
    )
    current = retried.filter((outcome) => 'value' in outcome).map((outcome) => outcome.value)
    regenerated += current.length
  }
  const kept = respondents.map((respondent) => best.get(respondent.persona.persona_id) ?? unmarked(respondent))
  const skeptics = kept.filter(({ respondent }) => respondent.persona.skepticism >= SKEPTIC_FROM)
  return {
    respondents: kept.map(({ respondent }) => respondent),
    rate: rateOf(kept),
    skeptics_rate: rateOf(skeptics),
    people: markedOf(kept),
    skeptics: markedOf(skeptics),
    regenerated,
  }
}

async function markAll(
  deps: EngineDeps,
  rules: string,
  respondents: readonly Respondent[],
  attempt: number,
): Promise<MarkedAnswer[]> {
  const outcomes = await deps.fanOut(chunksOf(respondents, PEOPLE_PER_CALL), (group, index) => {
    const facts = { people: group.map(({ persona, response }) => ({ persona, response })) }
    return deps.ask(`fidelity:${attempt}:${index}`, 'check_fidelity', facts, fidelityPrompt(rules, facts))
  })
  return outcomes.flatMap((outcome) => {
    const personas = outcome.item.map(({ persona }) => persona)
    const marks = new Map<string, FidelityMark>()
    for (const mark of 'value' in outcome ? outcome.value.marks : []) {
      const persona = whoIs(mark.name, personas)
      if (persona) marks.set(persona.persona_id, mark)
    }
    return outcome.item.map((respondent) => {
      const mark = marks.get(respondent.persona.persona_id)
      if (mark) return { respondent, mark: meanMark(mark), feedback: mark.feedback }
      return unmarked(respondent)
    })
  })
}

/** The person a mark belongs to: by id, by the whole name, or by a part of the name that is unique in the group. */
function whoIs(given: string, people: readonly Persona[]): Persona | null {
  const words = wordsOf(given)
  const exact = people.filter(({ persona_id, name }) => persona_id === given || wordsOf(name).join() === words.join())
  const partly = people.filter(({ name }) => words.length > 0 && words.every((word) => wordsOf(name).includes(word)))
  const [found, ...others] = exact.length > 0 ? exact : partly
  return others.length === 0 ? (found ?? null) : null
}

function keepBest(best: Map<string, MarkedAnswer>, answer: MarkedAnswer): void {
  const previous = best.get(answer.respondent.persona.persona_id)
  if (!previous || (answer.mark ?? -1) > (previous.mark ?? -1)) best.set(answer.respondent.persona.persona_id, answer)
}

const unmarked = (respondent: Respondent): MarkedAnswer => ({ respondent, mark: null, feedback: '' })

const meanMark = ({ skepticism_held, values_held, voice_held }: FidelityMark): number =>
  (skepticism_held + values_held + voice_held) / 3

const markedOf = (answers: readonly MarkedAnswer[]): Marked => ({
  marked: answers.filter(({ mark }) => mark !== null).length,
  of: answers.length,
})

function rateOf(marked: readonly MarkedAnswer[]): number | null {
  const withMark = marked.filter(({ mark }) => mark !== null)
  if (withMark.length === 0) return null
  return withMark.filter(({ mark }) => (mark ?? 0) >= PASS_MARK).length / withMark.length
}

/** Shares of people in character below which the check warns or fails. */
const WARN_BELOW = 0.8
const FAIL_BELOW = 0.5
/** Share of people without a mark above which no rate is reported. */
const MAX_UNMARKED_SHARE = 1 / 3

export function judgeFidelity(record: FidelityRecord): Trust['fidelity'] {
  const { rate, skeptics_rate, people, skeptics, regenerated } = record
  const figures = { rate, regenerated, skeptics_rate }
  if (rate === null)
    return {
      status: 'not_run',
      sentence: 'Whether the respondents stayed in character could not be checked.',
      ...figures,
    }
  const worst = Math.min(rate, skeptics_rate ?? 1)
  const whose = people.marked === people.of ? 'of the synthetic people' : 'of these'
  const checked = people.marked === people.of ? '' : `${people.marked} of ${people.of} people could be checked; `
  const retryNote =
    regenerated === 0 ? '' : ` ${regenerated} ${plural(regenerated, 'answer was', 'answers were')} asked for again.`
  const sentence = `${checked}${percent(rate)} ${whose} answered in character${skepticsNote(record)}.${retryNote}`
  if ((people.of - people.marked) / people.of > MAX_UNMARKED_SHARE) return { status: 'not_run', sentence, ...figures }
  const isPartial = people.marked < people.of || skeptics.marked < skeptics.of
  let status: 'pass' | 'warn' | 'fail' = 'pass'
  if (worst < FAIL_BELOW) status = 'fail'
  else if (worst < WARN_BELOW || isPartial) status = 'warn'
  return { status, sentence, ...figures }
}

function skepticsNote({ skeptics_rate, skeptics }: FidelityRecord): string {
  if (skeptics.of === 0) return ''
  if (skeptics_rate === null) return '; none of the skeptics could be checked'
  const share = skeptics.marked === skeptics.of ? '' : `${skeptics.marked} of ${skeptics.of} `
  return `; of the ${share}skeptics ${percent(skeptics_rate)}`
}

/** Never rounds up to 100 %. */
const percent = (share: number): string =>
  share < 1 && share > 0.99 ? 'more than 99 %' : `${Math.round(share * 100)} %`
