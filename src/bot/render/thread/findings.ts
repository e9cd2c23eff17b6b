import type { FocusGroupResult, PressureTestResult } from '../../../domain/pressure-test.js'
import type { RunDocument } from '../../../domain/run.js'
import { type Fix, type Friction, findingsOf, type Weakness } from '../../../report/view/findings.js'
import { contested, mapOf } from '../../../report/view/map.js'
import { counted, type Said } from '../../../report/view/wording.js'
import { namesOf } from '../../../report/view.js'
import { ACTIONS } from '../action-ids.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  feedback,
  header,
  type Inline,
  italic,
  list,
  message,
  paragraph,
  quote,
  rich,
  words,
} from '../blocks.js'
import { madeLine, madeShortly } from '../honest.js'
import type { ThreadMessage } from '../message.js'
import { inert, line } from '../text.js'

const OPEN_WEAKNESSES = 2
const OPEN_FIXES = 2
const MOST_MORE = 8

/** What broke and what would mend it: the worst in sight, the rest to open. */
export function findingsMessage(run: RunDocument): ThreadMessage {
  const result = run.result as PressureTestResult | FocusGroupResult
  const names = namesOf(result.responses)
  const { weaknesses, fixes, frictions } = findingsOf(result, names)
  const claims = contested(mapOf(result, names).rows)
  const { run_id } = run
  const title =
    weaknesses.length === 0
      ? 'Weaknesses: none the panel would name'
      : `What broke: ${counted(weaknesses.length, 'weakness', 'weaknesses')}`
  const first = (scale: number) =>
    rich(
      ...weaknesses
        .slice(0, OPEN_WEAKNESSES)
        .flatMap((one, index) => [paragraph(...weaknessLine(one, index, scale)), saying(one.said[0], scale)]),
      fixes.length > 0 ? paragraph(bold('\nFix first')) : paragraph(words('The analysis recommends no fix.')),
      list(fixes.slice(0, OPEN_FIXES).map((fix) => [words(line(fix.what, 300 * scale))])),
    )
  const more = (scale: number) => {
    const rest = weaknesses.slice(OPEN_WEAKNESSES, OPEN_WEAKNESSES + MOST_MORE)
    const restFixes = fixes.slice(OPEN_FIXES, OPEN_FIXES + MOST_MORE)
    return [
      section(`${counted(rest.length, 'more weakness', 'more weaknesses')}`, rest, (one, index) =>
        weaknessLine(one, index + OPEN_WEAKNESSES, scale),
      ),
      section(`${counted(restFixes.length, 'more fix', 'more fixes')}`, restFixes, (one) => fixLine(one, scale)),
      section(`What holds people back: ${frictions.length}`, frictions.slice(0, MOST_MORE), (one) =>
        frictionLine(one, scale),
      ),
      section(`Claims people doubt: ${claims.length}`, claims.slice(0, MOST_MORE), (row) => [
        bold(line(row.claim, 150 * scale)),
        words(` ${row.counts.believes} believe, ${row.counts.doubts} doubt, ${row.counts.rejects} reject it.`),
        words(row.fix === '' ? '' : ` ${line(row.fix, 220 * scale)}`),
      ]),
    ]
  }
  const next =
    fixes.length > 0 &&
    run.kind === 'pressure_test' &&
    actions(
      button({
        label: 'Apply the fixes and re-test',
        action: ACTIONS.refineRun,
        ref: { run: run_id },
        style: 'primary',
      }),
    )
  return {
    key: 'findings',
    ...message({
      text: `${title}${weaknesses[0] ? `, first of all: ${inert(weaknesses[0].what, 300)}` : ''}. ${madeShortly(run)}.`,
      blocks: (scale) => [
        header(title),
        first(scale),
        ...more(scale).map((one) => one && container(one.title, [rich(list(one.items))])),
        next,
        context(madeLine(run)),
        feedback(run_id, 'findings'),
      ],
      plain: (scale) => [
        header(title),
        first(scale),
        ...more(scale * 0.5).map((one) => one && rich(paragraph(bold(one.title)), list(one.items.slice(0, 3)))),
        next,
        context(madeLine(run)),
      ],
    }),
  }
}

/** A titled list, or nothing where it would be empty. */
const section = <T>(title: string, items: readonly T[], write: (one: T, index: number) => readonly Inline[]) =>
  items.length > 0 && { title, items: items.map(write) }

const weaknessLine = ({ what, severity }: Weakness, index: number, scale: number): Inline[] => [
  bold(`${index + 1}. `),
  words(line(what, 300 * scale)),
  italic(` ${severity}`),
]
const fixLine = ({ what, priority }: Fix, scale: number): Inline[] => [
  words(line(what, 300 * scale)),
  italic(` ${priority} priority`),
]
const frictionLine = ({ what, severity, who }: Friction, scale: number): Inline[] => [
  words(line(what, 240 * scale)),
  italic(` ${severity} of 10`),
  words(who === '' ? '' : `, ${line(who, 120 * scale)}`),
]
const saying = (said: Said | undefined, scale: number) =>
  said
    ? quote(words(line(said.quote, 260 * scale)), words('\n'), bold(line(said.who, 60)), words(`, ${said.where}`))
    : null
