import { type Fields, type ForeignFile, isFields, plainText, quoted, quotedList } from './foreign-file.js'
import { excerpt } from './refuse.js'
import { lineRow, type Row } from './rows.js'

/** Fields of an Inspect sample that our own cases do not have; any of them identifies a sample. */
const SAMPLE_FIELDS = ['target', 'choices', 'id', 'metadata', 'sandbox', 'files', 'setup']
const ENVIRONMENT_FIELDS = ['sandbox', 'files', 'setup']
/** Fields that a log adds to a sample: its answers and scores. */
const ANSWER_FIELDS = ['messages', 'output', 'scores']

export const isInspectSample = (value: unknown): value is Fields =>
  isFields(value) && 'input' in value && !('name' in value) && SAMPLE_FIELDS.some((field) => field in value)

export const isInspectLog = (value: unknown): value is Fields & { readonly samples: readonly unknown[] } =>
  isFields(value) && Array.isArray(value.samples) && isFields(value.eval)

/** The case of an Inspect sample. A sample that cannot become a case is counted instead. */
export function* inspectRow({ line, value: sample }: Row, { notTaken, unique }: ForeignFile): Generator<Row> {
  const problem = (sentence: string): Row => ({ ...lineRow(line), problems: [{ line, sentence }] })
  if (!isFields(sample)) {
    yield problem('A sample is an object with `input` and `target`.')
    return
  }
  const kind = unfitKind(sample)
  if (kind) {
    notTaken.add(...kind)
    return
  }
  const message = messageOf(sample.input)
  if (message === null) {
    yield problem('The `input` of a sample is a text, or a list of messages with role and content.')
    return
  }
  const { category, ...tags } = isFields(sample.metadata) ? sample.metadata : {}
  for (const tag of Object.keys(tags)) notTaken.add(`${quoted(tag)} in metadata`, `${quoted(tag)} in metadata`)
  for (const field of ENVIRONMENT_FIELDS)
    if (hasEntries(sample[field])) notTaken.add(`${quoted(field)} of a sample`, `${quoted(field)} of samples`)
  if (ANSWER_FIELDS.some((field) => hasEntries(sample[field])))
    notTaken.add('answer with its scores', 'answers with their scores')
  if (Array.isArray(sample.input) && sample.input.length > 1) notTaken.add('system message')
  yield {
    ...lineRow(line),
    value: {
      name: unique(plainText(sample.id) ?? excerpt(message, 80)),
      input: message,
      expected_behavior: targetOf(sample.target),
      category: plainText(category) ?? undefined,
    },
  }
}

/** The kind of a sample that cannot become a case, in singular and plural; `null` for any other sample. */
function unfitKind({ epoch, choices, input }: Fields): [string, string] | null {
  if (typeof epoch === 'number' && epoch > 1) return ['repeat of a sample (`epoch`)', 'repeats of samples (`epoch`)']
  if (hasEntries(choices)) return ['multiple-choice sample', 'multiple-choice samples']
  const messages = Array.isArray(input) ? input.filter(isFields).filter(({ role }) => role !== 'system') : []
  if (messages.length > 1) return ['sample with several messages', 'samples with several messages']
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  if (parts.some((part) => !isFields(part) || plainText(part.text) === null))
    return ['sample with more than text', 'samples with more than text']
  return null
}

const hasEntries = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0)

/** The only message of a user, ignoring system messages; `null` where the input cannot be read. */
function messageOf(input: unknown): string | null {
  if (!Array.isArray(input)) return plainText(input)
  const [message, ...more] = input.filter((turn) => !isFields(turn) || turn.role !== 'system')
  if (more.length > 0 || !isFields(message) || message.role !== 'user') return null
  if (!Array.isArray(message.content)) return plainText(message.content)
  return plainText(message.content.map((part) => (isFields(part) ? plainText(part.text) : null)).join('\n'))
}

function targetOf(target: unknown): string {
  if (!Array.isArray(target)) return plainText(target) ?? ''
  const texts = target.flatMap((text) => plainText(text) ?? [])
  return texts.length > 1 ? `One of these is right: ${quotedList(texts)}.` : (texts[0] ?? '')
}
