import type { PanelRun } from '../../domain/run-document.js'
import { dissentOf, type SuppressedView } from '../../presentation/minority-report.js'
import { namesOf } from '../../presentation/panel.js'
import { counted } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import type { ActionPayload } from './action-payload.js'
import {
  actions,
  bold,
  button,
  container,
  type Inline,
  italic,
  linkable,
  message,
  moment,
  named,
  paragraph,
  plain,
  quote,
  type Room,
  rich,
  shortList,
  some,
  words,
} from './blocks.js'
import type { Message } from './message.js'
import { inert, line } from './text.js'
import { sectionMessage } from './thread-part.js'
import type { MinorityMark } from './view-models.js'

type Panel = PanelRun['result']
export type KeyedView = SuppressedView & { readonly key: string; readonly marks: readonly MinorityMark[] }

/** Views that get buttons of their own; the others are listed. */
const OWN_BUTTONS = 5
const MAX_LISTED = 12
const MAX_HOLDERS = 2

/** Key of the suppressed view at this place: a finished run's views never change. */
const viewKey = (index: number): string => `v${index + 1}`

/** The suppressed views of a panel, each with what was done about it. */
export function viewsOf(result: Panel, marks: readonly MinorityMark[]): KeyedView[] {
  return dissentOf(result, namesOf(result.responses)).views.map((view, index) => ({
    ...view,
    key: viewKey(index),
    marks: marks.filter((mark) => mark.view === null || mark.view === viewKey(index)),
  }))
}

/** Keys of the suppressed views without a mark. */
export const openViews = (result: Panel, marks: readonly MinorityMark[]): string[] =>
  viewsOf(result, marks).flatMap((view) => (view.marks.length === 0 ? [view.key] : []))

/** The last thing done about it, in words: "Acknowledged by Ana, …". */
export function markLine({ action, by, at, to, text }: MinorityMark, max: number) {
  const reason = text ? `: ${line(text, max)}` : ''
  const who = line(by, 60)
  switch (action) {
    case 'acknowledged':
      return paragraph(words('✅ '), bold('Acknowledged'), words(` by ${who}, `), moment(at), words(reason))
    case 'assigned':
      return paragraph(
        words('👉 '),
        bold('Assigned'),
        words(` to ${line(to ?? '', 60)} by ${who}, `),
        moment(at),
        words(reason),
      )
    case 'disagreed':
      return paragraph(words('✋ '), bold('Disagreed'), words(` by ${who}, `), moment(at), words(reason))
  }
}

/** Buttons for one view (`ref.view`) or for the whole report; what was done once is not offered again. */
export function minorityButtons(ref: ActionPayload, marks: readonly MinorityMark[], all = false) {
  const done = (action: MinorityMark['action']) => marks.some((mark) => mark.action === action)
  const suffix = all ? ' all' : ''
  const others = done('assigned') ? ' to another' : suffix
  return actions(
    marks.length === 0 && button({ label: `Acknowledge${suffix}`, action: ACTIONS.acknowledge, ref }),
    button({ label: `Assign${others}`, action: ACTIONS.assign, ref }),
    !done('disagreed') && button({ label: 'Disagree, because…', action: ACTIONS.disagree, ref }),
  )
}

const unheard = ({ unheard: why, heardTurns }: SuppressedView): string =>
  heardTurns.length === 0 ? why : `${why} (turn ${heardTurns.slice(0, 5).join(', ')})`

const holdersOf = (view: KeyedView, room: Room) =>
  view.said
    .slice(0, MAX_HOLDERS)
    .flatMap(({ who, quote: text, where }) => [
      quote(words(line(text, 160 * room.words)), words('\n'), bold(line(who, 40)), words(`, ${where}`)),
    ])
const others = ({ said }: KeyedView): string =>
  said.length > MAX_HOLDERS ? `and ${counted(said.length - MAX_HOLDERS, 'other')}` : ''

function viewBody(view: KeyedView, room: Room, titled: boolean) {
  return rich(
    titled && paragraph(bold(line(view.view, 160 * room.words))),
    (titled || view.marks.length > 0) && paragraph(italic(unheard(view))),
    ...holdersOf(view, room),
    others(view) !== '' && paragraph(words(others(view))),
    ...view.marks.slice(-2).map((mark) => markLine(mark, 300 * room.words)),
  )
}

function minorityTitle(made: boolean, views: number): string {
  if (!made) return 'Minority report: not made'
  return views === 0
    ? 'Minority report: nothing was held back'
    : `Minority report: ${counted(views, 'view')} nobody heard`
}

/** The minority report: each suppressed view with its holders' quotes and why it went unheard. */
export function minorityMessage(run: PanelRun, marks: readonly MinorityMark[]): Message {
  const { result } = run
  const dissent = dissentOf(result, namesOf(result.responses))
  const views = viewsOf(result, marks)
  const { run_id } = run
  const title = minorityTitle(dissent.made, views.length)
  const opening = (room: Room) =>
    rich(
      paragraph(bold(`${dissent.label}. `), words(dissent.sentence)),
      dissent.made &&
        views.length === 0 &&
        paragraph(words('Nobody held a view in private that the others did not hear.')),
      views.length > 0 && paragraph(words(dissent.why === '' ? '' : line(dissent.why, 200 * room.words))),
      dissent.unclear !== '' && paragraph(italic(dissent.unclear)),
    )
  const [first, ...rest] = views
  const { conformity } = dissent
  const conformers = (room: Room) =>
    shortList(conformity, 4, room, ({ who, aloud, after }) => [
      bold(line(who, 60)),
      words(` said “${line(aloud, 120 * room.words)}” aloud and wrote “${line(after, 120 * room.words)}” in secret.`),
    ])
  const refOf = (view: KeyedView): ActionPayload => ({ run: run_id, view: view.key })
  const own = (room: Room) => some(rest, OWN_BUTTONS - 1, room).first
  const listed = (room: Room) => rest.slice(own(room).length)
  const listOf = (room: Room) =>
    rich(...shortList(listed(room), MAX_LISTED, room, (view) => listItem(view, 200 * room.words)))
  return sectionMessage(run, {
    title,
    text: `${title}${first ? `, first of all: ${inert(first.view, 300)}` : ''}.`,
    section: 'minority',
    blocks: (room) => [
      opening(room),
      first !== undefined && viewBody(first, room, true),
      first !== undefined && minorityButtons(refOf(first), first.marks),
      ...own(room).map((view) =>
        container(
          line(view.view, 100),
          [viewBody(view, room, view.view.length > 98), minorityButtons(refOf(view), view.marks)],
          {
            subtitle: view.marks.length === 0 ? unheard(view) : stateWords(view),
          },
        ),
      ),
      listed(room).length > 0 && container(`${counted(listed(room).length, 'more view')} nobody heard`, [listOf(room)]),
      conformity.length > 0 &&
        container(`Said one thing aloud and another in secret: ${conformity.length}`, [rich(...conformers(room))]),
    ],
    plain: (room) => [
      opening(room),
      first !== undefined && viewBody(first, room, true),
      first !== undefined && minorityButtons(refOf(first), first.marks),
      rest.length > 0 &&
        rich(
          paragraph(bold(`${counted(rest.length, 'more view')} nobody heard`)),
          ...shortList(rest, MAX_LISTED, room, (view) => listItem(view, 160 * room.words)),
        ),
    ],
  })
}

/** "It would end up unused – nobody said it". */
const listItem = (view: KeyedView, max: number): Inline[] => [
  words(line(view.view, max)),
  italic(
    ` – ${unheard(view)
      .toLowerCase()
      .replace(/\.( |$)/, '$1')}${view.marks.length > 0 ? `; ${stateWords(view)}` : ''}`,
  ),
]

const STATES = { acknowledged: 'Acknowledged', assigned: 'Assigned', disagreed: 'Disagreed' } as const
/** "Assigned to Ben by Ana". */
function stateWords({ marks }: Pick<KeyedView, 'marks'>): string {
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
    blocks: (room) => [
      rich(
        paragraph(bold(line(by, 60)), words(` assigned ${what} to you.`)),
        quote(words(line(view ?? subject, 500 * room.words))),
        note !== null && note !== '' && paragraph(words(`Note: ${line(note, 1_000 * room.words)}`)),
      ),
      actions(
        button({
          label: linkable(url) ? 'Open the thread' : 'Show the run',
          action: linkable(url) ? ACTIONS.openReport : ACTIONS.showRun,
          ref: { run: run_id },
          url,
        }),
      ),
      { type: 'context', elements: [plain('It was held by synthetic people in a test, not by real ones.', 300)] },
    ],
  })
}
