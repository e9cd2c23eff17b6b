import type { FocusGroupResult, PressureTestResult } from '../../domain/pressure-test.js'
import type { RunDocument } from '../../domain/run.js'
import { dissentOf, type SuppressedView } from '../../report/view/dissent.js'
import { counted } from '../../report/view/wording.js'
import { namesOf } from '../../report/view.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  feedback,
  header,
  italic,
  list,
  message,
  moment,
  named,
  paragraph,
  plain,
  quote,
  rich,
  words,
} from './blocks.js'
import type { MinorityMark } from './given.js'
import { madeLine, madeShortly } from './honest.js'
import type { Message, ThreadMessage } from './message.js'
import type { Ref } from './ref.js'
import { inert, line } from './text.js'

type Panel = PressureTestResult | FocusGroupResult
export type KeyedView = SuppressedView & { readonly key: string; readonly marks: readonly MinorityMark[] }

/** Views that get buttons of their own; the others are listed. */
const OWN_BUTTONS = 5
const MOST_LISTED = 12
const MOST_HOLDERS = 3

/** Key of the suppressed view at this place: a finished run's views never change. */
const viewKey = (index: number): string => `v${index + 1}`

/** The suppressed views of a panel's run, each with what was done about it; none for a run of another kind. */
export function viewsOf(run: RunDocument, marks: readonly MinorityMark[]): KeyedView[] {
  if (run.kind !== 'pressure_test' && run.kind !== 'focus_group') return []
  const result = run.result as Panel | null
  if (!result) return []
  return dissentOf(result, namesOf(result.responses)).views.map((view, index) => ({
    ...view,
    key: viewKey(index),
    marks: marks.filter((mark) => mark.view === null || mark.view === viewKey(index)),
  }))
}

/** Keys of the suppressed views that nobody has dealt with. */
export const openViews = (run: RunDocument, marks: readonly MinorityMark[]): string[] =>
  viewsOf(run, marks).flatMap((view) => (view.marks.length === 0 ? [view.key] : []))

/** The last thing done about it, in words: "Acknowledged by Ana, …". */
export function markLine({ action, by, at, to, text }: MinorityMark, most: number) {
  const said = text ? `: ${line(text, most)}` : ''
  const who = line(by, 60)
  switch (action) {
    case 'acknowledged':
      return paragraph(words('✅ '), bold('Acknowledged'), words(` by ${who}, `), moment(at), words(said))
    case 'assigned':
      return paragraph(
        words('👉 '),
        bold('Assigned'),
        words(` to ${line(to ?? '', 60)} by ${who}, `),
        moment(at),
        words(said),
      )
    case 'disagreed':
      return paragraph(words('✋ '), bold('Disagreed'), words(` by ${who}, `), moment(at), words(said))
  }
}

/** Buttons for one view (`ref.view`) or for the whole report; what was done once is not offered again. */
export function minorityButtons(ref: Ref, marks: readonly MinorityMark[], all = false) {
  const done = (action: MinorityMark['action']) => marks.some((mark) => mark.action === action)
  const suffix = all ? ' all' : ''
  return actions(
    marks.length === 0 && button({ label: `Acknowledge${suffix}`, action: ACTIONS.acknowledge, ref, style: 'primary' }),
    button({ label: done('assigned') ? 'Assign to another' : 'Assign', action: ACTIONS.assign, ref }),
    !done('disagreed') && button({ label: 'Disagree, because…', action: ACTIONS.disagree, ref }),
  )
}

const unheard = ({ unheard: why, heard }: SuppressedView): string =>
  heard.length === 0 ? why : `${why} (turn ${heard.slice(0, 5).join(', ')})`

const holdersOf = (view: KeyedView, scale: number) =>
  view.said
    .slice(0, MOST_HOLDERS)
    .flatMap(({ who, quote: said, where }) => [
      quote(words(line(said, 320 * scale)), words('\n'), bold(line(who, 60)), words(`, ${where}`)),
    ])
const others = ({ said }: KeyedView): string =>
  said.length > MOST_HOLDERS ? `and ${counted(said.length - MOST_HOLDERS, 'other')}` : ''

function viewBody(view: KeyedView, scale: number, titled: boolean) {
  return rich(
    titled && paragraph(bold(line(view.view, 300 * scale))),
    paragraph(italic(unheard(view))),
    ...holdersOf(view, scale),
    others(view) !== '' && paragraph(words(others(view))),
    ...view.marks.slice(-2).map((mark) => markLine(mark, 300 * scale)),
  )
}

/** The minority report: who held what in their words, how strongly, and why nobody heard it. `null` for other kinds. */
export function minorityMessage(run: RunDocument, marks: readonly MinorityMark[]): ThreadMessage | null {
  if (run.kind !== 'pressure_test' && run.kind !== 'focus_group') return null
  const result = run.result as Panel
  const dissent = dissentOf(result, namesOf(result.responses))
  const views = viewsOf(run, marks)
  const { run_id } = run
  const title =
    views.length === 0
      ? 'Minority report: nothing was held back'
      : `Minority report: ${counted(views.length, 'view')} nobody heard`
  const opening = (scale: number) =>
    rich(
      paragraph(bold(`${dissent.label}. `), words(dissent.sentence)),
      views.length === 0
        ? paragraph(words('Nobody held a view in private that the others did not hear.'))
        : paragraph(words(dissent.why === '' ? '' : line(dissent.why, 400 * scale))),
    )
  const [first, ...rest] = views
  const conforming = dissent.conformity.slice(0, 4)
  const aloud = (scale: number) =>
    conforming.map(({ who, aloud: said, after }) => [
      bold(line(who, 60)),
      words(` said “${line(said, 120 * scale)}” aloud and wrote “${line(after, 120 * scale)}” in secret.`),
    ])
  const refOf = (view: KeyedView): Ref => ({ run: run_id, view: view.key })
  const own = (scale: number) => rest.slice(0, Math.max(0, Math.floor(OWN_BUTTONS * scale) - 1))
  const listed = (scale: number) => rest.slice(own(scale).length)
  const listOf = (scale: number) => {
    const all = listed(scale)
    const shown = all.slice(0, Math.max(2, Math.floor(MOST_LISTED * scale)))
    return rich(
      list(shown.map((view) => [words(line(view.view, 200 * scale)), italic(` ${unheard(view)}`)])),
      all.length > shown.length &&
        paragraph(words(`… and ${counted(all.length - shown.length, 'more', 'more')} in the full report.`)),
    )
  }
  return {
    key: 'minority',
    ...message({
      text: `${title}${first ? `, first of all: ${inert(first.view, 300)}` : ''}. ${madeShortly(run)}.`,
      blocks: (scale) => [
        header(title),
        opening(scale),
        ...(first ? [viewBody(first, scale, true), minorityButtons(refOf(first), first.marks)] : []),
        ...own(scale).map((view) =>
          container(
            line(view.view, 150),
            [viewBody(view, scale, view.view.length > 148), minorityButtons(refOf(view), view.marks)],
            {
              subtitle: view.marks.length === 0 ? unheard(view) : stateWords(view),
            },
          ),
        ),
        listed(scale).length > 0 &&
          container(`${counted(listed(scale).length, 'more view')} nobody heard`, [listOf(scale)]),
        conforming.length > 0 &&
          container(`Said one thing aloud and another in secret: ${dissent.conformity.length}`, [
            rich(list(aloud(scale))),
          ]),
        context(madeLine(run)),
        feedback(run_id, 'minority'),
      ],
      plain: (scale) => [
        header(title),
        opening(scale),
        ...(first ? [viewBody(first, scale, true), minorityButtons(refOf(first), first.marks)] : []),
        rest.length > 0 &&
          rich(paragraph(bold(`${counted(rest.length, 'more view')} nobody heard`)), ...listPlain(rest, scale)),
        context(madeLine(run)),
      ],
    }),
  }
}

const listPlain = (views: readonly KeyedView[], scale: number) => [
  list(
    views
      .slice(0, Math.max(2, Math.floor(MOST_LISTED * scale)))
      .map((view) => [words(line(view.view, 160 * scale)), italic(` ${unheard(view)}`)]),
  ),
]

const STATES = { acknowledged: 'Acknowledged', assigned: 'Assigned', disagreed: 'Disagreed' } as const
/** "Assigned to Ben by Ana". */
export function stateWords({ marks }: Pick<KeyedView, 'marks'>): string {
  const last = marks.at(-1)
  if (!last) return 'Open'
  const to = last.action === 'assigned' ? ` to ${line(last.to ?? '', 40)}` : ''
  return `${STATES[last.action]}${to} by ${line(last.by, 40)}`
}

type Assigned = {
  readonly run_id: string
  readonly subject: string
  /** The view's words; `null` for the whole report. */
  readonly view: string | null
  readonly by: string
  readonly note: string | null
  /** Link to the thread in Slack. */
  readonly url: string | null
}

/** The direct message to who a suppressed view was assigned to. */
export function assignedMessage({ run_id, subject, view, by, note, url }: Assigned): Message {
  const what = view === null ? 'a minority report' : 'a view that nobody heard'
  return message({
    text: `${named(by)} assigned ${what} to you: ${inert(view ?? subject, 300)}. It comes from synthetic people.`,
    blocks: (scale) => [
      rich(
        paragraph(bold(line(by, 60)), words(` assigned ${what} to you.`)),
        quote(words(line(view ?? subject, 500 * scale))),
        note !== null && note !== '' && paragraph(words(`Note: ${line(note, 1_000 * scale)}`)),
      ),
      actions(
        button({
          label: url ? 'Open the thread' : 'Show the run',
          action: url ? ACTIONS.openReport : ACTIONS.showRun,
          ref: { run: run_id },
          url,
        }),
      ),
      { type: 'context', elements: [plain('It was held by synthetic people in a test, not by real ones.', 300)] },
    ],
  })
}
