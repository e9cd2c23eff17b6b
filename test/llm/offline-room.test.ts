import { beforeAll, describe, expect, it } from 'vitest'
import { PHRASES } from '../../src/data/phrases.js'
import { TASKS } from '../../src/domain/run/tasks.js'
import { cosine } from '../../src/engine/panel/intent/similarity-rating.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { objectionIn, privateObjectionIn } from '../../src/llm/offline/reading/objections.js'
import { sentencesOf } from '../../src/llm/offline/reading/sentences.js'
import { expresses } from '../../src/llm/offline/reading/utterances.js'
import { CORPUS } from './offline-corpus.js'
import { around, mean, options } from './offline-panel.js'
import { holdRoom, type Room, wordsIn } from './offline-room.js'

const llm = createOfflineLlm()
/** Every second proposition, with a room that talked about it. */
const PROPOSITIONS = CORPUS.filter((_, i) => i % 2 === 0)
const rooms: Room[] = []
beforeAll(async () => {
  for (const proposition of PROPOSITIONS) rooms.push(await holdRoom(llm, proposition))
})
const turns = () => rooms.flatMap(({ spoken }) => spoken)
const seats = () => rooms.flatMap(({ people, ballots }) => people.map((seat, i) => ({ ...seat, ballot: ballots[i] })))

it('covers at least thirty propositions', () => expect(PROPOSITIONS.length).toBeGreaterThanOrEqual(30))

describe('a turn', () => {
  it('takes up an earlier turn of somebody else, and speaks to its speaker', () => {
    for (const { people, spoken, transcript } of rooms) {
      const names = people.map(({ persona }) => persona.name)
      for (const { about_turn, addressed_to, speaker, turn } of spoken) {
        expect(addressed_to === '').toBe(about_turn === 0)
        if (about_turn === 0) continue
        const about = transcript.find((earlier) => earlier.turn === about_turn)
        expect(about_turn).toBeLessThan(turn)
        expect(about).toMatchObject({ speaker: addressed_to, moderator: false })
        expect(names).toContain(addressed_to)
        expect(addressed_to).not.toBe(speaker.persona.name)
      }
    }
    const takenUp = turns().filter(({ about_turn }) => about_turn > 0).length
    expect(takenUp / turns().length).toBeGreaterThan(0.4)
  })

  it('voices reasons of its speaker only, and says no other of theirs', () => {
    for (const { voices, text, speaker } of turns()) {
      const said = speaker.reasons.filter((reason) => expresses(text, reason)).map(({ reason_id }) => reason_id)
      expect(voices).toEqual(said)
      for (const { quote, reason_id } of speaker.reasons)
        if (!voices.includes(reason_id)) expect(text).not.toContain(quote)
    }
  })

  it('repeats no sentence that was heard', () => {
    const repeated = turns().flatMap(({ text, heard }) => {
      const said = new Set(heard.slice(-8).flatMap((turn) => (turn.moderator ? [] : sentencesOf(turn.text))))
      return sentencesOf(text).filter((sentence) => said.has(sentence))
    })
    expect(repeated).toEqual([])
  })

  it('never says the private words of another', () => {
    for (const { people, spoken } of rooms) {
      for (const { text, speaker } of spoken) {
        const own = JSON.stringify([speaker.response, speaker.reasons])
        const secrets = people
          .filter((participant) => participant !== speaker)
          .flatMap(({ reasons }) => reasons.map(({ quote }) => quote))
          .filter((quote) => !own.includes(JSON.stringify(quote).slice(1, -1)))
        expect(secrets.filter((quote) => text.includes(quote))).toEqual([])
      }
    }
  })

  it('contains what it voices in words that a sentence encoder recognises', async () => {
    const embedder = createBundledEmbedder()
    for (const { spoken } of rooms.filter((_, i) => i % 5 === 0)) {
      for (const { text, voices, speaker } of spoken) {
        for (const { reason, quote, reason_id } of speaker.reasons) {
          if (!voices.includes(reason_id)) continue
          const [short = [], long = [], ...sentences] = await embedder.embed([reason, quote, ...sentencesOf(text)])
          const near = sentences.flatMap((sentence) => [cosine(sentence, short), cosine(sentence, long)])
          expect(Math.max(...near), `${text} / ${reason}`).toBeGreaterThanOrEqual(0.3)
        }
      }
    }
  })

  it('has 10 to 45 words, as people do in a room', () => {
    const lengths = turns().map(({ text }) => wordsIn(text))
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(45)
    expect(lengths.filter((words) => words < 25).length / lengths.length).toBeGreaterThan(1 / 3)
  })

  it('seldom repeats what its speaker said in a turn that is still in the ear', () => {
    const repeated = turns().filter(({ text, heard, speaker }) => {
      const recent = heard.slice(-8).filter((turn) => turn.speaker === speaker.persona.name)
      const said = recent.flatMap((turn) => sentencesOf(turn.text))
      return sentencesOf(text).some((sentence) => wordsIn(sentence) > 4 && said.includes(sentence))
    })
    expect(repeated.length / turns().length).toBeLessThan(0.1)
  })

  it('agrees, disagrees, asks and adds; what asks ends in a question', () => {
    const taking = (wanted: string) => turns().filter(({ position }) => position === wanted)
    for (const position of ['agrees', 'disagrees', 'asks', 'adds'] as const)
      expect(taking(position).length, position).toBeGreaterThan(30)
    for (const { text } of taking('asks')) expect(text).toContain('?')
  })

  it('tells what is embarrassing only from the mouth of a contrarian, and keeps more back the more its speaker conforms', () => {
    const shares = seats().map(({ persona, reasons }, at) => {
      const room = rooms[Math.floor(at / 6)] as Room
      const voiced = new Set(
        room.spoken.filter(({ speaker }) => speaker.persona === persona).flatMap(({ voices }) => voices),
      )
      const hidden = reasons.filter(({ quote }) => privateObjectionIn(quote) !== null)
      if (persona.influence_type !== 'contrarian')
        for (const { quote } of hidden)
          expect(room.spoken.some(({ speaker, text }) => speaker.persona === persona && text.includes(quote))).toBe(
            false,
          )
      return { persona, share: voiced.size / reasons.length }
    })
    const of = (some: typeof shares) => mean(some.map(({ share }) => share))
    const loud = shares.filter(({ persona }) => ['leader', 'contrarian'].includes(persona.influence_type))
    const quiet = shares.filter(({ persona }) => ['follower', 'observer'].includes(persona.influence_type))
    expect(of(loud)).toBeGreaterThan(of(quiet) + 0.1)
  })

  it('answers the moderator who calls it by name', () => {
    for (const { spoken, people } of rooms) {
      const called = spoken.find(
        ({ speaker, heard }) => speaker === people[0] && heard.at(-1)?.text.includes('on your mind'),
      )
      expect(called).toMatchObject({ about_turn: 0, addressed_to: '', position: 'adds' })
    }
  })

  it('begins in words that give no objection away', () => {
    const { links, tail } = PHRASES.answers()
    for (const template of [...Object.values(links), tail].flatMap((bank) => Object.values(bank)))
      expect([template, objectionIn(template), privateObjectionIn(template)]).toEqual([template, null, null])
  })
})

describe('the ballot after', () => {
  it('holds reasons of its holder under their number and in their words, and new ones without a number', () => {
    for (const { reasons, ballot } of seats()) {
      expect(ballot?.reasons.length).toBeGreaterThan(0)
      for (const reason of ballot?.reasons ?? []) {
        if (reason.reason_id !== '') expect(reasons).toContainEqual(reason)
      }
    }
    expect(seats().some(({ ballot }) => ballot?.reasons.some(({ reason_id }) => reason_id === ''))).toBe(true)
  })

  it('moves few, by a turn of somebody else, and never who conforms little', () => {
    for (const { people, ballots, transcript } of rooms) {
      for (const [i, { purchase_statement, moved_by_turn }] of ballots.entries()) {
        const { persona, response } = people[i] as Room['people'][number]
        expect(purchase_statement !== response.purchase_statement).toBe(moved_by_turn > 0)
        if (moved_by_turn === 0) continue
        const by = transcript.find(({ turn }) => turn === moved_by_turn)
        expect(by?.moderator).toBe(false)
        expect(by?.speaker).not.toBe(persona.name)
        expect(persona.traits.conformity).toBeGreaterThan(0.4)
      }
    }
    const moved = seats().filter(({ ballot }) => (ballot?.moved_by_turn ?? 0) > 0).length / seats().length
    expect(moved).toBeGreaterThan(0.05)
    expect(moved).toBeLessThan(0.4)
  })
})

describe('a reply', () => {
  const QUESTIONS = [
    'What about the price?',
    'What did you not say aloud?',
    'Do you believe it?',
    'Why?',
    'And the price?',
  ]

  it('answers in words of its own or of the room, and refers back when it is asked again', async () => {
    for (const [at, { people, transcript }] of rooms.entries()) {
      const { persona, response, reasons } = people[at % people.length] as Room['people'][number]
      const { text: stimulus, category } = PROPOSITIONS[at] as (typeof PROPOSITIONS)[number]
      const earlier: { question: string; answer: string }[] = []
      for (const question of QUESTIONS) {
        const facts = {
          stimulus,
          about: '',
          category,
          skepticism: 'medium' as const,
          persona,
          response,
          reasons,
          question,
        }
        const heard = { earlier: [], latest: transcript }
        const request = {
          task: 'reply' as const,
          facts: { ...facts, heard, earlier: [...earlier] },
          seed: 1,
          ...around,
        }
        const { reply, mind } = TASKS.reply.answer.parse(await llm.answer(request, options()))
        expect(mind).toBe('unchanged')
        expect(await llm.answer(request, options())).toEqual({ reply, mind })
        expect(earlier.map(({ answer }) => answer)).not.toContain(reply)
        earlier.push({ question, answer: reply })
      }
      const [, unsaid] = earlier
      expect(sentencesOf(response.private_thoughts).some((words) => unsaid?.answer.includes(words))).toBe(true)
    }
  })
})
