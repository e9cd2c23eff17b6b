import { REQUEST_NOT_SHOWN, type StimulusSource } from '../../domain/panel/stimulus.js'
import { PRICED } from '../../ingest/detect-requests.js'
import { linksOf } from '../../ingest/links-in-text.js'

/** A sentence for users whose text has addresses that were not followed; `null` where it has none. */
export const unreadLinksSentence = (text: string): string | null =>
  linksOf(text).length > 0
    ? 'Links in the text are tested as they stand; to have a page read, give its link as a piece of its own or on a line of its own.'
    : null

/** A sentence about what was read, for the user; `null` for a typed text alone. */
export function readingSentence(sources: readonly StimulusSource[]): string | null {
  const read = sources.filter(({ kind, name }) => kind !== 'text' || name === REQUEST_NOT_SHOWN)
  if (read.length === 0) return null
  return read.map(sentenceOf).join(' ')
}

function sentenceOf({ kind, name, words, first_lines }: StimulusSource): string {
  if (kind === 'text') return `“${first_lines}” is taken as a request, which the panel is not shown.`
  return kind === 'picture'
    ? `Read ${name}: ${first_lines}.`
    : `Read ${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'} from ${name}; first lines: “${first_lines}”`
}

/**
 * Why a user should look at what is left out before it is: words with a price, or a request beside other words that stay
 * with the page; `null` where there is no such doubt.
 */
export function whyLookAtRequests(sources: readonly StimulusSource[]): string | null {
  const requests = sources.filter(({ name }) => name === REQUEST_NOT_SHOWN)
  const typed = sources.find(({ kind, name }) => kind === 'text' && name === '')
  const hasPage = sources.some(({ kind }) => kind === 'link')
  const priced = requests.find(({ first_lines }) => PRICED.test(first_lines))
  if (priced) return `“${priced.first_lines}” is taken as a request, although it names a price.`
  if (requests.length === 0 || !hasPage || !typed) return null
  return `“${typed.first_lines}” is shown to the panel together with the page.`
}
