// Which private views the minority report finds, and for which reason: with a coder that reads polarity (an oracle that
// answers from the labels, and one that errs in a tenth of its marks), and offline, by similarity.
import {
  codeBySimilarity,
  nearnessOf,
  probabilityOf,
  textsToEmbed,
} from '../../build/engine/focus-group/live/code-by-similarity.js'
import { CODE_VIEWS_RULES } from '../../build/engine/focus-group/live/code-views.js'
import { codeDiscussion } from '../../build/engine/focus-group/live/coding.js'
import { suppressedViews } from '../../build/engine/focus-group/suppressed-views.js'
import { fitWeights } from './fit.mjs'
import { benchDeps, createRandom, readPairs, readRooms, roomAsDiscussed, share } from './rooms.mjs'

const BARS = { reads: 0.9, offlineRecall: 0.6, offlinePrecision: 0.8 }
const REPEATS = 20
/** What the report should say of a reason. */
const REPORTED = {
  silent: 'never_voiced',
  contradicted_only: 'never_voiced',
  asked_about: 'never_voiced',
  dropped: 'dropped',
}

export async function views({ set, fit }) {
  const rooms = readRooms(set)
  if (fit) return printFit(rooms)
  const random = createRandom(7)
  const results = {
    'coder that reads polarity': await tallyOf(rooms, (room) => benchDeps(oracle(room))),
    'the same, errs in 10 %': await tallyOf(repeated(rooms), (room) => benchDeps(oracle(room, random))),
    'offline, by similarity': await tallyOf(rooms, () => benchDeps()),
    'always: nobody said it': guesses(rooms, () => 'never_voiced'),
    'a coin': guesses(repeated(rooms), () => {
      const why = random() < 0.5 ? 'never_voiced' : 'dropped'
      return random() < 0.5 ? 'heard' : why
    }),
  }
  console.log(
    'planted views                reported  precision  recall   of which with the right reason   unclear  kind of silence right',
  )
  for (const [name, tally] of Object.entries(results)) console.log(`${name.padEnd(28)} ${row(tally)}`)
  await marks(set, random)
  const [reads, , offline] = Object.values(results)
  return [
    ['precision', 'with a coder that reads polarity', precision(reads), BARS.reads],
    ['recall', 'with a coder that reads polarity', recall(reads), BARS.reads],
    ['precision', 'offline', precision(offline), BARS.offlinePrecision],
    ['recall', 'offline', recall(offline), BARS.offlineRecall],
  ].flatMap(([figure, how, value, bar]) =>
    value >= bar ? [] : [`views (${set}), ${how}: ${figure} with the right reason ${value.toFixed(2)} (bar ${bar})`],
  )
}

const repeated = (rooms) => Array.from({ length: REPEATS }, () => rooms).flat()
const precision = ({ right, reported }) => right / Math.max(1, reported)
const recall = ({ right, planted }) => right / Math.max(1, planted)
const row = (tally) =>
  [
    String(tally.reported).padStart(8),
    share(tally.found, tally.reported).padStart(10),
    share(tally.found, tally.planted).padStart(7),
    `${share(tally.right, tally.reported)} / ${share(tally.right, tally.planted)}`.padStart(34),
    share(tally.unclear, tally.reasons).padStart(9),
    share(tally.kind, tally.planted).padStart(23),
  ].join(' ')

const emptyTally = () => ({ reasons: 0, planted: 0, reported: 0, found: 0, right: 0, kind: 0, unclear: 0 })
function count(tally, fate, said, kind) {
  const planted = REPORTED[fate]
  tally.reasons++
  if (planted) tally.planted++
  if (said === 'unclear') tally.unclear++
  if (said === 'heard' || said === 'unclear') return
  tally.reported++
  if (planted) tally.found++
  if (planted === said) tally.right++
  if (planted === said && kind === fate) tally.kind++
}

async function tallyOf(rooms, depsOf) {
  const tally = emptyTally()
  for (const room of rooms) {
    const { stimulus, participants, after, record } = roomAsDiscussed(room)
    const coded = await codeDiscussion(depsOf(room), CODE_VIEWS_RULES, stimulus, participants, after, record)
    for (const { person, reason, fate } of room.labels) {
      const { view_id } = coded.reasons.find(({ reason_id }) => reason_id === `${person}/${reason}`)
      const view = coded.views.filter((candidate) => candidate.view_id === view_id)
      const { suppressed_views, unclear_views } = suppressedViews(view, coded.reasons, coded.turns, coded.by)
      const reports = (list) => list.some(({ holders }) => holders.some(({ persona_id }) => persona_id === person))
      const [found] = reports(suppressed_views) ? suppressed_views : []
      count(tally, fate, found?.why_unheard ?? (reports(unclear_views) ? 'unclear' : 'heard'), found && kindOf(found))
    }
  }
  return tally
}

function kindOf({ why_unheard, contradicted_turns, asked_turns }) {
  if (why_unheard === 'dropped') return 'dropped'
  if (contradicted_turns.length > 0) return 'contradicted_only'
  return asked_turns.length > 0 ? 'asked_about' : 'silent'
}

function guesses(rooms, guess) {
  const tally = emptyTally()
  for (const { labels } of rooms)
    for (const { fate } of labels) count(tally, fate, fate === 'withdrawn' ? 'heard' : guess(), null)
  return tally
}

/**
 * Answers the coding task from the labels of a room. Files say where a view is supported; where it was contradicted or
 * asked about, a turn of somebody else (one with a question, where there is one) stands for it.
 */
function oracle(room, random = null) {
  const labelOf = new Map(
    room.labels.flatMap((label) => {
      const person = room.people.find(({ name }) => name === label.person)
      const { text } = person.before.reasons.find(({ id }) => id === label.reason)
      return [[text, label]]
    }),
  )
  return (_task, facts) => {
    const numberOf = (index) => facts.turns.find(({ text }) => text === room.turns[index]?.text)?.turn
    const marks = facts.views.flatMap(({ view, text }) => {
      const label = labelOf.get(text)
      return label ? relationsOf(room, label).map(({ at, relation }) => ({ view, turn: numberOf(at), relation })) : []
    })
    const textOf = (turn) => facts.turns.find((shown) => shown.turn === turn).text
    const erring =
      random === null ? marks : marks.flatMap((mark) => (random() < 0.1 ? wrong(mark, facts, random) : [mark]))
    return { marks: erring.map((mark) => ({ ...mark, quote: textOf(mark.turn) })) }
  }
}

function relationsOf({ turns }, { person, fate, supporting_turns }) {
  const supports = supporting_turns.map((at) => ({ at, relation: 'supports' }))
  const [first = -1] = supporting_turns
  const byOthers = turns.flatMap(({ speaker, text }, at) => (speaker !== person && at > first ? [{ at, text }] : []))
  const last = byOthers.at(-1)
  const asking = turns.findIndex(({ text }) => text.includes('?'))
  if (fate === 'contradicted_only' || (fate === 'voiced' && supports.length === 1))
    return [...supports, ...(last ? [{ at: last.at, relation: 'contradicts' }] : [])]
  if (fate === 'asked_about') return [{ at: Math.max(0, asking), relation: 'asks' }]
  return supports
}

/** One of three errors: a mark that is missing, of another relation, or at another view. */
function wrong(mark, { views: shown }, random) {
  const kind = Math.floor(random() * 3)
  const other = (list) => list[Math.floor(random() * list.length)]
  if (kind === 0) return []
  if (kind === 1)
    return [{ ...mark, relation: other(['supports', 'contradicts', 'asks'].filter((one) => one !== mark.relation)) }]
  return [{ ...mark, view: other(shown).view }]
}

/** Single turns against single views: how often each relation is found, and how often rightly. */
async function marks(set, random) {
  const pairs = readPairs(set)
  const deps = benchDeps()
  const coded = []
  for (const { offer, view, turn } of pairs) {
    const viewList = [{ view_id: 'v1', texts: [view], holders: [] }]
    const turnList = [{ turn: 1, speaker: 'x', text: turn }]
    const texts = textsToEmbed(viewList, turnList)
    const vectors = await deps.embedder.embed(texts)
    const [mark] = codeBySimilarity(viewList, turnList, offer, (text) => vectors[texts.indexOf(text)])
    coded.push(mark?.relation ?? 'untouched')
  }
  const relations = ['supports', 'contradicts', 'asks', 'untouched']
  const answers = {
    'offline, by similarity': coded,
    'always: supports': pairs.map(() => 'supports'),
    'a coin': pairs.map(() => relations[Math.floor(random() * relations.length)]),
  }
  console.log(
    `\nmarks on ${pairs.length} single pairs     ${relations.map((name) => name.padEnd(14)).join('')} unclear   (precision / recall)`,
  )
  for (const [name, given] of Object.entries(answers)) {
    const cells = relations.map((relation) => {
      const said = given.filter((answer) => answer === relation).length
      const right = given.filter((answer, i) => answer === relation && pairs[i].label === relation).length
      return `${share(right, said)} / ${share(right, pairs.filter(({ label }) => label === relation).length)}`.padEnd(
        14,
      )
    })
    console.log(
      `${name.padEnd(28)} ${cells.join('')} ${share(given.filter((answer) => answer === 'unclear').length, given.length)}`,
    )
  }
}

/** The weights of the similarity coder, fitted to the turns that are labelled to support a view; with rooms left out in turn. */
async function printFit(rooms) {
  const rows = []
  for (const [at, room] of rooms.entries()) {
    const { stimulus, record } = roomAsDiscussed(room)
    const turns = record.map(({ turn, speaker, text }) => ({ turn, speaker, text }))
    const held = room.labels.map(({ person, reason }) => {
      const { text } = room.people.find(({ name }) => name === person).before.reasons.find(({ id }) => id === reason)
      return { view_id: `${person}/${reason}`, texts: [text], holders: [person] }
    })
    const texts = textsToEmbed(held, turns)
    const vectors = await benchDeps().embedder.embed(texts)
    const vectorOf = new Map(texts.map((text, i) => [text, vectors[i]]))
    const nearness = nearnessOf(held, turns, stimulus, (text) => vectorOf.get(text))
    room.labels.forEach(({ supporting_turns }, v) => {
      turns.forEach(({ turn }, t) => {
        const { nearest: _, ...features } = nearness[v][t]
        rows.push({
          room: at,
          features,
          supports: supporting_turns.includes(turn - 1),
          now: probabilityOf(nearness[v][t]),
        })
      })
    })
  }
  console.log(fitWeights(rows))
  return []
}
