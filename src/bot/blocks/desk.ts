import type { DeskView } from '../../domain/panel/dissent.js'
import type { ObjectionRecord } from '../../domain/panel/versions.js'
import type { PanelRun } from '../../domain/run/run-document.js'
import { counted, plural } from '../../domain/text/words.js'
import { objectionsView } from '../../presentation/versions.js'
import { day } from '../../presentation/words.js'
import type { Desk } from '../../service/panel/desk.js'
import { ACTIONS } from './action-ids.js'
import type { ActionPayload } from './action-payload.js'
import {
  actions,
  bold,
  button,
  context,
  header,
  italic,
  linkable,
  list,
  type MessageScale,
  message,
  paragraph,
  rich,
  takeScaled,
  words,
} from './blocks.js'
import type { Message } from './message.js'
import { CLOSED_WORDS } from './minority.js'
import { line, neutralizeMrkdwn, titled } from './text.js'
import { sectionMessage } from './thread-part.js'

type ListedView = Desk['views'][number]

/** "3 views wait for an answer, 2 are assigned, 1 of them overdue." */
export function deskSentence({ open, assigned, overdue }: Desk['counts']): string {
  if (open + assigned === 0) return 'Every view that nobody heard was answered.'
  const late = overdue > 0 ? `, ${overdue} of them overdue` : ''
  return `${counted(open, 'view')} ${plural(open, 'waits', 'wait')} for an answer, ${assigned} ${plural(assigned, 'is', 'are')} assigned${late}.`
}

const MAX_HOLDERS = 2
function holdersOf({ holders }: DeskView): string {
  const named = holders.slice(0, MAX_HOLDERS).map((name) => line(name, 30))
  const rest = holders.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${counted(rest, 'other')}` : ''}`
}

/** The latest action on a view, in words, with the link to what came of it. */
function stateOf({ action, by_name, owner_name, due, overdue, reason, link }: ListedView): string {
  const who = line(by_name ?? 'somebody', 40)
  if (action === null) return ''
  if (action === 'assigned')
    return `\nAssigned to ${line(owner_name ?? 'somebody', 40)}${due === null ? '' : `, ${overdue ? 'overdue since' : 'due'} ${day(due)}`}`
  return `\n${CLOSED_WORDS[action]} by ${who}${reason === null ? '' : `: ${line(reason, 120)}`}${link === null ? '' : ` ${line(link, 200)}`}`
}

/** A view as a row of a list, with what can be done about it. */
export const deskRow = (view: ListedView, payload: ActionPayload, scale: MessageScale) => [
  rich(
    paragraph(
      bold(line(view.view, 180 * scale.words)),
      words(
        `\n${holdersOf(view)}${view.measured ? `, firmness ${view.strength.toFixed(1)} of 1` : ''}. “${line(titled(view.subject), 60 * scale.words)}”, ${day(view.raised_at.toISOString())}`,
      ),
      italic(stateOf(view)),
    ),
  ),
  deskButtons(view, payload),
]

/**
 * An answered view can be assigned again, which reopens it. Labels are short so that a phone shows them in one line.
 */
function deskButtons({ run_id, view_id, action, url }: DeskView, more: ActionPayload) {
  const payload = { ...more, run: run_id, view: view_id }
  const isOpen = action === null || action === 'assigned'
  return actions(
    isOpen && button({ label: 'Acknowledge', action: ACTIONS.acknowledge, payload }),
    button({ label: isOpen ? 'Assign…' : 'Assign again…', action: ACTIONS.assign, payload }),
    isOpen && button({ label: 'Close…', action: ACTIONS.closeView, payload }),
    linkable(url) && button({ label: 'Thread', action: ACTIONS.openReport, payload: { run: run_id }, url }),
  )
}

/** Small print of the desk: where its views come from. */
export const deskProvenance = (views: readonly DeskView[]): string =>
  views.every(({ offline }) => offline)
    ? 'Held by synthetic people of the offline behaviour model, not by real ones.'
    : 'Held by synthetic people, not by real ones.'

const MAX_ROWS = 10
const STATE_SIGNS = { 'came back': '↩', new: '＋', stayed: '＝', gone: '✓' } as const

/** Objections over the versions of a project, one row each, from whichever of its tests. */
export function versionRows(record: ObjectionRecord) {
  const { sentence, caution, left_out, rows, versions } = objectionsView(record)
  const shown = rows.slice(0, MAX_ROWS)
  const more = rows.length - shown.length
  return [
    rich(
      paragraph(bold(`Over ${counted(versions.length, 'version')}, oldest first. `), words(line(sentence, 300))),
      shown.length > 0 &&
        list(
          shown.map(({ state, objection, counts, doubt }) => [
            words(`${STATE_SIGNS[state]} `),
            bold(`${state}: `),
            words(`${line(objection, 160)}\n${counts.join(' → ')}${doubt === '' ? '' : ` (${line(doubt, 160)})`}`),
          ]),
        ),
      more > 0 && paragraph(italic(`… and ${more} more in the report of the last test.`)),
    ),
    context(line(caution, 300), left_out === '' ? '' : line(left_out, 200)),
  ]
}

/** Message under a test of a project: what became of the objections to earlier versions. */
export function versionsMessage(run: PanelRun, objections: ObjectionRecord | null): Message {
  const rows = objections === null ? [] : versionRows(objections)
  const sentence = objections === null ? 'There is no version before it.' : objectionsView(objections).sentence
  return sectionMessage(run, {
    title: 'Since the version before',
    text: sentence,
    section: null,
    blocks: () => rows,
    plain: () => rows,
  })
}

const MAX_NEW = 3

/** Message to the leads about new views on the desk. */
export function newViewsMessage(views: readonly DeskView[], counts: Desk['counts']): Message {
  const runs = new Set(views.map(({ run_id }) => run_id)).size
  const title = `${counted(views.length, 'new view')} nobody heard, in ${counted(runs, 'run')}`
  return message({
    text: `${title}. First of all: ${neutralizeMrkdwn(views[0]?.view ?? '', 300)}. From synthetic people.`,
    blocks: (scale) => [
      header(title),
      ...takeScaled(views, MAX_NEW, scale).first.flatMap((view) =>
        deskRow({ ...view, owner_name: null, by_name: null, overdue: false }, {}, scale),
      ),
      actions(button({ label: 'Open the desk', action: ACTIONS.openDesk, payload: {}, style: 'primary' })),
      context(`${deskSentence(counts)} ${deskProvenance(views)}`),
    ],
  })
}
