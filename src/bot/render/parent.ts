import type { KnownBlock } from '@slack/types'
import type { EvaluationResult } from '../../domain/evaluation.js'
import { isRehearsal, type RunDocument, type RunKind } from '../../domain/run.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  header,
  message,
  paragraph,
  quote,
  type Room,
  reportButton,
  rich,
  words,
} from './blocks.js'
import { askCard } from './cards/ask.js'
import type { Card } from './cards/card.js'
import { comparisonCard } from './cards/comparison.js'
import { evaluationCard } from './cards/evaluation.js'
import { panelCard } from './cards/panel.js'
import { personaSetCard } from './cards/persona-set.js'
import { refinementCard } from './cards/refinement.js'
import { differenceList } from './differences.js'
import type { RunCard } from './given.js'
import { againButton, testWithButton } from './going-on.js'
import { madeLine, madeShortly, trustDetails, trustParagraph } from './honest.js'
import { KIND_NAMES } from './kinds.js'
import type { Message } from './message.js'
import { minorityButtons, openViews, viewsOf } from './minority.js'
import { analysisButton } from './missing.js'
import { stateMessage } from './state-card.js'
import { dollars, duration, inert, line, passage, sentences, subjectLine, titled } from './text.js'

/** A run's parent message in any of its states: while it runs a live checklist, afterwards the score card. */
export function parentMessage(card: RunCard): Message {
  return card.run.status === 'completed' && card.run.result !== null ? scoreCard(card, true) : stateMessage(card)
}

/** Who shares a card, and what they say with it. */
export type Sharing = { readonly by: string; readonly note: string | null }

/** The score card for another channel: nothing to press but the report. */
export const sharedMessage = (card: RunCard, sharing?: Sharing): Message => scoreCard(card, false, sharing)

function cardOf(run: RunDocument, { marks, review }: Pick<RunCard, 'marks' | 'review'>): Card {
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group':
      return panelCard(run, marks)
    case 'comparison':
      return comparisonCard(run)
    case 'refinement':
      return refinementCard(run)
    case 'ask':
      return askCard(run)
    case 'evaluation':
      return evaluationCard(run, review)
    case 'persona_generation':
      return personaSetCard(run)
    default:
      return { title: `${KIND_NAMES[run.kind]} done`, said: 'done', figures: [], note: '', body: () => [] }
  }
}

function scoreCard(card: RunCard, pressable: boolean, sharing?: Sharing): Message {
  const { run, subject, askedBy, again } = card
  const face = cardOf(run, card)
  const trusted = run.kind !== 'ask'
  // An evaluation's own words say who judged it.
  const rehearsed = run.kind !== 'evaluation' && isRehearsal(run) ? 'Rehearsal: ' : ''
  const made = sentences(
    `${KIND_NAMES[run.kind]}, asked by ${line(askedBy, 60)}.`,
    run.duration_ms !== null && `${duration(run.duration_ms)}.`,
    costOf(run),
  )
  const make = (newer: boolean) => (room: Room) => [
    sharing !== undefined && rich(sharedLine(sharing, room)),
    header(`${rehearsed}${face.title}`),
    QUOTED.has(run.kind) && rich(quote(words(subjectLine(subject, room)))),
    ...face.figures,
    trusted && rich(trustParagraph(run, (newer ? 190 : 450) * room.words), ...differenceList(again, room)),
    ...face.body(room),
    ...(pressable ? buttonRows(card) : [actionsOrNone(reportButton(run))]),
    trusted && newer && container('How far to trust this', [trustDetails(run, room)]),
    context(madeLine(run), face.note, made),
  ]
  return message({
    text: `${KIND_NAMES[run.kind]} of “${inert(titled(subject), 200)}”: ${rehearsed}${face.said}. ${madeShortly(run)}.`,
    blocks: make(true),
    plain: trusted ? make(false) : null,
  })
}

/** Kinds whose card does not say itself what it is about. */
const QUOTED = new Set<RunKind>(['pressure_test', 'focus_group', 'refinement'])

const sharedLine = ({ by, note }: Sharing, room: Room) =>
  paragraph(bold(line(by, 60)), words(note ? `: ${passage(note, 500 * room.words)}` : ' shares this result.'))

const actionsOrNone = (one: ReturnType<typeof reportButton>) => one !== false && actions(one)

function costOf({ model, usage }: RunDocument): string {
  if (model.mode === 'offline') return 'No cost.'
  const lost = usage.possibly_paid > 0 ? ` (${usage.possibly_paid} lost calls may have been billed as well)` : ''
  return usage.cost_usd === null ? `Cost unknown${lost}.` : `Cost ${dollars(usage.cost_usd)}${lost}.`
}

/** Only where the verdict says so is approving the first thing to do. */
const approvable = ({ result }: RunDocument): boolean => (result as EvaluationResult).verdict.approved

/** What can be done from the card itself; the rest stands at the end of the thread. */
function buttonRows({ run, marks, review }: RunCard): (KnownBlock | false)[] {
  const ref = { run: run.run_id }
  const report = reportButton(run)
  const again = againButton(run)
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group': {
      const open = openViews(run, marks).length > 0
      const all = viewsOf(run, marks).length > 1
      return [
        open && minorityButtons(ref, [], all),
        actions(
          analysisButton(run),
          run.kind === 'pressure_test' &&
            !run.retry &&
            button({ label: 'Apply the fixes and re-test', action: ACTIONS.refineRun, ref, style: 'primary' }),
          report,
          again,
        ),
      ]
    }
    case 'evaluation':
      return [
        actions(
          review?.action !== 'approved' &&
            button({
              label: 'Approve',
              action: ACTIONS.approveAgent,
              ref,
              ...(approvable(run) ? { style: 'primary' as const } : {}),
              confirm: [
                'Approve this version?',
                approvable(run)
                  ? 'It is kept as approved by you, with this verdict beside it.'
                  : 'The evaluation did not approve it. It is kept as approved by you, with this verdict beside it.',
                'Approve',
              ],
            }),
          button({ label: 'Ask for changes', action: ACTIONS.requestChanges, ref }),
          report,
          again,
        ),
      ]
    case 'ask':
      return [actions(button({ label: 'Ask something else', action: ACTIONS.askRespondent, ref }))]
    case 'persona_generation':
      return [actions(testWithButton(run), report)]
    case 'comparison':
      return [actions(report, again)]
    default:
      return [actionsOrNone(report)]
  }
}
