import { AppError } from '../errors.js'

/** A discussion guide: what the discussion is about, and its topics in order. */
export type Guide = { readonly stimulus: string; readonly topics: string[] }

/** As long as a topic may be. */
const MAX_TOPIC_LENGTH = 500
const HEADING = /^\s{0,3}#{2,6}\s+(\S.*)$/
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)$/

/**
 * Reads a guide: headings (## and below) are topics, with what stands below them; in a guide without headings the list
 * items are. The words before the first topic are the subject. A text without topics is its own one topic. Errors:
 * `invalid_input` when nothing says what it is about.
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

/** A guide as somebody would type it, so that `readGuide` reads the same again. */
export function writeGuide({ stimulus, topics }: Guide): string {
  const [only] = topics
  if (topics.length === 1 && only === shortened(plain(stimulus))) return stimulus
  const mark = stimulus.split('\n').some((line) => ITEM.test(line)) ? '##' : '-'
  return [stimulus, '', ...topics.map((topic) => `${mark} ${topic}`)].join('\n')
}

/** A heading without the marks that may close it: "## Price ##". */
const withoutClosing = (heading: string): string => heading.trimEnd().replace(/(?<!#)#+$/, '') || heading

/** A heading and the lines below it, as a moderator would say them. */
const withQuestions = (topic: string): string => topic.replace(/(?<![.!?:])\n/, ': ')

/** Without Markdown's marks and on one line. */
const plain = (text: string): string =>
  text
    .replace(/^\s{0,3}#+\s+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Whole sentences of a topic that is too long, or as much of the first as there is room for. */
function shortened(topic: string): string {
  if (topic.length <= MAX_TOPIC_LENGTH) return topic
  const room = topic.slice(0, MAX_TOPIC_LENGTH)
  const end = Math.max(room.lastIndexOf('. '), room.lastIndexOf('? '), room.lastIndexOf('! '))
  return end > 0 ? room.slice(0, end + 1) : `${room.slice(0, MAX_TOPIC_LENGTH - 1).trimEnd()}…`
}
