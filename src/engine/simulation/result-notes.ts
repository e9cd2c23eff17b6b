import { AUDIENCE_SOURCE } from '../../domain/audience.js'
import { CONCERNS, type Concern } from '../../domain/concern.js'
import { reachableScreens } from '../../domain/product-reach.js'
import { REFERRAL_DAYS, type SimulationInput, type SimulationResult } from '../../domain/simulation.js'
import { personasBehind, type Rows } from './analysis/rows.js'
import type { Recognised } from './cohort.js'
import type { ViralCoefficient } from './network/viral-coefficient.js'

type Lives = {
  readonly people: Rows['people']
  readonly recognised: Recognised | null
  /** Number of people whom invitations could reach, users included. */
  readonly market: number
}

/** Notes for the reader on what the simulation rests on. */
export function notesOf(
  { product, product_version, panel, people, personas, days, network, pilot, features }: SimulationInput,
  joined: number,
  viral: ViralCoefficient | null,
  { people: lived, recognised, market }: Lives,
): string[] {
  const sets = people?.sets ?? []
  const notes: string[] = []
  const reached = reachableScreens(product)
  const closed = Object.keys(product.screens).filter((id) => !reached.has(id))
  if (closed.length > 0)
    notes.push(
      `Look at what these screens need: nobody can ever open ${closed.join(', ')}, so part of ${product.name} cannot be used.`,
    )
  if (pilot !== null && pilot < personas)
    notes.push(
      `A pilot: the first ${pilot} of ${personas.toLocaleString('en')} people, the same ones as in the whole run.`,
    )
  if (product_version !== null) {
    const other = product_version > 1 ? `; version ${product_version - 1} had other content` : ''
    notes.push(`${product.name} is stored as version ${product_version}${other}.`)
  }
  if (sets.length === 0)
    notes.push(
      `The people come from ${panel.length === 0 ? 'every built-in archetype' : panel.join(', ')}; patience, experience, time and ways to learn are drawn, from nobody's research.`,
    )
  for (const { name, version, size, members: used } of sets)
    notes.push(`The people come from ${used.length} of the ${size} profiles of the set ${name}, version ${version}.`)
  if (sets.some((set) => set.members.some(({ source }) => source === AUDIENCE_SOURCE)))
    notes.push('Some of them were made up from one sentence about an audience, nobody was asked.')
  if (recognised !== null) notes.push(concernsNote(recognised))
  if (personasBehind(lived) < lived.length)
    notes.push(
      `The ${lived.length} people are ${personasBehind(lived)} distinct personas: copies share their traits and differ in luck alone, so the intervals${viral === null ? '' : ', except that of K,'} count personas and not copies.`,
    )
  const switched = Object.entries(features).map(([flag, isOn]) => `${flag} ${isOn ? 'on' : 'off'}`)
  if (switched.length > 0) notes.push(`Switched for this run: ${switched.join(', ')}.`)
  if (viral !== null)
    notes.push(
      `Invitations reach a ${network.replace('_', ' ')} network: ${joined} joined later and are counted from their own first day; K is ${viral.k.toFixed(2)} (${viral.low.toFixed(2)} to ${viral.high.toFixed(2)}) accepted invitations a user within ${Math.min(REFERRAL_DAYS, days)} days, in a market of ${market} people of whom ${personas} use it from the first day, so fewer are left to invite than in a wide one.`,
    )
  return [...notes, 'Every number of the product is an assumption of its file; nothing is fitted to real users.']
}

/** The note on how a set's statements affect people's weeks, and for how many profiles they do not. */
function concernsNote({ of, none, by }: Recognised): string {
  const found = CONCERNS.filter((concern) => by[concern] > 0).sort((a, b) => by[b] - by[a])
  const silent = `${none} of ${of} ${of === 1 ? 'profile' : 'profiles'}`
  if (found.length === 0) return `In what the people said nothing is recognised that would trouble them: ${silent}.`
  const named = found.map((concern) => `${CONCERN_WORDS[concern]} ${by[concern]}`).join(', ')
  return `What they feel most follows from words in what they said, by judged weights (profiles): ${named}; nothing was recognised for ${silent}, who feel everything alike.`
}

const CONCERN_WORDS: Readonly<Record<Concern, string>> = {
  price: 'price',
  effort: 'effort',
  clarity: 'clarity',
  loss: 'reliability',
  waiting: 'waiting',
  messages: 'messages',
  privacy: 'privacy',
  setup: 'setting up',
  learning: 'learning and help',
}

export function sensitivityNote(sensitivity: SimulationResult['sensitivity']): string[] {
  if (sensitivity === null)
    return ['Whether the order of the frictions hangs on judged weights was not run: that takes two frictions or more.']
  const { runs, people, top, kept, same_order } = sensitivity
  return [
    `With the judged weights of traits, staying, coming back and concerns moved by up to half (not those of feelings, choices and prices), ${(kept * top).toFixed(1)} of the first ${top} frictions stay among the first ${top}, and ${Math.round(same_order * runs)} of ${runs} weightings keep their order (${people} ${people === 1 ? 'person' : 'people'}, ${runs} weightings).`,
  ]
}
