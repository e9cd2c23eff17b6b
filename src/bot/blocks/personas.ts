import type { CardBlock } from '@slack/types'
import type { Response } from '../../domain/panel/response.js'
import { isRehearsal } from '../../domain/run/run.js'
import type { PanelRun } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import { archetypesOf, pointOf, TEXT_CHECK } from '../../presentation/scores.js'
import { joinFirst, readable } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import { bold, button, context, type Inline, list, type MessageScale, paragraph, rich, words } from './blocks.js'
import type { Message } from './message.js'
import { line, neutralizeMrkdwn } from './text.js'
import { sectionMessage, type ThreadPart } from './thread-part.js'

/** Cards in one message; more would exceed its limit. */
const CARDS_PER_MESSAGE = 6
const MAX_PEOPLE = 12

const MOODS = { positive: '🙂', mixed: '😐', neutral: '😶', negative: '🙁' } as const

/** The respondents as cards, each with a quote and a button to ask them; people beyond twelve are only counted. */
export function personaParts(run: PanelRun): ThreadPart[] {
  const parts = Math.ceil(Math.min(run.result.responses.length, MAX_PEOPLE) / CARDS_PER_MESSAGE)
  return Array.from({ length: parts }, (_, index) => ({
    key: index === 0 ? 'personas' : `personas:${index + 1}`,
    render: () => personasMessage(run, index, parts),
  }))
}

function personasMessage(run: PanelRun, index: number, parts: number): Message {
  const { responses } = run.result
  const start = index * CARDS_PER_MESSAGE
  const people = responses.slice(0, MAX_PEOPLE).slice(start, start + CARDS_PER_MESSAGE)
  const rest = responses.length - MAX_PEOPLE
  const isLast = index === parts - 1
  const title =
    parts === 1
      ? `The panel: ${counted(people.length, 'synthetic person', 'synthetic people')}`
      : `The panel: ${start + 1} to ${start + people.length} of ${responses.length} synthetic people`
  const kinds = kindsLine(run)
  const others = rest > 0 && `${counted(rest, 'more', 'more')} in the full report.`
  const more = isLast && (kinds !== '' || others !== false) && context(kinds, others)
  return sectionMessage(run, {
    title,
    text: `${title}. ${people.map(({ persona_name }) => neutralizeMrkdwn(persona_name, 40)).join(', ')}.`,
    section: isLast ? 'personas' : null,
    blocks: (scale) => [
      { type: 'carousel', elements: people.map((response) => cardOf(run.run_id, response, scale)) },
      more,
    ],
    plain: (scale) => [
      rich(
        list(people.map((response) => plainLine(response, scale))),
        paragraph(words('“Ask a respondent” at the end of the thread goes on talking to them.')),
      ),
      more,
    ],
  })
}

const MAX_KINDS = 8

/** Each kind of people with its score, in one line; '' with fewer than two kinds. */
function kindsLine(run: PanelRun): string {
  const rows = archetypesOf(run.result)
  if (rows.length === 0) return ''
  const kinds = rows.map(({ kind, people, pressure }) => `${kind}${people > 1 ? ` (${people})` : ''} ${pressure}`)
  const figure = isRehearsal(run) ? `pressure, ${TEXT_CHECK}s` : 'pressure score'
  return line(`By kind of people, ${figure}: ${joinFirst(kinds, MAX_KINDS)}.`, 290)
}

const plainLine = (response: Response, scale: MessageScale): Inline[] => [
  bold(line(response.persona_name, 60)),
  words(
    `, ${line(readable(response.archetype), 60)}, would buy: ${pointOf(response)}. “${line(bestLine(response), 200 * scale.words)}”`,
  ),
]

/** A quote other than the first reaction, where there is one. */
function bestLine({ key_quotes, gut_reaction }: Response): string {
  return key_quotes.find((quote) => !gut_reaction.includes(quote)) ?? key_quotes[0] ?? gut_reaction
}

/** A card knows mrkdwn only, so untrusted text goes through `neutralizeMrkdwn`. */
const cardOf = (run_id: string, response: Response, scale: MessageScale): CardBlock => ({
  type: 'card',
  title: {
    type: 'mrkdwn',
    text: neutralizeMrkdwn(`${response.persona_name}, ${readable(response.archetype)}`, 120),
    verbatim: true,
  },
  subtitle: {
    type: 'mrkdwn',
    text: `${MOODS[response.considered_sentiment]} ${response.considered_sentiment}, would buy: ${pointOf(response)}`,
    verbatim: true,
  },
  body: { type: 'mrkdwn', text: neutralizeMrkdwn(bestLine(response), Math.max(30, 190 * scale.words)), verbatim: true },
  actions: [
    button({
      label: `Ask ${line(response.persona_name, 40)}`,
      action: ACTIONS.askRespondent,
      payload: { run: run_id, persona: response.persona_id },
    }),
  ],
})
