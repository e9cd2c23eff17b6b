import type { RunEvent } from '../domain/run-events.js'
import type { Run } from '../domain/run-state.js'
import { clean, shortened } from '../report/clean.js'
import type { Progress } from './reply.js'

/** Where a stage lies on the way, in percent; stages that are not known begin where the last one ended. */
const SPANS: Record<string, readonly [from: number, to: number]> = {
  claims: [2, 6],
  respond: [6, 55],
  fidelity: [55, 60],
  discuss: [60, 84],
  ballots: [84, 90],
  analyse: [90, 98],
  evaluate: [3, 97],
  rewrite: [3, 20],
  reply: [20, 95],
}
/** A discussion has about this many turns; more only come later. */
const USUAL_TURNS = 14
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

type Claim = { readonly claim_id: string; readonly text: string }

/** Follows a run's events and says in a sentence how far it is. */
export function createNarrator() {
  let stage = 'queued'
  let sentence = 'Waiting for a worker'
  let total = 0
  let done = 0
  let passed = 0
  let turns = 0
  let speaker = ''
  let claims: readonly Claim[] = []
  const doubts = new Map<string, number>()

  const begin = (data: RunEvent['data']): void => {
    stage = String(data.stage ?? 'working')
    sentence = shortened(clean(String(data.sentence ?? '')), 160)
    total = Number(data.total ?? 0)
    done = 0
    passed = 0
    if (Array.isArray(data.claims)) claims = data.claims as Claim[]
  }
  const hear = (data: RunEvent['data']): void => {
    done += 1
    for (const id of Array.isArray(data.doubts) ? data.doubts.map(String) : [])
      doubts.set(id, (doubts.get(id) ?? 0) + 1)
  }

  return {
    take(events: readonly RunEvent[]): void {
      for (const { type, data } of events) {
        if (type === 'stage') begin(data)
        if (type === 'respondent_answered') hear(data)
        if (type === 'trial_judged' || type === 'trial_failed') {
          done += 1
          if (data.passed === true) passed += 1
        }
        if (type === 'turn') {
          turns += 1
          if (data.moderator !== true) speaker = shortened(clean(String(data.speaker ?? '')), 40)
        }
      }
    },
    /** `spent` is said once something was spent. */
    now(run: Pick<Run, 'status' | 'spent_usd'>): Progress {
      const [from, to] = SPANS[stage] ?? [10, 95]
      const share = total > 0 ? done / total : stage === 'discuss' ? Math.min(1, turns / USUAL_TURNS) : 0
      const cost = run.spent_usd > 0 ? `; $${run.spent_usd.toFixed(2)} so far` : ''
      const paused = run.status === 'paused' ? 'Paused, goes on by itself. ' : ''
      return {
        stage,
        sentence: `${paused}${words()}${cost}`,
        percent: stage === 'queued' ? 0 : from + (to - from) * Math.min(1, share),
      }
    },
  }

  function words(): string {
    if (stage === 'respond' && done > 0) return `${done} of ${total} respondents have answered${doubted()}`
    if (stage === 'evaluate' && done > 0) return `${done} of ${total} conversations are judged; ${passed} passed`
    if (stage === 'discuss' && speaker) return `${sentence}: ${turns} turns so far, the last by ${speaker}`
    return sentence
  }

  /** "; two doubt “tested by 212 baristas”": the claim that most people doubt so far. */
  function doubted(): string {
    const [id, count] = [...doubts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
    const claim = claims.find(({ claim_id }) => claim_id === id)
    if (!claim || count === 0) return ''
    return `; ${NUMBERS[count] ?? count} ${count === 1 ? 'doubts' : 'doubt'} “${shortened(clean(claim.text), 70)}”`
  }
}
export type Narrator = ReturnType<typeof createNarrator>
