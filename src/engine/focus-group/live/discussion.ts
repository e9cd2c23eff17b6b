import type { SpokenTurn } from '../../../domain/panel/focus-group.js'
import type { EngineDeps } from '../../deps.js'
import type { Concept } from '../../panel/respond/respond.js'
import { type ModeratorMove, moderatorLine, nextMove } from '../moderator.js'
import { recollect } from '../transcript.js'
import { rankSpeakers, urgencyOf } from '../urgency.js'
import { speakPrompt } from './prompt.js'
import {
  agreementIsStable,
  contestedSentence,
  type Participant,
  quietestParticipant,
  type RecordedTurn,
  standingsOf,
} from './room.js'

/** Maximum number of people who speak at once, where none of them answers another. */
export const SPEAKERS_AT_ONCE = 3

type DiscussionGuide = { readonly topics: readonly string[]; readonly turns: number }

/**
 * The live discussion. Each turn is one call by its speaker, who sees the room's transcript and their own notes.
 * Everybody opens side by side; after that the most urgent speak. It ends when agreement is stable, when nobody is
 * urgent and the moderator has nothing left to ask, or at the cap of `turns` participant turns. The moderator then asks
 * the question that everybody answers in `closingRound`.
 */
export async function runDiscussion(
  deps: EngineDeps,
  rules: string,
  participants: readonly Participant[],
  concept: Concept,
  guide: DiscussionGuide,
): Promise<RecordedTurn[]> {
  const record: RecordedTurn[] = []
  const room = { deps, rules, participants, concept, record }
  const topicsLeft = [...guide.topics]
  let topic = topicsLeft.shift() ?? ''
  moderate(room, topic === '' ? { kind: 'open' } : { kind: 'advance', topic })
  await speak(room, openingOrder(participants, record), topic)

  const addressed: string[] = []
  const perTopic = Math.ceil(guide.turns / Math.max(1, guide.topics.length))
  let onTopic = participants.length
  while (spokenTurns(record) < guide.turns) {
    const standings = standingsOf(participants, record)
    const urgent = rankSpeakers(standings)
    const turnsLeft = guide.turns - spokenTurns(record)
    if (topicsLeft.length === 0 && agreementIsStable(participants.length, record)) break
    const [nextTopic] = topicsLeft
    let move = nextMove({
      sinceModerator: turnsSinceModerator(record),
      someoneUrgent: urgent.length > 0,
      silent: quietestParticipant(participants, standings),
      addressed,
      contested: contestedSentence(record),
      topicsLeft,
    })
    if (onTopic >= perTopic && nextTopic !== undefined) move = { kind: 'advance', topic: nextTopic }
    if (move?.kind === 'close') break
    if (move) moderate(room, move)
    if (move?.kind === 'advance') {
      topic = topicsLeft.shift() ?? ''
      onTopic = 0
    }
    if (move?.kind === 'address') addressed.push(move.name)
    const calledOn = participants.filter(({ persona }) => move?.kind === 'address' && persona.name === move.name)
    const candidates = [...calledOn, ...inOrder(participants, move ? byUrgency(standings) : urgent)]
    const speakers = simultaneousSpeakers([...new Set(candidates)], record).slice(
      0,
      Math.min(SPEAKERS_AT_ONCE, turnsLeft),
    )
    const spoken = await speak(room, speakers, topic)
    onTopic += spoken
    if (spoken === 0) break
  }
  moderate(room, { kind: 'close' })
  return record
}

/** Everybody's answer to the moderator's last question, side by side: each has heard exactly what precedes the ballots. */
export async function closingRound(
  deps: EngineDeps,
  rules: string,
  participants: readonly Participant[],
  concept: Concept,
  talk: readonly RecordedTurn[],
): Promise<RecordedTurn[]> {
  const record = [...talk]
  await speak({ deps, rules, participants, concept, record }, participants, '', true)
  return record.slice(talk.length)
}

type Room = {
  readonly deps: EngineDeps
  readonly rules: string
  readonly participants: readonly Participant[]
  readonly concept: Concept
  readonly record: RecordedTurn[]
}

function moderate({ deps, record }: Room, move: ModeratorMove): void {
  const text = moderatorLine(move)
  record.push({
    turn: record.length + 1,
    speaker: 'Moderator',
    text,
    moderator: true,
    persona_id: null,
    spoken: null,
    closing: false,
  })
  deps.report('turn', { speaker: 'Moderator', text, moderator: true })
}

/** Lets people speak side by side after the same transcript. Returns the number of turns; a failed call yields no turn. */
async function speak(room: Room, speakers: readonly Participant[], topic: string, closing = false): Promise<number> {
  const { deps, rules, participants, concept, record } = room
  const { stimulus, about, category, skepticism } = concept
  const heard = recollect(record)
  const turnNumber = record.length
  const outcomes = await deps.fanOut(speakers, ({ persona, response, reasons }) => {
    const voiced = record.flatMap(({ persona_id, spoken }) =>
      persona_id === persona.persona_id ? (spoken?.voices ?? []) : [],
    )
    const facts = {
      stimulus,
      about,
      category,
      skepticism,
      persona,
      response,
      reasons,
      room: participants.map(({ persona: { name } }) => name),
      topic,
      voiced: [...new Set(voiced)],
      heard,
      closing,
    }
    return deps.ask(
      `speak:${closing ? 'closing' : turnNumber}:${persona.persona_id}`,
      'speak',
      facts,
      speakPrompt(rules, facts),
    )
  })
  let spoken = 0
  for (const outcome of outcomes) {
    if (!('value' in outcome)) continue
    const { persona, reasons } = outcome.item
    const turn = withKnownReferences(outcome.value, outcome.item, room)
    record.push({
      turn: record.length + 1,
      speaker: persona.name,
      text: turn.text,
      moderator: false,
      persona_id: persona.persona_id,
      closing,
      spoken: { ...turn, voices: turn.voices.filter((id) => reasons.some(({ reason_id }) => reason_id === id)) },
    })
    deps.report('turn', { speaker: persona.name, text: turn.text, moderator: false })
    spoken++
  }
  return spoken
}

/** Checks turn numbers and names against the record and removes all other references. */
function withKnownReferences(turn: SpokenTurn, { persona }: Participant, { record, participants }: Room): SpokenTurn {
  const referredTurn = record.find((earlierTurn) => earlierTurn.turn === turn.about_turn)
  const isOthersTurn = referredTurn && referredTurn.persona_id !== persona.persona_id
  const addressee = participants.find(
    (participant) => participant.persona.name === turn.addressed_to && participant.persona !== persona,
  )
  return { ...turn, about_turn: isOthersTurn ? turn.about_turn : 0, addressed_to: addressee ? turn.addressed_to : '' }
}

/** Candidates who can speak at once: a person who addressed the first speaker, or was addressed by them, waits to answer. */
function simultaneousSpeakers(candidates: readonly Participant[], record: readonly RecordedTurn[]): Participant[] {
  const [first, ...others] = candidates
  if (!first) return []
  const lastWordsTo = ({ persona }: Participant) =>
    record.findLast(({ persona_id }) => persona_id === persona.persona_id)?.spoken?.addressed_to
  const independent = others.filter(
    (other) => lastWordsTo(first) !== other.persona.name && lastWordsTo(other) !== first.persona.name,
  )
  return [first, ...independent]
}

const spokenTurns = (record: readonly RecordedTurn[]): number => record.filter(({ moderator }) => !moderator).length

function turnsSinceModerator(record: readonly RecordedTurn[]): number {
  return record.length - 1 - record.findLastIndex(({ moderator }) => moderator)
}

type Ranked = readonly { readonly persona_id: string }[]

const byUrgency = (standings: ReturnType<typeof standingsOf>): Ranked =>
  [...standings].sort((a, b) => urgencyOf(b) - urgencyOf(a) || a.turns_spoken - b.turns_spoken)

const inOrder = (participants: readonly Participant[], ranked: Ranked): Participant[] =>
  ranked.flatMap(({ persona_id }) => participants.find(({ persona }) => persona.persona_id === persona_id) ?? [])

/** The order in which the opening turns are recorded, by urgency: they are spoken side by side. */
const openingOrder = (participants: readonly Participant[], record: readonly RecordedTurn[]): Participant[] =>
  inOrder(participants, byUrgency(standingsOf(participants, record)))
