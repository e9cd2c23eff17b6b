import type { StimulusSource } from '../../domain/panel/stimulus.js'
import { dollars } from '../../domain/text/dollars.js'
import { counted, number } from '../../domain/text/words.js'
import { expectedCost } from '../../presentation/money.js'
import { duration } from '../../presentation/words.js'
import { readingSentence } from '../../service/requests/reading-sentences.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  context,
  header,
  list,
  message,
  moment,
  paragraph,
  quote,
  rich,
  words,
} from './blocks.js'
import { kindWords } from './kinds.js'
import type { Message } from './message.js'
import { cut, line, neutralizeMrkdwn, titled } from './text.js'
import type { Confirmation } from './view-models.js'

/** Characters that each source, and all of them, get at least: for its name, and how its text begins. */
const MIN_SOURCE = 120
const MIN_SOURCES = 1_800
/** A long address leaves room for the text behind it. */
const MAX_SOURCE_NAME = 80

/** What was read of each source; nothing of a typed text. */
const readingsOf = (sources: readonly StimulusSource[]): string[] =>
  sources.flatMap((source) => readingSentence([{ ...source, name: cut(source.name, MAX_SOURCE_NAME) }]) ?? [])

/**
 * Asks before a run that costs more than the confirmation amount, or whose text nobody has seen or may have been meant
 * otherwise.
 */
export function confirmationMessage(asked: Confirmation): Message {
  const { pending, kind, subject, quote: price, sources, confirmAboveUsd, approval, why } = asked
  const { cost_usd, seconds, calls } = price
  const cost = cost_usd?.high === 0 ? 'nothing' : expectedCost(cost_usd)
  const waits = approval?.waits ?? false
  const title = waits ? 'Waiting for a lead' : 'Start this run?'
  const start = button({ label: 'Start it', action: ACTIONS.confirmRun, payload: { pending }, style: 'primary' })
  const readings = readingsOf(sources)
  const least = Math.min(MIN_SOURCE, MIN_SOURCES / readings.length)
  return message({
    text: `${kindWords(kind).name} of “${neutralizeMrkdwn(titled(subject), 200)}” would cost ${cost}. ${waits ? 'The leads were asked.' : 'Start it?'}`,
    blocks: (scale) => [
      header(title),
      rich(
        quote(words(line(titled(subject), 280 * scale.words))),
        paragraph(
          words(`This ${kindWords(kind).name.toLowerCase()} would cost `),
          bold(cost),
          words('. Nothing was spent yet; it waits for a day.'),
        ),
        list([
          [words(`Time: ${duration(seconds.low * 1000)} to ${duration(seconds.high * 1000)}`)],
          [words(`Model: ${line(modelWords(price), 120)}, ${counted(calls, 'call')}`)],
          [words(`Tokens: ${number(price.input_tokens)} in, ${number(price.output_tokens)} out`)],
          ...readings.map((read) => [words(line(read, Math.max(least, 300 * scale.words)))]),
          ...price.notes.slice(0, 4).map((note) => [words(line(note, 300 * scale.words))]),
        ]),
      ),
      actions(
        ...(waits ? [] : [start]),
        button({ label: waits ? 'Take it back' : 'Do not start', action: ACTIONS.discardRun, payload: { pending } }),
      ),
      context(
        why === undefined
          ? `${reasonOf(approval)} ${tooCostly(cost_usd, confirmAboveUsd)}`
          : `${approval ? byAnotherLead(approval) : ''}${line(why, 300)}`,
      ),
    ],
  })
}

const tooCostly = (cost: Confirmation['quote']['cost_usd'], confirmAboveUsd: number): string =>
  cost === null
    ? 'at a price that is not known.'
    : `above ${dollars(confirmAboveUsd)}; the settings in the app’s Home tab change that.`

function reasonOf(approval: Confirmation['approval']): string {
  if (!approval) return 'Asked because it is'
  return approval.waits
    ? 'A lead decides because it is'
    : `${line(approval.of, 60)} asks for it. A lead decides because it is`
}

const byAnotherLead = ({ of, waits }: NonNullable<Confirmation['approval']>): string =>
  `${waits ? '' : `${line(of, 60)} asks for it. `}A lead other than who asks decides. `

const modelWords = ({ model, played_by }: Confirmation['quote']): string =>
  model.mode === 'offline' ? 'offline behaviour model' : played_by

type Confirmed = { readonly subject: string; readonly by: string; readonly at: string; readonly started: boolean }

/** Replaces the question after the decision. */
export const confirmedMessage = ({ subject, by, at, started }: Confirmed): Message =>
  message({
    text: `${started ? 'Started' : 'Not started'}: “${neutralizeMrkdwn(titled(subject), 200)}”.`,
    blocks: (scale) => [
      rich(
        quote(words(line(titled(subject), 280 * scale.words))),
        paragraph(bold(started ? 'Started' : 'Not started'), words(` by ${line(by, 60)}, `), moment(at), words('.')),
      ),
    ],
  })
