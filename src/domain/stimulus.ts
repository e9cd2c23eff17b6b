import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`)

const MIN_WORDS = 2
/** Beside an address: "please look at <address>" says nothing of what is offered. */
const MIN_WORDS_BESIDE_ADDRESS = 6
/** Links of Slack and of Markdown: what they show stands for a page that is not read. */
const MARKED_ADDRESS = /<[^<>\s|]{1,2000}:[^<>]{1,2000}>|!?\[[^[\]]{0,300}\]\([^()\s]{1,2000}\)/gu
const TAG = /<[^<>]{1,2000}>/gu
/** A word that is an address of a page, a mailbox or a file: example.com/page, me@example.com, localhost:3000, ~/page.md */
const ADDRESS =
  /:[\\/]{2}|^(?:mailto|data|file):|^localhost\b|^www\.|^(?:[a-z]:|~)?[\\/]|\p{L}@\p{L}|[\p{L}\p{N}]\.\p{L}{2,}(?:[:/?#]|$)/iu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How many different words with a letter in them the text has, counted no further than `most`. */
function countWords(text: string, limit: number): number {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && /\p{L}/u.test(segment)) words.add(segment.toLowerCase())
    if (words.size >= limit) break
  }
  return words.size
}

/** Why a text is nothing that a panel can judge, but a link to it or fewer words than that; `null` where it may be. */
function whyNothingToJudge(text: string, minWords: number): string | null {
  const unmarked = text.replace(MARKED_ADDRESS, ' ')
  const tokens = unmarked.replace(TAG, ' ').split(/\s+/u)
  const words = tokens.filter((word) => !ADDRESS.test(word.replace(/[.,;:!?)\]]{1,20}$/u, '')))
  const hasAddress = unmarked !== text || words.length < tokens.length
  const needed = hasAddress ? MIN_WORDS_BESIDE_ADDRESS : minWords
  if (countWords(words.join(' ').replaceAll('-', ''), needed) >= needed) return null
  return hasAddress
    ? 'This is little more than a link, and the page behind it is not read. Paste the text of the page, or save it as a file and give that.'
    : `This is too little to judge. Send the sentence or the text as your customers will read it, at least ${minWords === 1 ? 'a word' : 'two words'}.`
}

const judgeable = (minWords: number) =>
  Stimulus.superRefine((text, context) => {
    // Also asked about a text that was found empty or too long.
    if (text === '' || text.length > MAX_STIMULUS) return
    const message = whyNothingToJudge(text, minWords)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** A stimulus that a panel can judge: words that people would read, not a link to them. */
export const Proposition = judgeable(MIN_WORDS)
/** What a discussion is about; its topics say the rest. */
export const Subject = judgeable(1)
