import { AppError } from '../errors.js'

/** A discussion guide: its subject (the stimulus), and its topics in order. */
export type Guide = { readonly stimulus: string; readonly topics: string[] }

const MAX_TOPIC_LENGTH = 500
const HEADING = /^\s{0,3}#{2,6}\s+(\S.*)$/
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)$/

/**
 * Reads a guide: each heading (## and below) is a topic with the text below it; in a guide without headings each list
 * item is one. The text before the first topic is the subject. A text without topics is its own only topic. Errors:
 * `invalid_input` where there is no subject.
 */
export function readGuide(text: string): Guide {
  const lines = text.split(/\r?\n/)
  const mark = lines.some((line) => HEADING.test(line)) ? HEADING : ITEM
  const first = lines.findIndex((line) => mark.test(line))
  const subject = lines
    .slice(0, first < 0 ? undefined : first)
    .join('\n')
    .trim()
  if (first < 0) return { stimulus: subject, topics: [shortened(plain(subject))] }
  if (subject === '') {
    throw new AppError('invalid_input', {
      problem: 'The guide begins with a topic; write above it what the discussion is about.',
    })
  }
  const topics: string[] = []
  for (const line of lines.slice(first)) {
    const topic = mark.exec(line)?.[1]
    if (topic !== undefined) topics.push(plain(mark === HEADING ? withoutClosing(topic) : topic))
    else if (line.trim() !== '')
      topics.push(`${topics.pop()}${mark === HEADING ? '\n' : ' '}${plain(ITEM.exec(line)?.[1] ?? line)}`)
  }
  return { stimulus: subject, topics: topics.map((topic) => shortened(plain(withQuestions(topic)))) }
}

/** Writes a guide as text that `readGuide` reads back unchanged. */
export function writeGuide({ stimulus, topics }: Guide): string {
  const [only] = topics
  if (topics.length === 1 && only === shortened(plain(stimulus))) return stimulus
  const mark = stimulus.split('\n').some((line) => ITEM.test(line)) ? '##' : '-'
  return [stimulus, '', ...topics.map((topic) => `${mark} ${topic}`)].join('\n')
}

/** A heading without its closing marks: "## Price ##". */
const withoutClosing = (heading: string): string => heading.trimEnd().replace(/(?<!#)#+$/, '') || heading

/** Joins a heading and the lines below it into one topic. */
const withQuestions = (topic: string): string => topic.replace(/(?<![.!?:])\n/, ': ')

/** Removes Markdown's marks and line breaks. */
const plain = (text: string): string =>
  text
    .replace(/^\s{0,3}#+\s+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Cuts a long topic after a whole sentence, or inside the first where that is too long. */
function shortened(topic: string): string {
  if (topic.length <= MAX_TOPIC_LENGTH) return topic
  const room = topic.slice(0, MAX_TOPIC_LENGTH)
  const end = Math.max(room.lastIndexOf('. '), room.lastIndexOf('? '), room.lastIndexOf('! '))
  return end > 0 ? room.slice(0, end + 1) : `${room.slice(0, MAX_TOPIC_LENGTH - 1).trimEnd()}…`
}
