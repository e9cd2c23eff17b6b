import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import { simulationView } from '../../presentation/simulation.js'
import { ended, shareFigure } from '../../presentation/words.js'
import { bold, context, italic, type MessageScale, paragraph, rich, shortList, table, words } from './blocks.js'
import type { Message } from './message.js'
import { type Card, leadLine, scoreLine, shareSpan } from './score-card-layout.js'
import { line, neutralizeMrkdwn } from './text.js'
import { sectionMessage } from './thread-part.js'

const CARD_DAYS = [1, 7, 14, 30, 60, 90]
const MAX_ACTIONS = 5
/** Notes in the message; the others stand in the report. */
const MAX_NOTES = 3

/** How many are still there, and what to mend first. */
export function simulationCard(run: RunWithResult<'simulation'>): Card {
  const view = simulationView(run, {})
  const points = view.curve.filter(({ day }) => CARD_DAYS.includes(day) || day === view.days)
  const [first] = view.frictions
  const [reason] = view.reasons
  const [action] = view.actions
  return {
    title: `${line(view.product, 60)}: ${view.stayed.figure} still there after ${counted(view.days, 'day')}`,
    summary: `${neutralizeMrkdwn(view.product, 60)}, ${view.stayed.figure} of ${view.who} still there after ${counted(view.days, 'day')}`,
    lead: (scale) => [
      first
        ? leadLine('Fix first', `${ended(action?.action ?? first.name)} ${first.sentence}`, 400 * scale.words)
        : paragraph(words(view.calm)),
      reason !== undefined &&
        leadLine('Left most often because', `${reason.name} (${reason.people} of ${view.people})`, 160 * scale.words),
    ],
    figures: [
      table(
        points.map(({ day, rate, low, high }) =>
          scoreLine(`Day ${day}`, rate, shareFigure(rate), shareSpan({ low, high })),
        ),
      ),
      paragraph(words(line(view.life, 300))),
    ],
    note: 'Share still there, with 95 % ranges. Not fitted to real users.',
  }
}

/** What to do, what frustrated people, why they left, and one diary. */
export function simulationMessage(run: RunWithResult<'simulation'>): Message {
  const view = simulationView(run, {})
  const diary = view.diaries[view.shownDiary]
  const title = 'What to do'
  const todo = (scale: MessageScale) =>
    rich(
      ...(view.actions.length === 0
        ? [paragraph(words('Nothing frustrated enough people to recommend anything.'))]
        : []),
      ...shortList(view.actions, MAX_ACTIONS, scale, ({ priority, action, people, expected }) => [
        bold(`${priority} ${line(ended(action), 200 * scale.words)} `),
        words(`${counted(people, 'person', 'people')}; expected: ${line(expected, 140)}`),
      ]),
    )
  const frictions = (scale: MessageScale) =>
    rich(
      paragraph(bold('What frustrated them')),
      ...shortList(view.frictions, 3, scale, ({ priority, name, sentence }) => [
        bold(`${priority} ${line(ended(name), 120)} `),
        words(line(sentence, 300 * scale.words)),
      ]),
      view.reasons.length > 0 &&
        paragraph(
          bold('Left because: '),
          words(line(view.reasons.map(({ name, people }) => `${name} ${people}`).join(', '), 160)),
        ),
    )
  return sectionMessage(run, {
    title,
    text: `${title}, by priority.`,
    section: 'findings',
    note: 'Priority: severity × share of people × confidence ÷ effort. Expected: the same people with the same luck. “Had left” beside a trouble is no proof that it made them leave.',
    blocks: (scale) => [
      todo(scale),
      frictions(scale),
      diary !== undefined &&
        rich(
          paragraph(bold(`From the diary of ${line(diary.who, 60)}, ${line(diary.kind, 60)}`)),
          ...shortList(diary.entries, 4, scale, ({ day, text }) => [
            italic(`Day ${day}: `),
            words(line(text, 240 * scale.words)),
          ]),
          diary.closing !== '' && paragraph(words(line(diary.closing, 300))),
        ),
      view.spread !== '' && rich(paragraph(bold('Does it spread? '), words(line(view.spread, 600 * scale.words)))),
      ...view.notes.slice(0, MAX_NOTES).map((note) => context(line(note, 180))),
    ],
    plain: (scale) => [todo(scale), frictions(scale)],
  })
}
