// Who is found to have told the room something else than the secret ballot. Rooms give stances; the answers that were
// written alone are drawn from statements of people of that stance, those said aloud are the last turns of the rooms
// (`as spoken`) or drawn as well (`same form`: what the last round asks for).
import { readFileSync } from 'node:fs'
import { stanceOf } from '../../build/engine/focus-group/live/opinions.js'
import { conforming } from '../../build/engine/focus-group/opinion.js'
import { codedPmfs } from '../../build/engine/panel/intent/coder.js'
import { createIntentRater, INTENT_RULES } from '../../build/engine/panel/intent/rate-intent.js'
import { benchDeps, createRandom, readRooms, share } from './rooms.mjs'

const BAR = 0.9
const DRAWS = 100

export async function conformity({ set }) {
  const rooms = readRooms(set)
  const bank = readBank(set)
  const rater = await createIntentRater(benchDeps(), INTENT_RULES, 'auto')
  const spoken = rooms.flatMap(({ people, turns }) => people.map(({ name }) => lastWords(turns, name)))
  const stances = await stancesOf(rater, [...new Set([...bank.map(({ text }) => text), ...spoken.filter(Boolean)])])
  const random = createRandom(11)
  const pick = (stance) => {
    const fitting = bank.filter(({ vote }) => vote === stance)
    return fitting[Math.floor(random() * fitting.length)].text
  }
  const read = (text) => stances.get(text)
  const answers = {
    [`offline (${rater.method}), as spoken`]: (person, turns) => {
      const words = lastWords(turns, person.name)
      return { after: read(pick(person.after.intent)), public_end: words && read(words) }
    },
    [`offline (${rater.method}), same form`]: (person) => ({
      after: read(pick(person.after.intent)),
      public_end: read(pick(person.public_stance)),
    }),
    'blind coder, right 8 of 10': (person) => ({
      after: coded(person.after.intent, random),
      public_end: coded(person.public_stance, random),
    }),
  }
  console.log(
    'conformists                       honest rooms without a false one   honest people called conforming   found of true ones',
  )
  const tallies = Object.entries(answers).map(([name, answer]) => [name, tallyOf(rooms, answer)])
  for (const [name, tally] of tallies) print(name, tally)
  print(
    'always: nobody',
    tallyOf(rooms, null, () => false),
  )
  print(
    'a coin',
    tallyOf(rooms, null, () => random() < 0.5),
  )
  // In a run everybody is asked in the same form.
  return tallies
    .slice(1)
    .flatMap(([name, { clean, honestRooms }]) =>
      clean / honestRooms >= BAR ? [] : [`honest rooms without a false conformist ${BAR}, ${name}`],
    )
}

const lastWords = (turns, name) => turns.findLast(({ speaker }) => speaker === name)?.text ?? null

async function stancesOf(rater, texts) {
  const pmfs = await rater.rate('bench', texts)
  return new Map(texts.map((text, i) => [text, stanceOf(pmfs[i], rater)]))
}

/** A coder that places a statement where it belongs in 8 of 10, else a point beside it, and is as sure as that. */
function coded(stance, random) {
  const beside = random() < 0.5 ? -1 : 1
  const away = random() < 0.8 ? 0 : beside
  const point = Math.min(5, Math.max(1, stance + away))
  const [pmf] = codedPmfs([`1:${point}${random() < 0.5 ? '' : '?'}`], 1)
  return stanceOf(pmf, { anchorRange: { low: 1, high: 5 } })
}

function tallyOf(rooms, answer, guess = null) {
  const tally = { honestRooms: 0, clean: 0, honest: 0, accused: 0, conformists: 0, found: 0 }
  for (let draw = 0; draw < DRAWS; draw++)
    for (const { people, turns } of rooms) {
      const found = guess
        ? null
        : new Set(
            (
              conforming(
                people.map((person) => ({
                  persona_id: person.name,
                  name: person.name,
                  before: { at: person.before.intent, sd: 0 },
                  ...answer(person, turns),
                })),
              ) ?? []
            ).map(({ persona_id }) => persona_id),
          )
      const called = (person) => (guess ? guess() : found.has(person.name))
      const results = people.map((person) => ({ conforms: person.conforms, called: called(person) }))
      const honest = results.filter(({ conforms }) => !conforms)
      tally.honest += honest.length
      tally.accused += honest.filter((one) => one.called).length
      tally.conformists += results.length - honest.length
      tally.found += results.filter((one) => one.conforms && one.called).length
      if (honest.length === results.length) {
        tally.honestRooms++
        if (results.every((one) => !one.called)) tally.clean++
      }
    }
  return tally
}

const print = (name, { clean, honestRooms, accused, honest, found, conformists }) =>
  console.log(
    `${name.padEnd(33)} ${share(clean, honestRooms).padStart(33)} ${share(accused, honest).padStart(33)} ${share(found, conformists).padStart(20)}`,
  )

/** Answers about buying with the vote of 1–5 they stand for; those of `dev` are the ones the offline reader was trained on. */
const BANKS = { dev: '../data/readers/intent.jsonl', heldout: '../data/trust/intent-heldout.jsonl' }
const readBank = (set) =>
  readFileSync(new URL(BANKS[set], import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
