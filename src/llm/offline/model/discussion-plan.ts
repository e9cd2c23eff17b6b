import type { Move } from '../../../data/phrases.js'
import type { Persona } from '../../../domain/persona.js'
import type { Response } from '../../../domain/response.js'
import { mean } from './objections-held.js'
import { LIMITS } from './weights.js'

/** A participant: who it is and what they answered before anybody spoke. */
export type Chair = { readonly persona: Persona; readonly response: Response }
export const chairOf = (persona: Persona, response: Response): Chair => ({ persona, response })

/** Points of intent from one to the other; negative when the other is colder. */
export const opinionGap = (from: Chair, to: Chair): number =>
  to.response.purchase_intent - from.response.purchase_intent

type PlannedTurn = { readonly chair: Chair; readonly move: Move; readonly answers: Chair | null }
export type Plan = {
  readonly turns: readonly PlannedTurn[]
  readonly leader: Chair
  readonly followers: readonly Chair[]
  readonly contrarians: readonly Chair[]
  readonly silent: readonly Chair[]
}

const MOST_TURNS = 10

/** At most eight people, spread evenly from the coldest to the warmest, in seating order. */
export function pickSpeakers(chairs: readonly Chair[]): Chair[] {
  const most = LIMITS.speakers.value
  if (chairs.length <= most) return [...chairs]
  const byIntent = [...chairs].sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const chosen = new Set(
    Array.from({ length: most }, (_, i) => byIntent[Math.round((i * (byIntent.length - 1)) / (most - 1))]),
  )
  return chairs.filter((chair) => chosen.has(chair))
}

/** Leaders first, followers after them, contrarians against them; connectors bridge; observers come last or not at all. */
export function planTurns(speakers: readonly Chair[]): Plan {
  const leader = leaderOf(speakers)
  const others = speakers.filter((chair) => chair !== leader)
  const contrarians = others.filter((chair) => isContrary(chair, leader))
  const observers = others.filter(
    (chair) => chair.persona.influence_type === 'observer' && !contrarians.includes(chair),
  )
  const followers = others.filter(
    (chair) => !contrarians.includes(chair) && !observers.includes(chair) && isFollower(chair, leader),
  )
  const connectors = others.filter((chair) => ![...contrarians, ...observers, ...followers].includes(chair))
  const [contrarian, ...moreContrarians] = contrarians

  const turns: PlannedTurn[] = [{ chair: leader, move: 'open', answers: null }]
  const say = (chair: Chair | undefined, move: Move, answers: Chair | null = null) => {
    if (chair) turns.push({ chair, move, answers })
  }
  const [follower, ...moreFollowers] = followers
  say(follower, 'agree', leader)
  say(contrarian, 'object', leader)
  const [connector, ...moreConnectors] = connectors
  say(connector, contrarian ? 'bridge' : 'add')
  for (const chair of moreConnectors) say(chair, 'add')
  for (const chair of moreContrarians) say(chair, 'object', leader)
  for (const chair of moreFollowers) say(chair, 'yield', leader)
  if (contrarian) say(leader, 'insist')
  for (const chair of observers) say(chair, 'close')
  if (contrarian && turns.length < MOST_TURNS - 1) say(contrarian, 'insist')
  if (follower && turns.length < MOST_TURNS - 2) say(follower, 'yield', contrarian ?? leader)
  if (turns.length < 2) say(leader, 'insist')
  return { turns: turns.slice(0, MOST_TURNS), leader, followers, contrarians, silent: observers }
}

/** The leader who is least moved by others; where nobody is a leader, the most independent of all. */
function leaderOf(speakers: readonly Chair[]): Chair {
  const leaders = speakers.filter(({ persona }) => persona.influence_type === 'leader')
  const pool = leaders.length > 0 ? leaders : speakers
  return pool.reduce((best, chair) => (chair.persona.traits.conformity < best.persona.traits.conformity ? chair : best))
}

/** Pushes back by nature, or stands far from the leader and is not easily moved. */
function isContrary(chair: Chair, leader: Chair): boolean {
  const { influence_type, traits } = chair.persona
  if (influence_type === 'contrarian') return true
  return traits.conformity < INDEPENDENT && Math.abs(opinionGap(chair, leader)) > LIMITS.opinion_gap.value
}

function isFollower({ persona, response }: Chair, leader: Chair): boolean {
  if (persona.influence_type === 'follower') return true
  return (
    persona.influence_type !== 'connector' &&
    persona.traits.conformity >= mean([INDEPENDENT, 1]) &&
    Math.abs(response.purchase_intent - leader.response.purchase_intent) <= LIMITS.opinion_gap.value
  )
}
const INDEPENDENT = 0.5
