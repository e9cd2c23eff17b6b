import type { Move } from '../../../data/phrases.js'
import type { Response } from '../../../domain/panel/response.js'
import type { Persona } from '../../../domain/personas/persona.js'
import { mean } from './panel-objections.js'
import { LIMITS } from './weights.js'

/** A participant of a discussion with the response they gave before it. */
export type Participant = { readonly persona: Persona; readonly response: Response }
export const participantOf = (persona: Persona, response: Response): Participant => ({ persona, response })

/** The difference of two participants' purchase intent; negative when `to` has the lower intent. */
export const intentGap = (from: Participant, to: Participant): number =>
  to.response.purchase_intent - from.response.purchase_intent

type PlannedTurn = { readonly speaker: Participant; readonly move: Move; readonly addressee: Participant | null }
export type Plan = {
  readonly turns: readonly PlannedTurn[]
  readonly leader: Participant
  readonly followers: readonly Participant[]
  readonly contrarians: readonly Participant[]
  readonly silent: readonly Participant[]
}

const MAX_TURNS = 10

/** At most eight people, spread evenly from the lowest to the highest intent, in seating order. */
export function pickSpeakers(participants: readonly Participant[]): Participant[] {
  const max = LIMITS.speakers.value
  if (participants.length <= max) return [...participants]
  const byIntent = [...participants].sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const chosen = new Set(
    Array.from({ length: max }, (_, i) => byIntent[Math.round((i * (byIntent.length - 1)) / (max - 1))]),
  )
  return participants.filter((participant) => chosen.has(participant))
}

/** The leader opens, followers agree, contrarians object, connectors add; observers speak last or not at all. */
export function planTurns(speakers: readonly Participant[]): Plan {
  const leader = leaderOf(speakers)
  const others = speakers.filter((participant) => participant !== leader)
  const contrarians = others.filter((participant) => isContrary(participant, leader))
  const observers = others.filter(
    (participant) => participant.persona.influence_type === 'observer' && !contrarians.includes(participant),
  )
  const followers = others.filter(
    (participant) =>
      !contrarians.includes(participant) && !observers.includes(participant) && isFollower(participant, leader),
  )
  const connectors = others.filter((participant) => ![...contrarians, ...observers, ...followers].includes(participant))
  const [contrarian, ...moreContrarians] = contrarians

  const turns: PlannedTurn[] = [{ speaker: leader, move: 'add', addressee: null }]
  const addTurn = (participant: Participant | undefined, move: Move, answers: Participant | null = null) => {
    if (participant) turns.push({ speaker: participant, move, addressee: answers })
  }
  const [follower, ...moreFollowers] = followers
  addTurn(follower, 'agree', leader)
  addTurn(contrarian, 'object', leader)
  const [connector, ...moreConnectors] = connectors
  addTurn(connector, 'add')
  for (const participant of moreConnectors) addTurn(participant, 'add')
  for (const participant of moreContrarians) addTurn(participant, 'object', leader)
  for (const participant of moreFollowers) addTurn(participant, 'concede', leader)
  if (contrarian) addTurn(leader, 'add')
  for (const participant of observers) addTurn(participant, 'add')
  if (contrarian && turns.length < MAX_TURNS - 1) addTurn(contrarian, 'add')
  if (follower && turns.length < MAX_TURNS - 2) addTurn(follower, 'concede', contrarian ?? leader)
  if (turns.length < 2) addTurn(leader, 'add')
  return { turns: turns.slice(0, MAX_TURNS), leader, followers, contrarians, silent: observers }
}

/** The leader with the lowest conformity; without a leader, the speaker with the lowest conformity. */
function leaderOf(speakers: readonly Participant[]): Participant {
  const leaders = speakers.filter(({ persona }) => persona.influence_type === 'leader')
  const pool = leaders.length > 0 ? leaders : speakers
  return pool.reduce((best, participant) =>
    participant.persona.traits.conformity < best.persona.traits.conformity ? participant : best,
  )
}

/** Whether a participant objects to the leader: a contrarian, or an independent person of very different intent. */
function isContrary(participant: Participant, leader: Participant): boolean {
  const { influence_type, traits } = participant.persona
  if (influence_type === 'contrarian') return true
  return (
    traits.conformity < MAX_INDEPENDENT_CONFORMITY &&
    Math.abs(intentGap(participant, leader)) > LIMITS.opinion_gap.value
  )
}

function isFollower({ persona, response }: Participant, leader: Participant): boolean {
  if (persona.influence_type === 'follower') return true
  return (
    persona.influence_type !== 'connector' &&
    persona.traits.conformity >= mean([MAX_INDEPENDENT_CONFORMITY, 1]) &&
    Math.abs(response.purchase_intent - leader.response.purchase_intent) <= LIMITS.opinion_gap.value
  )
}
const MAX_INDEPENDENT_CONFORMITY = 0.5
