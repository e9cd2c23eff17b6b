import type { SessionPlan } from '../../../domain/simulation/session-plan.js'
import type {
  Feelings,
  Outcome,
  Session,
  SessionEvent,
  SessionOutcome,
  SessionWords,
} from '../../../domain/simulation/simulated-session.js'
import { eventNumber, importanceOf, remember } from '../memory/memory.js'
import { rememberWords } from '../memory/own-words.js'
import { reflect } from '../memory/reflection.js'
import { canOpenScreen, type UserState } from '../person/user-state.js'
import { bernoulli } from '../random.js'
import { act } from './action.js'
import { chooseAction, firstAction, LEAVE } from './choice.js'
import { inviteContacts } from './invite.js'
import { startPlan } from './plan.js'

const RAGE = 0.8
const SATISFIED = 0.8
const DELIGHTED = 0.7
const DEFAULT_HOUR = 10

/** One session: actions until the person has had enough, is too angry or content to go on, runs out of time, or uninstalls. */
export function runSession(user: UserState, day: number, contacts: number, answer: SessionPlan | null): Session {
  const { feelings, product } = user
  const plan = answer === null ? null : startPlan(user, day, answer)
  if (answer !== null) rememberWords(user.memory, answer, { day, last_day: user.last_session })
  // Copied after startPlan: a reported look-back moves feelings before the first action.
  const before = { ...feelings }
  const max_actions = actionsToday(user, day)
  const tries = new Map<number, number>()
  const events: SessionEvent[] = []
  noteOpen(user, day)
  let last_success = -1
  let last_outcome: Outcome = 'ok'
  while (events.length < max_actions && !hasHadEnough(events, feelings)) {
    const step = plan === null ? null : plan(last_outcome)
    const actions = events.length
    const begins = user.evening === null && actions === 0
    const option =
      step?.option ?? (begins ? firstAction(user, day) : chooseAction(user, day, { actions, last_success }))
    if (option === LEAVE) break
    const visit = tries.get(option) ?? 0
    tries.set(option, visit + 1)
    const planned = { why: step?.why ?? null, missing: step?.missing ?? null }
    const event = act(user, option, { day, seq: actions, visit, last_success, ...planned })
    events.push(step?.said ? { ...event, said: step.said } : event)
    last_outcome = event.outcome
    if (event.outcome === 'ok' && option >= 0) last_success = option
    if (isUninstalled(event)) break
  }
  endSession(user, day, events)
  const { trigger, told } = inviteContacts(user, day, events, contacts)
  return {
    day,
    hour: product.need.hour ?? DEFAULT_HOUR,
    message: user.message,
    before,
    after: { ...feelings },
    events,
    minutes: events.reduce((sum, { minutes }) => sum + minutes, 0),
    outcome: outcomeOf(events, feelings, told.length),
    trigger,
    told,
    shut_out: (user.plan === 'expired' && last_success < 0) || undefined,
    said: answer ? wordsIn(answer, events, told) : undefined,
  }
}

/** What somebody said of a session. They told others only where arithmetic let them, and of what worked in it. */
function wordsIn(
  { look_back, why, left_out, checked, expects, tell_others }: SessionPlan,
  events: readonly SessionEvent[],
  told: readonly number[],
): SessionWords {
  const worked = events.some(({ target, outcome }) => target === tell_others?.trigger && outcome === 'ok')
  const to_others = told.length > 0 && worked ? tell_others?.words : undefined
  return { look_back, why, left_out: left_out || undefined, checked, expects, to_others: to_others || undefined }
}

/** Too angry or content to go on: by something that happened in this session, so never before its first event. */
const hasHadEnough = (events: readonly SessionEvent[], { frustration, delight }: Readonly<Feelings>): boolean =>
  events.length > 0 && (frustration > RAGE || delight > SATISFIED)

/** How many actions there is time for; a distracted session is cut to a uniform share of them. */
function actionsToday({ draws, person, disposition }: UserState, day: number): number {
  const distracted = bernoulli(person.traits.distraction, draws.uniform('distraction', day, 0))
  if (!distracted) return disposition.max_actions
  return Math.max(1, Math.ceil(disposition.max_actions * draws.uniform('distraction', day, 1)))
}

/** Marks the screens that are open. Called before `last_session` is set, as conditions may depend on days away. */
function noteOpen(user: UserState, day: number): void {
  const { eligible } = user
  for (let screen = 0; screen < eligible.length; screen++)
    if (eligible[screen] === 0 && canOpenScreen(user, screen, day)) eligible[screen] = 1
}

/** Keeps a session's mean and last feelings, remembers a strong feeling, and reflects when due. */
function endSession(user: UserState, day: number, events: readonly SessionEvent[]): void {
  const { feelings } = user
  const n = events.length
  noteOpen(user, day)
  user.last_session = day
  user.evening = { ...feelings }
  user.session_frustration = n === 0 ? feelings.frustration : events.reduce((sum, e) => sum + e.frustration, 0) / n
  user.session_delight = n === 0 ? feelings.delight : events.reduce((sum, e) => sum + e.delight, 0) / n
  const last = events.at(-1)
  if (last !== undefined && (feelings.frustration > RAGE || feelings.delight > DELIGHTED))
    remember(user.memory, {
      kind: 'emotional',
      day,
      target: last.target,
      outcome: last.outcome,
      defect: last.defect,
      importance: importanceOf(Math.max(feelings.frustration, feelings.delight), 0, 0, false),
      evidence: eventNumber(day, last.seq),
    })
  reflect(user.memory, day)
}

/** A product can have a screen for uninstalling, and that can fail. */
const isUninstalled = (event: SessionEvent | undefined): boolean =>
  event?.action === 'uninstall' && event.outcome === 'ok'

/** The first outcome that applies. */
function outcomeOf(events: readonly SessionEvent[], feelings: Feelings, told: number): SessionOutcome {
  if (isUninstalled(events.at(-1))) return 'churned'
  if (told > 0) return 'referred'
  const felt = outcomeByFeelings(feelings)
  return felt === 'continued' && events.length === 0 ? 'no_engagement' : felt
}

/** The outcome of a session in which nothing but feelings counts. */
export function outcomeByFeelings({ frustration, delight }: Readonly<Feelings>): SessionOutcome {
  if (frustration > RAGE) return 'frustrated'
  return delight > DELIGHTED ? 'delighted' : 'continued'
}
