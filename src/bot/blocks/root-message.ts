import { isRehearsal } from '../../domain/run/run.js'
import { hasResult, type RunWithResult } from '../../domain/run/run-document.js'
import { costOf } from '../../presentation/money.js'
import { duration } from '../../presentation/words.js'
import {
  bold,
  container,
  context,
  header,
  type MessageScale,
  message,
  paragraph,
  quote,
  rich,
  words,
} from './blocks.js'
import { differenceList } from './differences.js'
import { kindWords, PREDICTS } from './kinds.js'
import type { Message } from './message.js'
import { reportRow, resultView } from './results.js'
import { line, neutralizeMrkdwn, passage, sentences, subjectLine, titled } from './text.js'
import { provenanceLine, provenanceShort, recordParagraph, trustDetails, trustParagraph } from './trust.js'
import { stateMessage } from './unfinished-run-card.js'
import type { RunCard } from './view-models.js'

/** A run's parent message in any state: a live checklist while it runs, then the score card. */
export function rootMessage(card: RunCard): Message {
  const { run } = card
  return run.status === 'completed' && hasResult(run) ? scoreCard(card, run, true) : stateMessage(card)
}

/** The person who shares a card, and their note. */
export type Sharing = { readonly by: string; readonly note: string | null }

/** The score card for another channel; its only button is the report's. */
export const sharedMessage = (card: RunCard, sharing?: Sharing): Message =>
  hasResult(card.run) ? scoreCard(card, card.run, false, sharing) : stateMessage(card)

function scoreCard(card: RunCard, run: RunWithResult, pressable: boolean, sharing?: Sharing): Message {
  const { subject, askedBy, again } = card
  const view = resultView(run)
  const face = view.card(run, card)
  const { name, quoted } = kindWords(run.kind)
  const trusted = run.kind !== 'ask'
  const told = 'about' in run.result ? (run.result.about ?? '') : ''
  // An evaluation's own words name its judge.
  const rehearsed = run.kind !== 'evaluation' && isRehearsal(run) ? 'Rehearsal: ' : ''
  const made = sentences(
    `${name}, asked by ${line(askedBy, 60)}.`,
    run.duration_ms !== null && `${duration(run.duration_ms)}.`,
    `Cost: ${costOf(run)}.`,
  )
  const figures = (scale: MessageScale) =>
    rich(...face.figures, face.note !== '' && paragraph(words(line(face.note, 700 * scale.words))))
  const hasFigures = face.figures.length > 0
  const make = (newer: boolean) => (scale: MessageScale) => [
    sharing !== undefined && rich(sharedLine(sharing, scale)),
    header(`${rehearsed}${face.title}`),
    rich(
      quoted && quote(words(subjectLine(subject, scale))),
      told !== '' && paragraph(bold('Told beside it: '), words(line(told, 200 * scale.words))),
      ...face.lead(scale),
    ),
    (trusted || again !== null) &&
      rich(
        trusted && (newer ? trustParagraph(run, 200 * scale.words) : trustParagraph(run, 500 * scale.words, true)),
        PREDICTS.has(run.kind) && recordParagraph(card.record),
        ...differenceList(again, scale),
      ),
    hasFigures && !newer && figures(scale),
    ...(pressable ? view.buttons(run, card) : reportRow(run)),
    hasFigures && newer && container(isRehearsal(run) ? 'Text-check figures' : 'The figures', [figures(scale)]),
    trusted && newer && container('How far to trust this', [trustDetails(run, scale)]),
    context(provenanceLine(run), made),
  ]
  return message({
    text: `${name} of “${neutralizeMrkdwn(titled(subject), 200)}”: ${rehearsed}${face.summary}. ${provenanceShort(run)}.`,
    blocks: make(true),
    plain: trusted || hasFigures ? make(false) : null,
  })
}

const sharedLine = ({ by, note }: Sharing, scale: MessageScale) =>
  paragraph(bold(line(by, 60)), words(note ? `: ${passage(note, 500 * scale.words)}` : ' shares this result.'))
