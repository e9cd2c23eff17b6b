import type { CardBlock, CarouselBlock } from '@slack/types'
import type { Response } from '../../../domain/response.js'
import type { PanelRun } from '../../../domain/run-document.js'
import { counted, readable } from '../../../report/view/wording.js'
import { ACTIONS } from '../action-ids.js'
import { bold, button, context, feedback, header, list, message, paragraph, type Room, rich, words } from '../blocks.js'
import type { ThreadMessage } from '../message.js'
import { madeLine, madeShortly } from '../provenance.js'
import { inert, line } from '../text.js'

/** Cards of one message; more would be too much for its limit. */
const A_MESSAGE = 6
const MOST = 12

const MOODS = { positive: '🙂', mixed: '😐', neutral: '😶', negative: '🙁' } as const

/** The respondents as cards with a quote and a button to ask them; beyond twelve they are counted. */
export function personaMessages(run: PanelRun): ThreadMessage[] {
  const { responses } = run.result
  const shown = responses.slice(0, MOST)
  const rest = responses.length - shown.length
  const parts = Array.from({ length: Math.ceil(shown.length / A_MESSAGE) }, (_, i) =>
    shown.slice(i * A_MESSAGE, (i + 1) * A_MESSAGE),
  )
  return parts.map((people, i): ThreadMessage => {
    const last = i === parts.length - 1
    const first = i * A_MESSAGE + 1
    const title =
      parts.length === 1
        ? `The panel: ${counted(people.length, 'synthetic person', 'synthetic people')}`
        : `The panel: ${first} to ${first + people.length - 1} of ${responses.length} synthetic people`
    const more = last && rest > 0 && context(`${counted(rest, 'more', 'more')} in the full report.`)
    return {
      key: i === 0 ? 'personas' : `personas:${i + 1}`,
      ...message({
        text: `${title}. ${people.map((one) => inert(one.persona_name, 40)).join(', ')}. ${madeShortly(run)}.`,
        blocks: (room) => [
          header(title),
          carousel(run.run_id, people, room),
          more,
          context(madeLine(run)),
          last && feedback(run.run_id, 'personas'),
        ],
        plain: (room) => [
          header(title),
          rich(
            list(
              people.map((one) => [
                bold(line(one.persona_name, 60)),
                words(
                  `, ${line(readable(one.archetype), 60)}, ${one.purchase_intent} of 10: “${line(bestLine(one), 200 * room.words)}”`,
                ),
              ]),
            ),
            paragraph(words('“Ask a respondent” at the end of the thread goes on talking to them.')),
          ),
          more,
          context(madeLine(run)),
        ],
      }),
    }
  })
}

/** A line that is more than the first reaction, where there is one. */
function bestLine({ key_quotes, gut_reaction }: Response): string {
  return key_quotes.find((quote) => !gut_reaction.includes(quote)) ?? key_quotes[0] ?? gut_reaction
}

const carousel = (run_id: string, people: readonly Response[], room: Room): CarouselBlock => ({
  type: 'carousel',
  elements: people.map((one) => cardOf(run_id, one, room)),
})

/** Cards know mrkdwn only: what a stranger wrote is made inert. */
const cardOf = (run_id: string, one: Response, room: Room): CardBlock => ({
  type: 'card',
  title: { type: 'mrkdwn', text: inert(`${one.persona_name}, ${readable(one.archetype)}`, 120), verbatim: true },
  subtitle: {
    type: 'mrkdwn',
    text: `${MOODS[one.considered_sentiment]} ${one.considered_sentiment}, would buy: ${one.purchase_intent} of 10`,
    verbatim: true,
  },
  body: { type: 'mrkdwn', text: inert(bestLine(one), Math.max(30, 190 * room.words)), verbatim: true },
  actions: [
    button({
      label: `Ask ${line(one.persona_name, 40)}`,
      action: ACTIONS.askRespondent,
      ref: { run: run_id, persona: one.persona_id },
    }),
  ],
})
