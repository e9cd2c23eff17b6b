import type { SessionEvent, Trigger } from '../../../domain/simulation/simulated-session.js'
import type { UserState } from '../person/user-state.js'
import { bernoulli } from '../random.js'

const MAX_TOLD = 3
/** The slot that decides with which contact a person begins; the other slots belong to the contacts. */
const FIRST_CONTACT = 65_535
const NOBODY: readonly number[] = []

/**
 * The contacts a person tells after a session. Each contact is drawn separately with .01 × the person's share weight,
 * at most three per session. Contacts who already use the product are sorted out by the network, not here.
 */
export function inviteContacts(
  user: UserState,
  day: number,
  events: readonly SessionEvent[],
  contacts: number,
): { trigger: Trigger | null; told: readonly number[] } {
  const trigger = triggerOf(user, events)
  if (trigger === null) return { trigger, told: NOBODY }
  const probability = Math.min(1, user.weights.invitation * user.disposition.share_weight)
  const told: number[] = []
  const first = Math.floor(user.draws.uniform('invite', day, FIRST_CONTACT) * contacts)
  for (let turn = 0; turn < contacts && told.length < MAX_TOLD; turn++) {
    const contact = (first + turn) % contacts
    if (bernoulli(probability, user.draws.uniform('invite', day, contact))) told.push(contact)
  }
  return { trigger, told }
}

function triggerOf(user: UserState, events: readonly SessionEvent[]): Trigger | null {
  if (events.length === 0) return null
  if (user.session_delight > 0.7 && user.feelings.frustration < 0.4) return 'delight'
  const { sharing } = user.product
  let delight = 0
  let shared = false
  for (const event of events) {
    const rose = event.delight > 0.7 && event.delight > delight
    if (rose && user.person.referral_triggers.includes(event.target)) return 'value_moment'
    delight = event.delight
    if (event.outcome === 'ok' && (event.action === 'share' || sharing.from.includes(event.target))) shared = true
  }
  return shared ? 'share' : null
}
