import type { KeptMemory } from '../../../domain/simulation/kept-memory.js'
import type { Product } from '../../../domain/simulation/product.js'
import { inThirdPerson } from '../diary/third-person.js'
import { stepWords } from '../product-state.js'
import { OUTCOME_WORDS, outcomeText } from '../session/prompt.js'
import type { MemoryRow } from './memory.js'
import type { MemoryContent } from './remembered.js'

type Words = { readonly to: string; readonly did: string }
/** What of a product's screens stands in the words of memories: the same in all of its states. */
type WordedScreens = readonly {
  readonly id: string
  readonly words: Words
  readonly defects: readonly { readonly id: string; readonly message: string }[]
}[]

export const wordedScreens = ({ screens }: Product): WordedScreens =>
  Object.entries(screens).map(([id, { words, defects }]) => ({ id, words: words ?? stepWords(id), defects }))

/** Targets without a screen. */
const TARGETS_WITHOUT_SCREEN: Readonly<Record<string, Words>> = {
  docs: { to: 'find something in the guide', did: 'found something in the guide' },
  support: { to: 'get an answer of support', did: 'asked support' },
  product: { to: 'remove it', did: 'removed it' },
}

/** The words of a memory: one sentence for each target, outcome, defect and insight. */
export function memoryText(screens: WordedScreens, { target, outcome, defect, insight, words }: MemoryContent): string {
  if (words !== undefined) return words
  const screen = screens.find(({ id }) => id === target)
  const { to, did } = wordsAt(screens, target)
  if (insight === 'support_helped') return 'Support has helped me.'
  if (insight === 'workaround') return `I know a way to ${to}.`
  if (insight === 'pattern') return `Most times it ${OUTCOME_WORDS[outcome]} when I wanted to ${to}.`
  if (outcome === 'ok') return `I ${did}.`
  const message = screen?.defects.find(({ id }) => id === defect)?.message ?? ''
  return `It ${outcomeText(outcome, message)} when I wanted to ${to}${message === '' ? '' : ` (“${message}”)`}.`
}

const wordsAt = (screens: WordedScreens, target: string): Words =>
  screens.find(({ id }) => id === target)?.words ?? TARGETS_WITHOUT_SCREEN[target] ?? stepWords(target)

export const goalText = (screens: WordedScreens, target: string): string => `I want to ${wordsAt(screens, target).to}.`

/** What others said and what was concluded come first. */
const ORDER: readonly KeptMemory['kind'][] = ['social', 'semantic', 'emotional', 'episodic']

/** What a person remembers, equal memories as one, by kind and day. */
export function keptMemories(screens: WordedScreens, rows: readonly MemoryRow[]): KeptMemory[] {
  const kept = new Map<string, KeptMemory>()
  for (const row of rows) {
    const text = row.kind === 'social' ? heardText(screens, row) : memoryText(screens, row)
    const key = `${row.kind} ${text}`
    const known = kept.get(key)
    const day = Math.max(known?.day ?? 0, row.day + 1)
    kept.set(key, { kind: row.kind, day, text, times: (known?.times ?? 0) + row.count })
  }
  return [...kept.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.day - b.day)
}

const heardText = (screens: WordedScreens, { target, outcome }: MemoryContent): string =>
  `Somebody told me that it ${OUTCOME_WORDS[outcome]} when they wanted to ${inThirdPerson(wordsAt(screens, target).to)}.`
