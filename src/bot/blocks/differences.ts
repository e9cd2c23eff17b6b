import { bold, list, type MessageScale, paragraph, words } from './blocks.js'
import { line } from './text.js'
import type { Difference, RunCard } from './view-models.js'

const NAMES = {
  stimulus: 'Proposition',
  about: 'About it',
  topics: 'Topics',
  notes: 'Notes',
  category: 'Category',
  panel: 'Panel',
  personas: 'People',
  skepticism: 'Skepticism',
  focus_group: 'Focus group',
  controls: 'Control concepts',
  assay: 'Test of the panel',
  stability: 'Rebuilt panels',
  version: 'Version',
  against: 'Against',
  test_cases: 'Test cases',
  trials: 'Trials',
  seed: 'Seed',
} as const
/** Settings whose values are too long for one line. */
const LONG = new Set<string>(['stimulus', 'about', 'notes', 'test_cases'])

/** Settings of a run, of any kind. */
export type RunSettings = Partial<Record<keyof typeof NAMES, unknown>>

const settingText = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "the category's own" : value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value ?? 'none').replaceAll('_', ' ')
}

/** Settings that differ in the repeated run; long values are named as changed, not quoted. */
export function differencesOf(before: RunSettings, after: RunSettings): Difference[] {
  return (Object.keys(NAMES) as (keyof RunSettings)[]).flatMap((key) => {
    const [earlier, later] = [JSON.stringify(before[key]), JSON.stringify(after[key])]
    if (earlier === later || after[key] === undefined) return []
    if (LONG.has(key)) return [{ name: NAMES[key], before: 'as it was', after: 'changed' }]
    return [{ name: NAMES[key], before: settingText(before[key]), after: settingText(after[key]) }]
  })
}

/** "Run again with: Skepticism medium → high". */
export function differenceList(again: RunCard['again'], scale: MessageScale) {
  if (!again) return []
  if (again.differences.length === 0) return [paragraph(bold('Run again'), words(' with nothing changed.'))]
  return [
    paragraph(bold('Run again with')),
    list(
      again.differences
        .slice(0, 10)
        .map(({ name, before, after }) => [
          words(`${line(name, 40)}: ${line(before, 100 * scale.words)} → ${line(after, 100 * scale.words)}`),
        ]),
    ),
  ]
}
