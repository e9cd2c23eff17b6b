import type { PanelRun } from '../../domain/run/run-document.js'
import { counted, lowerFirst } from '../../domain/text/words.js'
import { dissentOf, type SuppressedView } from '../../presentation/minority-report.js'
import { namesOf } from '../../presentation/panel.js'
import { day } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import type { ActionPayload } from './action-payload.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  type Inline,
  italic,
  linkable,
  type MessageScale,
  message,
  moment,
  named,
  paragraph,
  plain,
  quote,
  rich,
  shortList,
  takeScaled,
  words,
} from './blocks.js'
import type { Message } from './message.js'
import { line, neutralizeMrkdwn } from './text.js'
import { sectionMessage } from './thread-part.js'
import type { MinorityMark } from './view-models.js'

type Panel = PanelRun['result']
export type KeyedView = SuppressedView & { readonly key: string; readonly marks: readonly MinorityMark[] }

/** Number of views with buttons of their own; the others are listed. */
const OWN_BUTTONS = 5
const MAX_LISTED = 12
const MAX_HOLDERS = 2

/** Key of the suppressed view at an index; stable, because a finished run's views never change. */
const viewKey = (index: number): string => `v${index + 1}`

/** The suppressed views of a panel, each with what was done about it. */
export function viewsOf(result: Panel, marks: readonly MinorityMark[]): KeyedView[] {
  return dissentOf(result, namesOf(result.responses)).views.map((view, index) => ({
    ...view,
    key: viewKey(index),
    marks: marks.filter((mark) => mark.view === null || mark.view === viewKey(index)),
  }))
}

type Closing = Exclude<MinorityMark['action'], 'assigned'>
/** Word for each way to close a view, before "by Ana". */
export const CLOSED_WORDS: Record<Closing, string> = {
  acknowledged: 'Acknowledged',
  disagreed: 'Called wrong',
  fixed: 'Fixed',
  tested: 'Tested with people',
  accepted_risk: 'Accepted as a risk',
}
const SIGNS: Record<Closing, string> = {
  acknowledged: '✅ ',
  disagreed: '✋ ',
  fixed: '🔧 ',
  tested: '🧪 ',
  accepted_risk: '⚖️ ',
}

/** The last action on a view, in words: "Acknowledged by Ana, …". */
function markLine({ action, by, at, to, text, due, link }: MinorityMark, max: number) {
  const reason = text ? `: ${line(text, max)}` : ''
  const more = `${reason}${link ? ` ${line(link, 200)}` : ''}`
  const who = line(by, 60)
  if (action !== 'assigned')
    return paragraph(words(SIGNS[action]), bold(CLOSED_WORDS[action]), words(` by ${who}, `), moment(at), words(more))
  const until = due ? `, due ${day(due)}` : ''
  return paragraph(
    words('👉 '),
    bold('Assigned'),
    words(` to ${line(to ?? '', 60)} by ${who}${until}, `),
    moment(at),
    words(more),
  )
}

/** Buttons for one view (`payload.view`) or for the whole report. A closed view can be assigned, which reopens it. */
function minorityButtons(payload: ActionPayload, marks: readonly MinorityMark[], all = false) {
  const last = marks.at(-1)
  const isOpen = last === undefined || last.action === 'assigned'
  const suffix = all ? ' all' : ''
  const others = last === undefined ? `Assign${suffix}` : 'Assign again'
  return actions(
    isOpen &&
      button({
        label: `Acknowledge${suffix}`,
        action: ACTIONS.acknowledge,
        payload,
        confirm: all ? CONFIRM_ALL : undefined,
      }),
    button({ label: others, action: ACTIONS.assign, payload }),
    isOpen && button({ label: all ? 'Close all with…' : 'Close with…', action: ACTIONS.closeView, payload }),
  )
}
/** Confirmation dialog: the button closes several views at once. */
export const CONFIRM_ALL = [
  'Acknowledge all?',
  'Every view of this report that nobody answered is closed as seen, with your name.',
  'Acknowledge all',
] as const

const unheard = ({ unheard: why, heardTurns }: SuppressedView): string =>
  heardTurns.length === 0 ? why : `${why} (turn ${heardTurns.slice(0, 5).join(', ')})`

const holdersOf = (view: KeyedView, scale: MessageScale) =>
  view.said
    .slice(0, MAX_HOLDERS)
    .flatMap(({ who, quote: text, where }) => [
      quote(words(line(text, 160 * scale.words)), words('\n'), bold(line(who, 40)), words(`, ${where}`)),
    ])
const others = ({ said }: KeyedView): string =>
  said.length > MAX_HOLDERS ? `and ${counted(said.length - MAX_HOLDERS, 'other')}` : ''

function viewBody(view: KeyedView, scale: MessageScale, titled: boolean) {
  return rich(
    titled && paragraph(bold(line(view.view, 160 * scale.words))),
    (titled || view.marks.length > 0) && paragraph(italic(unheard(view))),
    ...holdersOf(view, scale),
    others(view) !== '' && paragraph(words(others(view))),
    ...view.marks.slice(-2).map((mark) => markLine(mark, 300 * scale.words)),
  )
}

function minorityTitle({ made, none }: DissentView, views: number): string {
  if (!made) return 'Minority report: not made'
  if (views === 0) return `Minority report: ${lowerFirst(none).replace(/\.$/, '')}`
  return `Minority report: ${counted(views, 'view')} nobody heard`
}
type DissentView = ReturnType<typeof dissentOf>

/** Why the views matter; a rehearsal states only how many people hold them. */
function importance({ model, result }: PanelRun, why: string): string {
  if (model.mode !== 'offline' && why !== '') return why
  const holders = new Set(
    result.minority_report?.suppressed_views.flatMap((view) => view.holders.map(({ persona_id }) => persona_id)),
  )
  return `${holders.size} of ${counted(result.responses.length, 'synthetic person', 'synthetic people')} hold what nobody heard.`
}

/** The minority report: each suppressed view with its holders' quotes and why it went unheard. */
export function minorityMessage(run: PanelRun, marks: readonly MinorityMark[]): Message {
  const { result } = run
  const dissent = dissentOf(result, namesOf(result.responses))
  const views = viewsOf(result, marks)
  const { run_id } = run
  const title = minorityTitle(dissent, views.length)
  const opening = (scale: MessageScale) =>
    rich(
      paragraph(bold(`${dissent.label}. `), words(dissent.sentence)),
      dissent.none !== '' && paragraph(words(dissent.none)),
      views.length > 0 && paragraph(words(line(importance(run, dissent.why), 200 * scale.words))),
      dissent.unclear !== '' && paragraph(italic(dissent.unclear)),
    )
  const [first, ...rest] = views
  const { conformity } = dissent
  const conformers = (scale: MessageScale) =>
    shortList(conformity, 4, scale, ({ who, aloud, after }) => [
      bold(line(who, 60)),
      words(` said “${line(aloud, 120 * scale.words)}” aloud and wrote “${line(after, 120 * scale.words)}” in secret.`),
    ])
  const payloadOf = (view: KeyedView): ActionPayload => ({ run: run_id, view: view.key })
  const own = (scale: MessageScale) => takeScaled(rest, OWN_BUTTONS - 1, scale).first
  const listed = (scale: MessageScale) => rest.slice(own(scale).length)
  const listOf = (scale: MessageScale) =>
    rich(...shortList(listed(scale), MAX_LISTED, scale, (view) => listItem(view, 200 * scale.words)))
  return sectionMessage(run, {
    title,
    text: `${title}${first ? `, first of all: ${neutralizeMrkdwn(first.view, 300)}` : ''}.`,
    section: 'minority',
    blocks: (scale) => [
      opening(scale),
      first !== undefined && viewBody(first, scale, true),
      first !== undefined && minorityButtons(payloadOf(first), first.marks),
      ...own(scale).map((view) =>
        container(
          line(view.view, 100),
          [viewBody(view, scale, view.view.length > 98), minorityButtons(payloadOf(view), view.marks)],
          {
            subtitle: view.marks.length === 0 ? unheard(view) : stateWords(view),
          },
        ),
      ),
      listed(scale).length > 0 &&
        container(`${counted(listed(scale).length, 'more view')} nobody heard`, [listOf(scale)]),
      conformity.length > 0 &&
        container(`Said one thing aloud and another in secret: ${conformity.length}`, [rich(...conformers(scale))]),
    ],
    plain: (scale) => [
      opening(scale),
      first !== undefined && viewBody(first, scale, true),
      first !== undefined && minorityButtons(payloadOf(first), first.marks),
      rest.length > 0 &&
        rich(
          paragraph(bold(`${counted(rest.length, 'more view')} nobody heard`)),
          ...shortList(rest, MAX_LISTED, scale, (view) => listItem(view, 160 * scale.words)),
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

/** "Assigned to Ben by Ana". */
function stateWords({ marks }: Pick<KeyedView, 'marks'>): string {
  const last = marks.at(-1)
  if (!last) return 'Open'
  if (last.action === 'assigned') return `Assigned to ${line(last.to ?? '', 40)} by ${line(last.by, 40)}`
  return `${CLOSED_WORDS[last.action]} by ${line(last.by, 40)}`
}

type Assigned = {
  readonly run_id: string
  readonly views: readonly KeyedView[]
  readonly by: string
  readonly note: string | null
  /** Link to the report. */
  readonly url: string | null
}
const MAX_ASSIGNED = 5

/** Direct message to the person to whom views were assigned; they answer and close the views in it. */
export function assignedMessage({ run_id, views, by, note, url }: Assigned): Message {
  const what = views.length === 1 ? 'a view that nobody heard' : `${counted(views.length, 'view')} that nobody heard`
  return message({
    text: `${named(by)} assigned ${what} to you: ${neutralizeMrkdwn(views[0]?.view ?? '', 300)}. It comes from synthetic people.`,
    blocks: (scale) => [
      rich(
        paragraph(bold(line(by, 60)), words(` assigned ${what} to you.`)),
        note !== null && note !== '' && paragraph(words(`Note: ${line(note, 1_000 * scale.words)}`)),
      ),
      ...views.slice(0, MAX_ASSIGNED).flatMap((view) => assignedView(run_id, view, scale)),
      views.length > MAX_ASSIGNED &&
        context(`… and ${views.length - MAX_ASSIGNED} more: “/pressure-test desk” shows all of yours.`),
      actions(
        button({
          label: linkable(url) ? 'Open the report' : 'Show the run',
          action: linkable(url) ? ACTIONS.openReport : ACTIONS.showRun,
          payload: { run: run_id },
          url,
        }),
      ),
      { type: 'context', elements: [plain('Held by synthetic people in a test, not by real ones.', 300)] },
    ],
  })
}

function assignedView(run: string, { key, view, marks }: KeyedView, scale: MessageScale) {
  const last = marks.at(-1)
  const payload = { run, view: key }
  return [
    rich(quote(words(line(view, 400 * scale.words))), last !== undefined && markLine(last, 200 * scale.words)),
    (last === undefined || last.action === 'assigned') &&
      actions(
        button({ label: 'Acknowledge', action: ACTIONS.acknowledge, payload }),
        button({ label: 'Close with…', action: ACTIONS.closeView, payload }),
      ),
  ]
}
