import type { Claim } from '../../src/domain/panel/claim.js'
import type { Reason, RoomTurn, SpokenTurn } from '../../src/domain/panel/focus-group.js'
import type { Response } from '../../src/domain/panel/response.js'
import type { Persona, SkepticismLevel } from '../../src/domain/personas/persona.js'
import type { AnswerOf } from '../../src/domain/run/tasks.js'
import { recollect } from '../../src/engine/focus-group/transcript.js'
import { locateClaims } from '../../src/engine/panel/claims/claims.js'
import { asRespondent } from '../../src/engine/panel/respond/respond.js'
import type { Llm } from '../../src/llm/client.js'
import type { CORPUS } from './offline-corpus.js'
import { ASKED, around, options, seats } from './offline-panel.js'

export type Seated = { persona: Persona; response: Response; reasons: Reason[]; answer: AnswerOf<'respond'> }
export type Spoken = SpokenTurn & { turn: number; speaker: Seated; heard: RoomTurn[]; voiced: string[] }
export type Room = {
  spans: AnswerOf<'claims'>['claims']
  claims: Claim[]
  people: Seated[]
  transcript: RoomTurn[]
  spoken: Spoken[]
  ballots: AnswerOf<'ballot'>[]
}
type Proposition = (typeof CORPUS)[number]

const ROUNDS = 4

/** A discussion with the fixed moves of a moderator, everybody in turn: what the engine's auction would pick from. */
export async function holdRoom(
  llm: Llm,
  { text: stimulus, category }: Proposition,
  skepticism: SkepticismLevel = 'medium',
): Promise<Room> {
  const shared = { stimulus, about: '', category, skepticism }
  const { claims: spans } = await llm.answer({ task: 'claims', facts: shared, seed: 1, ...around }, options())
  const claims = locateClaims(stimulus, spans)
  const people = await Promise.all(
    seats({ text: stimulus, category, skepticism }).map(async (persona) => {
      const facts = { ...ASKED, ...shared, persona, claims, ballot: true }
      const answer = await llm.answer({ task: 'respond', facts, seed: 1, ...around }, options())
      const { response, reasons } = asRespondent(persona, claims, answer)
      return { persona, response, reasons, answer }
    }),
  )
  const names = people.map(({ persona }) => persona.name)
  const transcript: RoomTurn[] = []
  const spoken: Spoken[] = []
  const moderate = (text: string) =>
    transcript.push({ turn: transcript.length + 1, speaker: 'Moderator', text, moderator: true })
  moderate('What is your honest first reaction?')
  for (let round = 0; round < ROUNDS; round++) {
    if (round === 2) moderate(`${names[0]}, we have not heard much from you. What is on your mind?`)
    if (round === 3) moderate('Let us come to something else: the price')
    const before = [...transcript]
    for (const speaker of people) {
      const { persona, response, reasons } = speaker
      const heard = round === 0 ? before : [...transcript]
      const voiced = spoken.filter((turn) => turn.speaker === speaker).flatMap(({ voices }) => voices)
      const own = {
        persona,
        response,
        reasons,
        room: names,
        topic: '',
        closing: false,
        voiced,
        heard: recollect(heard),
      }
      const turn = await llm.answer({ task: 'speak', facts: { ...shared, ...own }, seed: 1, ...around }, options())
      transcript.push({ turn: transcript.length + 1, speaker: persona.name, text: turn.text, moderator: false })
      spoken.push({ ...turn, turn: transcript.length, speaker, heard, voiced })
    }
  }
  const ballots = await Promise.all(
    people.map(({ persona, response, reasons }) =>
      llm.answer(
        {
          task: 'ballot',
          facts: { ...shared, persona, response, reasons, heard: { earlier: [], latest: transcript } },
          seed: 1,
          ...around,
        },
        options(),
      ),
    ),
  )
  return { spans, claims, people, transcript, spoken, ballots }
}

export const wordsIn = (text: string): number => text.trim().split(/\s+/).length
