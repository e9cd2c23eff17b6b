import type { FidelityMark } from '../../../domain/fidelity.js'
import type { Trust } from '../../../domain/run.js'
import type { EngineDeps } from '../../deps.js'
import type { Respondent } from '../respond/respond.js'
import { fidelityPrompt } from './prompt.js'

/** Mean of the three marks, 0–10, from which an answer counts as in character. */
const BAR = 6
/** An answer that is out of character is asked for again at most so often. */
const MOST_TRIES = 2
/** People marked in one call: enough to share its instructions, few enough to be told apart. */
const AT_ONCE = 6
/** From this skepticism on (of 10) somebody is a skeptic: the people a model plays worst. */
const SKEPTIC = 7

type Marked = { readonly respondent: Respondent; readonly mark: number | null; readonly feedback: string }

export type FidelityRecord = {
  /** The answers that are kept: for each person the best of the tries. */
  readonly respondents: readonly Respondent[]
  /** Share of people in character in the end; `null` where nobody could be marked. */
  readonly rate: number | null
  readonly skeptics_rate: number | null
  readonly regenerated: number
}

/**
 * Checks every answer against its person, asks again with feedback where it is out of character, at most twice, and
 * keeps the best try. `again` asks one person once more. A mark that is not given leaves the answer as it is.
 */
export async function holdCharacter(
  deps: EngineDeps,
  rules: string,
  respondents: readonly Respondent[],
  again: (respondent: Respondent, attempt: number, feedback: string) => Promise<Respondent>,
): Promise<FidelityRecord> {
  const best = new Map<string, Marked>()
  let regenerated = 0
  let current = respondents
  for (let attempt = 0; current.length > 0; attempt++) {
    const marked = await markAll(deps, rules, current, attempt)
    for (const one of marked) keepBest(best, one)
    const failing = marked.filter(({ mark }) => mark !== null && mark < BAR)
    if (attempt === MOST_TRIES || failing.length === 0) break
    const retold = await deps.fanOut(failing, ({ respondent, feedback }) => again(respondent, attempt + 1, feedback))
    current = retold.flatMap((one) => ('value' in one ? [one.value] : []))
    regenerated += current.length
  }
  const kept = respondents.map((one) => best.get(one.persona.persona_id) ?? unmarked(one))
  return {
    respondents: kept.map(({ respondent }) => respondent),
    rate: rateOf(kept),
    skeptics_rate: rateOf(kept.filter(({ respondent }) => respondent.persona.skepticism >= SKEPTIC)),
    regenerated,
  }
}

async function markAll(
  deps: EngineDeps,
  rules: string,
  respondents: readonly Respondent[],
  attempt: number,
): Promise<Marked[]> {
  const groups = Array.from({ length: Math.ceil(respondents.length / AT_ONCE) }, (_, index) =>
    respondents.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
  const answered = await deps.fanOut(groups, (group, index) => {
    const facts = { people: group.map(({ persona, response }) => ({ persona, response })) }
    return deps.ask(`fidelity:${attempt}:${index}`, 'check_fidelity', facts, fidelityPrompt(rules, facts))
  })
  return answered.flatMap((one) => {
    const marks = new Map(('value' in one ? one.value.marks : []).map((mark) => [mark.name, mark]))
    return one.item.map((respondent) => {
      const mark = marks.get(respondent.persona.name)
      return mark ? { respondent, mark: meanMark(mark), feedback: mark.feedback } : unmarked(respondent)
    })
  })
}

function keepBest(best: Map<string, Marked>, one: Marked): void {
  const known = best.get(one.respondent.persona.persona_id)
  if (!known || (one.mark ?? -1) > (known.mark ?? -1)) best.set(one.respondent.persona.persona_id, one)
}

const unmarked = (respondent: Respondent): Marked => ({ respondent, mark: null, feedback: '' })

const meanMark = ({ skepticism_held, values_held, voice_held }: FidelityMark): number =>
  (skepticism_held + values_held + voice_held) / 3

function rateOf(marked: readonly Marked[]): number | null {
  const known = marked.filter(({ mark }) => mark !== null)
  return known.length === 0 ? null : known.filter(({ mark }) => (mark ?? 0) >= BAR).length / known.length
}

/** Shares of people in character below which the reader is warned, or the check fails. */
const WARN_BELOW = 0.8
const FAIL_BELOW = 0.5

export function judgeFidelity({ rate, skeptics_rate, regenerated }: FidelityRecord): Trust['fidelity'] {
  if (rate === null) {
    return {
      status: 'not_run',
      sentence: 'Whether the respondents stayed in character could not be checked.',
      rate,
      regenerated,
      skeptics_rate,
    }
  }
  const worst = Math.min(rate, skeptics_rate ?? 1)
  const skeptics = skeptics_rate === null ? '' : `; of the skeptics ${percent(skeptics_rate)}`
  const again =
    regenerated === 0 ? '' : ` ${regenerated} ${regenerated === 1 ? 'answer was' : 'answers were'} asked for again.`
  let status: 'pass' | 'warn' | 'fail' = 'pass'
  if (worst < FAIL_BELOW) status = 'fail'
  else if (worst < WARN_BELOW) status = 'warn'
  return {
    status,
    sentence: `${percent(rate)} of the synthetic people answered in character${skeptics}.${again}`,
    rate,
    regenerated,
    skeptics_rate,
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
