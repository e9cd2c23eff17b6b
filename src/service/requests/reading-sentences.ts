import { LINK_NOT_READ, REQUEST_NOT_SHOWN, type StimulusSource } from '../../domain/panel/stimulus.js'
import { PRICED } from '../../ingest/detect-requests.js'

const isTyped = ({ kind, name }: StimulusSource): boolean => kind === 'text' && name === ''

/** A sentence about what was read, for the user; `null` for a typed text alone. */
export function readingSentence(sources: readonly StimulusSource[]): string | null {
  if (sources.every(isTyped)) return null
  // A typed text without its requests is shown as it is tested.
  const hasOthers = sources.some(({ kind, name }) => kind !== 'text' || name === LINK_NOT_READ)
  return sources.flatMap((source) => (isTyped(source) && !hasOthers ? [] : sentenceOf(source))).join(' ')
}

function sentenceOf({ kind, name, words, first_lines }: StimulusSource): string {
  const count = `${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'}`
  if (name === REQUEST_NOT_SHOWN) return `“${first_lines}” is taken as a request, which the panel is not shown.`
  if (name === LINK_NOT_READ)
    return `The page at ${first_lines} is not read; to have it read, give its link as a piece of its own or on a line of its own.`
  if (kind === 'text') return `Tested as typed, ${count}: “${first_lines}”`
  return kind === 'picture'
    ? `Read ${name}: ${first_lines}.`
    : `Read ${count} from ${name}; first lines: “${first_lines}”`
}

/**
 * Why a user should look at what is left out before it is: words with a price, or a request beside other words that stay
 * with the page; `null` where there is no such doubt.
 */
export function whyLookAtRequests(sources: readonly StimulusSource[]): string | null {
  const requests = sources.filter(({ name }) => name === REQUEST_NOT_SHOWN)
  const typed = sources.find(isTyped)
  const hasPage = sources.some(({ kind }) => kind === 'link')
  const priced = requests.find(({ first_lines }) => PRICED.test(first_lines))
  if (priced) return `“${priced.first_lines}” is taken as a request, although it names a price.`
  if (requests.length === 0 || !hasPage || !typed) return null
  return `“${typed.first_lines}” is shown to the panel together with the page.`
}
