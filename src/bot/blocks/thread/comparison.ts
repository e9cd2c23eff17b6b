import type { RunWithResult } from '../../../domain/run-document.js'
import { type Candidate, comparisonView } from '../../../report/view/comparison.js'
import { range, signed } from '../../../report/view/wording.js'
import {
  bold,
  container,
  context,
  feedback,
  header,
  italic,
  list,
  message,
  paragraph,
  quote,
  type Room,
  rich,
  shortList,
  words,
} from '../blocks.js'
import type { ThreadMessage } from '../message.js'
import { madeLine, madeShortly } from '../provenance.js'
import { line, passage } from '../text.js'

/** What can be told apart and what cannot, and each proposition to open. */
export function comparisonThread(run: RunWithResult<'comparison'>): ThreadMessage {
  const view = comparisonView(run, {})
  const pairs = (room: Room) =>
    rich(
      list(
        view.differences.map(({ label, mean, interval, seen, p }) => [
          bold(`${label}: `),
          words(`${signed(mean)} points${interval ? ` (${range(interval, signed)})` : ''}, ${p}, `),
          italic(seen ? 'a difference' : 'no difference seen'),
        ]),
      ),
      paragraph(words(line(`${view.order.design} ${view.order.effect}`, 400 * room.words))),
    )
  const title = 'What can be told apart'
  return {
    key: 'ranking',
    ...message({
      text: `${title}, over the same people. ${madeShortly(run)}.`,
      blocks: (room) => [
        header(title),
        pairs(room),
        ...view.ranked.map((one) => container(`${one.label}: ${line(one.name, 120)}`, [candidate(one, room)])),
        context(
          madeLine(run),
          'Points of the pressure score over the same people; p is corrected for the number of pairs.',
        ),
        feedback(run.run_id, 'findings'),
      ],
      plain: (room) => [
        header(title),
        pairs(room),
        ...view.ranked.map((one) =>
          rich(
            paragraph(bold(`${one.label}: ${line(one.name, 120)}`)),
            ...saidOf(one, { ...room, words: room.words * 0.6 }),
          ),
        ),
        context(madeLine(run)),
      ],
    }),
  }
}

const candidate = (one: Candidate, room: Room) =>
  rich(quote(words(passage(one.stimulus, 400 * room.words))), ...claimsOf(one, room), ...saidOf(one, room))

const claimsOf = ({ claims }: Candidate, room: Room) =>
  shortList(claims, 5, room, ({ claim, believed }) => [
    words(line(claim, 120 * room.words)),
    italic(believed === '' ? '' : ` – ${believed}`),
  ])

const saidOf = ({ people }: Candidate, room: Room) =>
  shortList(people, 3, room, ({ who, intent, quote: said }) => [
    bold(line(who, 60)),
    words(`, ${intent} of 10: “${line(said, 160 * room.words)}”`),
  ])
