import type { KeptMemory } from '../../domain/kept-memory.js'
import type { MemoryRow } from './memory.js'
import { type ProductState, stepWords } from './product-state.js'
import { OUTCOME_WORDS } from './prompt.js'

type Remembered = Pick<MemoryRow, 'target' | 'outcome' | 'defect' | 'insight'>

/** Targets without a screen. */
const BESIDE: Readonly<Record<string, ProductState['screens'][number]['words']>> = {
  docs: { to: 'find something in the guide', did: 'found something in the guide' },
  support: { to: 'get an answer of support', did: 'asked support' },
  product: { to: 'remove it', did: 'removed it' },
}

/** The words of a memory: one sentence for each target, outcome, defect and insight. */
export function memoryText({ screens }: ProductState, { target, outcome, defect, insight }: Remembered): string {
  const screen = screens.find(({ id }) => id === target)
  const { to, did } = screen?.words ?? BESIDE[target] ?? stepWords(target)
  if (insight === 'support_helped') return 'Support has helped me.'
  if (insight === 'workaround') return `I know a way to ${to}.`
  if (insight === 'pattern') return `Most times it ${OUTCOME_WORDS[outcome]} when I wanted to ${to}.`
  if (outcome === 'ok') return `I ${did}.`
  const message = screen?.defects.find(({ id }) => id === defect)?.message ?? ''
  return `It ${OUTCOME_WORDS[outcome]} when I wanted to ${to}${message === '' ? '' : ` (“${message}”)`}.`
}

/** What others said and what was concluded come first. */
const ORDER: readonly KeptMemory['kind'][] = ['social', 'semantic', 'emotional', 'episodic']

/** What a person remembers, equal memories as one, by kind and day. */
export function keptMemories(product: ProductState, rows: readonly MemoryRow[]): KeptMemory[] {
  const kept = new Map<string, KeptMemory>()
  for (const row of rows) {
    const text = row.kind === 'social' ? heardText(product, row) : memoryText(product, row)
    const key = `${row.kind} ${text}`
    const known = kept.get(key)
    const day = Math.max(known?.day ?? 0, row.day + 1)
    kept.set(key, { kind: row.kind, day, text, times: (known?.times ?? 0) + row.count })
  }
  return [...kept.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.day - b.day)
}

function heardText({ screens }: ProductState, { target, outcome }: Remembered): string {
  const { to } = screens.find(({ id }) => id === target)?.words ?? stepWords(target)
  return `Somebody told me that it ${OUTCOME_WORDS[outcome]} when one wants to ${to}.`
}
