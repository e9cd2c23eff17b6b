import type { ReadingReport } from '../../domain/personas/persona-set.js'
import { sentencesIn } from '../../domain/text/sentences.js'
import { type Block, blocksOf, turnLabels, withoutMarks } from './blocks.js'
import { countedPeople } from './labels.js'
import { postAuthors } from './post-headers.js'
import { type Section, sectionsOf } from './sections.js'
import { isFirstPerson, isReport, isRole, notRespondents, quotations } from './speech.js'

/** How a document distinguishes its respondents. */
export type Structure = ReadingReport['documents'][number]['structure']

/** A stretch of a document by a respondent, or by nobody (`speaker` null): an interviewer, author or seller. */
type Stretch = {
  readonly start: number
  readonly end: number
  /** The document's name for the speaker. */
  readonly speaker: string | null
  /** Whether the document's form marks the words as another person's; false where their speaker is unknown. */
  readonly others: boolean
  readonly heading: string
}
export type ReadText = { readonly structure: Structure; readonly stretches: Stretch[] }

const MIN_LINES = 2
/** The form in which names are taken out of research. */
const LETTERED = /^Person \p{Lu}{1,2}$/u
const MIN_COUNTED = 3

/**
 * Assigns the words of a document to respondents by its form alone: turns under speakers' names, posts under their
 * authors, sections under a heading per person, or a single person throughout. The content is not interpreted.
 */
export function readRespondents(text: string): ReadText {
  const labels = turnLabels(text)
  const blocks = blocksOf(text, speakersAmong(labels, text))
  const posts = postAuthors(blocks)
  if (posts.size > 0) return readPosts(blocks, posts)
  const sections = sectionsOf(blocks)
  const turns = blocks.filter(({ speaker }) => speaker !== '')
  const texts = blocks.filter(({ kind }) => kind === 'text')
  const asking = askingAmong(blocks)
  if (turns.length >= texts.length / 2 && turns.length > 0) return readTurns(blocks, sections, asking)
  if (sections.length > 0) {
    const stretches = withoutEndnotes(sections).flatMap((section) => readSection(section, asking))
    return { structure: 'headings', stretches }
  }
  const quotes = attributedQuotes(blocks)
  return quotes.size >= MIN_LINES ? readQuotes(blocks, quotes) : readWhole(blocks, asking)
}

type Labels = ReadonlySet<string>

/** Labels of those who ask, lead or sell. */
function askingAmong(blocks: readonly Block[]): Labels {
  const first = blocks.findIndex(({ speaker }) => speaker !== '')
  return notRespondents(
    blocks.filter(({ speaker }) => speaker !== ''),
    blocks.slice(0, first),
  )
}

const answering = (blocks: readonly Block[], asking: Labels): Labels =>
  new Set(blocks.map(({ speaker }) => speaker).filter((label) => label !== '' && !asking.has(label)))

/**
 * Labels before a colon that stand for speakers: at least two must take turns between two headings, or three count or
 * letter people ("Participant 3"), with one turn each as well, or two where the letters stand for names that were taken
 * out ("Person A") or one of them asks. A label of the same form with a single turn is a speaker too.
 */
function speakersAmong(labels: ReturnType<typeof turnLabels>, text: string): ReadonlySet<string> {
  let taking = [...labels].filter(([, { inOneSection }]) => inOneSection >= MIN_LINES).map(([label]) => label)
  if (taking.length < 2) {
    const counted = countedPeople([...labels.keys()])
    const roles = [...labels.keys()].filter(isRole)
    const isNamed = counted.every((label) => LETTERED.test(label)) && counted.length > 0
    // "P1" may be a priority.
    const isShort = counted.some((label) => /^\p{L}[ _-]?\d/u.test(label))
    if (isNamed && counted.length + roles.length >= 2) taking = counted
    else if (counted.length < MIN_COUNTED || (isShort && !isFirstPerson(text))) return new Set()
    else return new Set([...counted, ...taking, ...roles])
  }
  const isUpper = (label: string) => label === label.toUpperCase()
  const words = (label: string) => label.split(' ').length
  const most = Math.max(...taking.map(words))
  return new Set(
    [...labels.keys()].filter(
      (label) =>
        taking.includes(label) || (words(label) <= most && taking.every((other) => isUpper(other) === isUpper(label))),
    ),
  )
}

const stretchOf = (
  { start, end }: Pick<Block, 'start' | 'end'>,
  speaker: string | null,
  heading: string,
  others = speaker === null,
): Stretch => ({ start, end, speaker, others, heading })

const isSpoken = ({ kind }: Block): boolean =>
  kind === 'text' || kind === 'bold' || kind === 'quote' || kind === 'aside'

function readPosts(blocks: readonly Block[], authors: ReadonlyMap<number, string>): ReadText {
  let author: string | null = null
  const stretches: Stretch[] = []
  for (const [place, block] of blocks.entries()) {
    const named = authors.get(place)
    if (named !== undefined) author = named
    else if (isSpoken(block)) {
      const own = author !== null && (block.kind === 'text' || block.kind === 'bold')
      // A quotation in a post appears under its own author already.
      stretches.push(stretchOf(block, own ? author : null, '', !own && block.kind === 'quote'))
    }
  }
  return { structure: 'posts', stretches }
}

/** Drops a last paragraph such as "Notes of the team: …" without a word in the first person: it is the author's. */
function withoutEndnotes(sections: readonly Section[]): Section[] {
  const last = sections.at(-1)
  if (!last || last.person === null) return [...sections]
  const from = last.blocks.findIndex(
    ({ kind, text }, place) =>
      place > 1 && kind === 'text' && /^\p{Lu}[^.!?:\n]{2,50}:\s/u.test(text) && !isFirstPerson(text),
  )
  if (from < 0) return [...sections]
  return [
    ...sections.slice(0, -1),
    { ...last, blocks: last.blocks.slice(0, from) },
    { person: null, blocks: last.blocks.slice(from) },
  ]
}

/** In a conversation of several people a turn is its speaker's, and what stands between the turns is nobody's. */
function readSection({ person, blocks }: Section, asking: Labels): Stretch[] {
  let heading = ''
  let isBehindTurn = false
  const several = answering(blocks, asking).size > 1
  const plain = blocks.filter(({ kind }) => kind === 'text')
  const report = isReport(plain)
  return blocks.flatMap((block): Stretch[] => {
    if (block.kind === 'heading' && block.text !== person) heading = block.text
    // Bold lines between the answers are the questions.
    if (block.kind === 'bold') heading = questionIn(block.text)
    if (block.kind === 'heading') isBehindTurn = false
    if (!isSpoken(block)) return []
    if (asking.has(block.speaker)) return [stretchOf(block, null, heading)]
    if (several && block.speaker !== '') {
      isBehindTurn = true
      return [stretchOf(block, block.speaker, heading)]
    }
    if (person === null || isBehindTurn) return [stretchOf(block, null, heading, false)]
    if (report && block.kind === 'text') return reported(block, person, heading)
    if (report && block.kind === 'quote') return [stretchOf(block, person, heading)]
    return [stretchOf(block, block.kind === 'text' ? person : null, heading)]
  })
}

/** An author's paragraph: quotations belong to the person, the text around them to nobody. */
function reported(block: Block, person: string, heading: string): Stretch[] {
  const stretches: Stretch[] = []
  let at = block.start
  for (const quote of quotations(block.text)) {
    const [start, end] = [block.start + quote.start, block.start + quote.end]
    stretches.push(stretchOf({ start: at, end: start - 1 }, null, heading, false))
    stretches.push(stretchOf({ start, end }, person, heading))
    at = end + 1
  }
  return [...stretches, stretchOf({ start: at, end: block.end }, null, heading, false)]
}

/** A bold question without its marks and name: "**Jo: What happens then?**". */
const questionIn = (bold: string): string =>
  withoutMarks(bold)
    .replace(/^\p{Lu}[\p{L}.]*:\s+/u, '')
    .trim()

function readTurns(blocks: readonly Block[], sections: readonly Section[], asking: Labels): ReadText {
  const named = sections.filter(({ person }) => person !== null)
  const parts = named.length > 0 ? sections : [{ person: null, blocks }]
  // "B:" is another person in each interview: the heading identifies the person.
  const perSection = named.length > 0 && named.every((part) => answering(part.blocks, asking).size <= 1)
  const stretches = parts.flatMap((part): Stretch[] => {
    let speaker: string | null = null
    let heading = ''
    return part.blocks.flatMap((block): Stretch[] => {
      if (block.kind === 'heading') {
        if (block.text !== part.person) heading = block.text
        speaker = null
      }
      if (!isSpoken(block)) return []
      if (block.speaker !== '') speaker = block.speaker
      if (speaker === null || block.kind === 'aside') return [stretchOf(block, null, heading, false)]
      if (asking.has(speaker)) {
        heading = sentencesIn(questionIn(block.text)).findLast((sentence) => sentence.endsWith('?')) ?? ''
        return [stretchOf(block, null, heading)]
      }
      return [stretchOf(block, perSection && part.person !== null ? part.person : speaker, heading)]
    })
  })
  return { structure: 'turns', stretches }
}

const ATTRIBUTED = /^>?\s*[“„«"]([\s\S]+)[”“»"]\s*(?:[—–-]+\s*|\()?(\p{Lu}[^.!?“”„«»"\n]{1,80})\)?\.?$/u

/** Paragraphs that are a quotation with its speaker: “…” Mara, ward nurse. By index in `blocks`. */
function attributedQuotes(blocks: readonly Block[]): Map<number, string> {
  const quotes = new Map<number, string>()
  for (const [place, { kind, text }] of blocks.entries()) {
    const whose = kind === 'text' || kind === 'quote' ? ATTRIBUTED.exec(text)?.[2]?.trim() : undefined
    if (whose !== undefined) quotes.set(place, whose.replace(/\)$/, ''))
  }
  return quotes
}

function readQuotes(blocks: readonly Block[], whose: ReadonlyMap<number, string>): ReadText {
  let heading = ''
  const stretches = blocks.flatMap((block, place): Stretch[] => {
    if (block.kind === 'heading') heading = block.text
    if (!isSpoken(block)) return []
    const [quote] = quotations(block.text)
    const speaker = whose.get(place)
    if (speaker === undefined || !quote) return [stretchOf(block, null, heading, false)]
    return [stretchOf({ start: block.start + quote.start, end: block.start + quote.end }, speaker, heading)]
  })
  return { structure: 'quotes', stretches }
}

/** A text without such structure belongs to one person if most of its paragraphs are in the first person. */
function readWhole(blocks: readonly Block[], asking: Labels): ReadText {
  const texts = blocks.filter(({ kind, speaker }) => kind === 'text' && speaker === '')
  const personal = texts.filter(({ text }) => isFirstPerson(text)).length
  const title = blocks.find(({ kind }) => kind === 'heading')?.text ?? ''
  const isPersonal = texts.length > 0 && personal >= texts.length / 2
  if (answering(blocks, asking).size > 1)
    return { structure: 'turns', stretches: readSection({ person: isPersonal ? title : null, blocks }, asking) }
  let heading = ''
  const stretches = blocks.flatMap((block): Stretch[] => {
    if (block.kind === 'heading' && block.text !== title) heading = block.text
    if (!isSpoken(block)) return []
    if (asking.has(block.speaker)) return [stretchOf(block, null, heading)]
    return [stretchOf(block, isPersonal && block.kind === 'text' ? title : null, heading, isPersonal)]
  })
  return { structure: isPersonal ? 'one person' : 'none', stretches }
}
