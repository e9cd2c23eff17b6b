import { createHmac, randomBytes } from 'node:crypto'
import { withoutHidden } from '../domain/text/hidden-characters.js'
import type { Prompt } from '../llm/client.js'

const MARK_LENGTH = 16
/**
 * Placeholder for the run's mark in a prompt until the prompt is sent. It is random per process and never sent, so no
 * text can contain it.
 */
const PLACE = randomBytes(MARK_LENGTH / 2).toString('hex')

/** The words that a mark begins with. */
const LABELS = [
  'about',
  'answer',
  'answers',
  'assistant',
  'audience',
  'case',
  'claims',
  'conversation',
  'data',
  'diary',
  'discussion',
  'earlier',
  'feedback',
  'findings',
  'heard',
  'human',
  'instructions',
  'judge',
  'kinds',
  'last_try',
  'memory',
  'messages?',
  'notes',
  'participants',
  'passages',
  'person',
  'product',
  'proposition',
  'question',
  'research',
  'rubric',
  'seen',
  'session',
  'statement',
  'suppressed_views',
  'system',
  'told_beside_it',
  'topic',
  'transcript',
  'first_transcript',
  'second_transcript',
  'turn',
  'user',
  'views',
]
/** An opening bracket, of any width, before a word that could pass for one of our marks. */
const BOUNDARY_LIKE = new RegExp(
  String.raw`[<\uff1c\ufe64](?=\s{0,3}(?:[/\uff0f]\s{0,3})?(?:${LABELS.join('|')})\b)`,
  'giu',
)

/** The text without hidden characters, as a person sees it. */
export const visible = (text: string): string => withoutHidden(text.replace(/\r\n?/g, '\n'))

/**
 * Untrusted text as a model may see it: no hidden characters, nothing that looks like the end of its frame. Visible
 * characters keep their positions.
 */
export const neutralise = (text: string): string => visible(text).replace(BOUNDARY_LIKE, '‹')

/** A text on one line, so that within a frame no part of it can imitate the line of somebody else. */
export const inLine = (text: string): string =>
  text
    .split(/[\n\r\v\f\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .join(' ')

/** The text inside the brackets of a frame, for instructions that refer to it. */
export const boundaryOf = (label: string): string => `${label}-${PLACE}`

/** Frames untrusted text, or a model's, between two marks that nobody could have written into it. */
export function fence(label: string, text: string, attributes = ''): string {
  const boundary = boundaryOf(label)
  return `<${boundary}${attributes && ` ${attributes}`}>\n${neutralise(text)}\n</${boundary}>`
}

/** Prompt text without its fences, to compare a model’s words with. */
export const withoutFences = (text: string): string =>
  text.replace(new RegExp(String.raw`</?[a-z_]+-${PLACE}[^>\n]*>`, 'g'), '')

/** A frame that another process made and stored, with its own placeholder, as this process would make it. */
export const restoreFrame = (label: string, framed: string): string =>
  framed.replace(new RegExp(String.raw`(?<=^</?${label}-)[0-9a-f]{${MARK_LENGTH}}`, 'gm'), PLACE)

/** The mark of a run. All its prompts share one mark, so that shared parts stay identical and the provider caches them. */
export const markOf = (secret: string, run_id: string): string =>
  createHmac('sha256', secret).update(run_id).digest('hex').slice(0, MARK_LENGTH)

/** A prompt as it is sent: the mark replaces its placeholder, and hidden characters are removed. */
export function sealPrompt({ rules, shared, own, pictures }: Prompt, mark: string): Prompt {
  const seal = (text: string): string => withoutHidden(text).replaceAll(PLACE, mark)
  const sealed = { rules, shared: seal(shared), own: seal(own) }
  return pictures ? { ...sealed, pictures } : sealed
}
