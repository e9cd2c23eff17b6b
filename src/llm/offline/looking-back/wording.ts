import type { LifeEvent, LifeEventGroup, LifeHistory } from '../../../domain/simulation/life-history.js'
import { listOf, plural, upperFirst } from '../../../domain/text/words.js'

/** Longer lists of days are shortened to their number, first and last day. */
const DAYS_LISTED = 8
const NUMBERS = ['no times', 'once', 'twice', 'three times', 'four times', 'five times', 'six times']

export const timesInWords = (times: number): string => NUMBERS[times] ?? `${times} times`
export const onDays = (days: readonly number[]): string => {
  if (days.length > DAYS_LISTED) return `on ${days.length} days from day ${days[0]} to day ${days.at(-1)}`
  return `on ${plural(days.length, 'day')} ${listOf(days.map(String))}`
}
/** A message of the product, verbatim, in parentheses. */
export const quoted = (message: string): string => (message === '' ? '' : ` (“${message}”)`)

type Words = { readonly to: string; readonly did: string }

/** A place in words of the product file: an infinitive and a past tense. */
export function wordsFor({ screens }: Pick<LifeHistory, 'screens'>, place: string): Words {
  const known = screens.find(({ id }) => id === place)
  const plain = place.replaceAll(/[_-]+/g, ' ')
  return known ?? { to: `use ${plain}`, did: `used ${plain}` }
}

type Failed = Pick<LifeEvent, 'place' | 'outcome' | 'cause' | 'message'>

/** What a loss was is said by the product's own message, where it has one. */
const outcomeClause = ({ outcome, message }: Failed): string =>
  outcome === 'loss' && message !== '' ? 'it went badly' : OUTCOME_CLAUSES[outcome]

/** A failed attempt as a clause without the place. */
export function failed(event: Failed): string {
  const { outcome, cause } = event
  if (cause === 'price') return 'the price page stopped me'
  if (cause === 'limit') return 'a limit of the free plan stopped me'
  if (cause === 'unclear') return outcome === 'not_available' ? 'I found no way' : 'I could not see how'
  return cause === 'effort' ? 'it was too fiddly' : outcomeClause(event)
}

const OUTCOME_CLAUSES: Readonly<Record<LifeEvent['outcome'], string>> = {
  ok: 'it worked',
  blocked: 'it stopped me',
  wrong: 'it came out wrong',
  slow: 'it took too long',
  loss: 'it lost what I had done',
  not_available: 'it was not there for me',
  limit: 'it went no further',
}

/** A failed attempt as a clause with the place. */
function failedThere(event: Failed, to: string): string {
  const { outcome, cause } = event
  if (cause === 'limit') return `a limit of the free plan stopped me when I wanted to ${to}`
  if (cause === 'unclear')
    return outcome === 'not_available' ? `I found no way to ${to}` : `it was not clear to me how to ${to}`
  if (cause === 'effort') return `I did not manage to ${to}, it was too fiddly`
  if (outcome === 'blocked') return `it would not let me ${to}`
  return `${outcomeClause(event)} when I tried to ${to}`
}

/** All events of one sort as a sentence, with their number and days. */
export function eventSentence(lived: LifeHistory, thing: LifeEventGroup): string {
  const how_often = `${timesInWords(thing.times)}, ${onDays(thing.days)}`
  if (thing.place === 'docs')
    return `The guide ${thing.outcome === 'ok' ? 'had my answer' : 'did not have what I looked for'} ${how_often}.`
  if (thing.cause === 'wait') return `I looked for an answer of support in vain ${how_often}.`
  if (thing.place === 'support') return `I wrote to support ${how_often}.`
  if (thing.cause === 'price') return `The price page stopped me ${how_often}.`
  const { to, did } = wordsFor(lived, thing.place)
  if (thing.outcome === 'ok') return `I ${did} ${how_often}.`
  return `${upperFirst(how_often)}, ${failedThere(thing, to)}${quoted(thing.message)}.`
}
