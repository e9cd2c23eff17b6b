import type { PressureTestInput } from '../../domain/pressure-test.js'
import { bold, list, paragraph, type Room, words } from './blocks.js'
import type { Difference, RunCard } from './given.js'
import { line } from './text.js'

type Settings = Partial<
  Pick<
    PressureTestInput,
    'category' | 'panel' | 'personas' | 'skepticism' | 'focus_group' | 'controls' | 'stability' | 'stimulus' | 'seed'
  >
>

const NAMES: Record<keyof Settings, string> = {
  stimulus: 'Proposition',
  category: 'Category',
  panel: 'Panel',
  personas: 'People',
  skepticism: 'Skepticism',
  focus_group: 'Focus group',
  controls: 'Control concepts',
  stability: 'Rebuilt panels',
  seed: 'Seed',
}

const said = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "the category's own" : value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value ?? 'none').replaceAll('_', ' ')
}

/** What is asked otherwise the second time; a proposition is only said to be changed, not quoted. */
export function differencesOf(before: Settings, after: Settings): Difference[] {
  return (Object.keys(NAMES) as (keyof Settings)[]).flatMap((key) => {
    const [one, other] = [JSON.stringify(before[key]), JSON.stringify(after[key])]
    if (one === other || after[key] === undefined) return []
    return key === 'stimulus'
      ? [{ name: NAMES[key], before: 'as it was', after: 'changed' }]
      : [{ name: NAMES[key], before: said(before[key]), after: said(after[key]) }]
  })
}

/** "Run again with: Skepticism medium → high". */
export function differenceList(again: RunCard['again'], room: Room) {
  if (!again) return []
  if (again.differences.length === 0) return [paragraph(bold('Run again'), words(' with nothing changed.'))]
  return [
    paragraph(bold('Run again with')),
    list(
      again.differences
        .slice(0, 10)
        .map(({ name, before, after }) => [
          words(`${line(name, 40)}: ${line(before, 100 * room.words)} → ${line(after, 100 * room.words)}`),
        ]),
    ),
  ]
}
