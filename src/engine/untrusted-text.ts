import { createHmac, randomBytes } from 'node:crypto'
import { withoutHidden } from '../domain/hidden-characters.js'
import type { Prompt } from '../llm/client.js'

const MARK_LENGTH = 16
/**
 * Stands in a prompt for the run's mark until the prompt is sent. It is another one in every process and never leaves it,
 * so that no text can hold it.
 */
const PLACE = randomBytes(MARK_LENGTH / 2).toString('hex')

/** The words that a mark begins with. */
const LABELS = [
  ...['about', 'answer', 'answers', 'assistant', 'audience', 'case', 'claims', 'conversation', 'data', 'diary'],
  ...['discussion', 'findings', 'heard', 'human', 'instructions', 'judge', 'messages?', 'participants', 'passages'],
  ...['person', 'product', 'proposition', 'question', 'research', 'rubric', 'seen', 'statement', 'suppressed_views'],
  ...['system', 'told_beside_it', 'transcript', 'first_transcript', 'second_transcript', 'turn', 'user', 'views'],
]
/** An opening bracket, in any width, before a word that could pass for one of our marks. */
const BOUNDARY_LIKE = new RegExp(
  String.raw`[<\uff1c\ufe64](?=\s{0,3}(?:[/\uff0f]\s{0,3})?(?:${LABELS.join('|')})\b)`,
  'giu',
)

/** Text as a person would see it. */
export const visible = (text: string): string => withoutHidden(text.replace(/\r\n?/g, '\n'))

/**
 * Text of somebody else as a model may see it: nothing hidden, nothing that looks like the end of its frame. Of visible
 * text every character keeps its place.
 */
export const neutralise = (text: string): string => visible(text).replace(BOUNDARY_LIKE, '‹')

/** What stands in the brackets of a frame, for words about it. */
export const boundaryOf = (label: string): string => `${label}-${PLACE}`

/** Frames text of somebody else, or of a model, between two marks that nobody could have written into it. */
export function fence(label: string, text: string, attributes = ''): string {
  const boundary = boundaryOf(label)
  return `<${boundary}${attributes && ` ${attributes}`}>\n${neutralise(text)}\n</${boundary}>`
}

/** The mark of a run: one for all of its prompts, as parts that calls share are bought once where they are the same. */
export const markOf = (secret: string, run_id: string): string =>
  createHmac('sha256', secret).update(run_id).digest('hex').slice(0, MARK_LENGTH)

/** A prompt as it is sent: with the mark in its places, and nothing in it that a person would not see. */
export function sealPrompt({ rules, shared, own, pictures }: Prompt, mark: string): Prompt {
  const seal = (text: string): string => withoutHidden(text).replaceAll(PLACE, mark)
  const sealed = { rules, shared: seal(shared), own: seal(own) }
  return pictures ? { ...sealed, pictures } : sealed
}
