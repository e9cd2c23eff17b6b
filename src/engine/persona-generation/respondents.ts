import { sentencesIn } from '../../domain/sentences.js'
import { type Block, blocksOf, turnLabels } from './blocks.js'
import { countedBy, isName, isTime } from './labels.js'
import { postAuthors } from './post-headers.js'
import { isFirstPerson, isReport, notRespondents, quotations } from './speech.js'

/** How a document tells its respondents apart. */
export type Structure = 'rows' | 'turns' | 'posts' | 'headings' | 'one person' | 'none'

/** A stretch of a document that is somebody's, or nobody's (`speaker` null): an interviewer's, an author's, a seller's. */
export type Stretch = {
  readonly start: number
  readonly end: number
  /** What the document calls whose words these are. */
  readonly speaker: string | null
  /** Somebody else's words by the document's form; false where nothing says whose they are. */
  readonly others: boolean
  readonly heading: string
}
export type ReadText = { readonly structure: Structure; readonly stretches: Stretch[] }

/** Share of a level's headings that must look like people. */
const PEOPLE_SHARE = 0.5
const MIN_LINES = 2

/**
 * Finds by its form alone whose words stand where in a document: turns under speakers' names, posts under their authors,
 * sections under a heading a person, or one person throughout. Nothing of what is said is read.
 */
export function readRespondents(text: string): ReadText {
  const labels = turnLabels(text)
  const blocks = blocksOf(text, speakersAmong(labels))
  const posts = postAuthors(blocks)
  if (posts.size > 0) return readPosts(blocks, posts)
  const sections = sectionsOf(blocks)
  const turns = blocks.filter(({ speaker }) => speaker !== '')
  const texts = blocks.filter(({ kind }) => kind === 'text')
  if (turns.length >= texts.length / 2 && turns.length > 0) return readTurns(blocks, sections)
  if (sections.length > 0) return { structure: 'headings', stretches: withoutEndnotes(sections).flatMap(readSection) }
  return readWhole(blocks)
}

/**
 * Labels before a colon that stand for speakers: at least two take turns between two headings. Somebody of the same form who
 * speaks once is one of them.
 */
function speakersAmong(labels: ReturnType<typeof turnLabels>): ReadonlySet<string> {
  const taking = [...labels].filter(([, { inOneSection }]) => inOneSection >= MIN_LINES).map(([label]) => label)
  if (taking.length < 2) return new Set()
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

const isSpoken = ({ kind }: Block): boolean => kind === 'text' || kind === 'bold' || kind === 'quote' || kind === 'aside'

function readPosts(blocks: readonly Block[], authors: ReadonlyMap<number, string>): ReadText {
  let author: string | null = null
  const stretches: Stretch[] = []
  for (const [place, block] of blocks.entries()) {
    const named = authors.get(place)
    if (named !== undefined) author = named
    else if (isSpoken(block)) {
      const own = author !== null && (block.kind === 'text' || block.kind === 'bold')
      // What a post quotes stands under its own author already.
      stretches.push(stretchOf(block, own ? author : null, '', !own && block.kind === 'quote'))
    }
  }
  return { structure: 'posts', stretches }
}

type Section = {
  /** Whom it is about; null where its heading names no person. */
  readonly person: string | null
  readonly blocks: readonly Block[]
}

/** Sections at the level whose headings look like people; empty where no level does. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const headings = blocks.flatMap((block, place) => (block.kind === 'heading' ? [{ ...block, place }] : []))
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => a - b)
  const people = levels.map((level) => {
    const own = headings.filter((heading) => heading.level === level)
    const isTitle = own.length === 1 && own[0]?.place === headings[0]?.place && levels.length > 1
    return { level, own, named: isTitle ? [] : peopleAmong(own.map(({ text }) => text)) }
  })
  const fitting = people.filter(({ own, named }) => named.length > 0 && named.length >= PEOPLE_SHARE * own.length)
  const repeated = fitting.find(({ own }) => new Set(own.map(({ text }) => text)).size < own.length)
  const chosen = repeated ?? fitting[0]
  if (!chosen) return []
  const named = new Set(chosen.named)
  // Where rules stand between the sections, what follows one is nobody's until the next heading.
  const ruled = chosen.own.slice(1).every(({ place }) => blocks[place - 1]?.kind === 'rule') && chosen.own.length > 1
  const sections: { person: string | null; blocks: Block[] }[] = [{ person: null, blocks: [] }]
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= chosen.level)
      sections.push({ person: block.level === chosen.level && named.has(block.text) ? block.text : null, blocks: [] })
    else if (block.kind === 'rule' && ruled) sections.push({ person: null, blocks: [] })
    sections.at(-1)?.blocks.push(block)
  }
  // A heading that looks like a name and has nobody below it who speaks of themselves is a topic.
  return sections.map((section) =>
    section.person !== null && countedBy(section.person) === null && !section.blocks.some(({ text }) => speaks(text))
      ? { ...section, person: null }
      : section,
  )
}

const speaks = (text: string): boolean =>
  isFirstPerson(text) || quotations(text).some(({ start, end }) => isFirstPerson(text.slice(start, end)))

/** Headings that name a person: counted by one word, as most of their level are, or names. */
function peopleAmong(labels: readonly string[]): string[] {
  const counted = new Map<string, string[]>()
  for (const label of labels.filter((each) => !isTime(each))) {
    const word = countedBy(label)
    if (word !== null) counted.set(word, [...(counted.get(word) ?? []), label])
  }
  const most = [...counted.values()].sort((a, b) => b.length - a.length)[0] ?? []
  if (most.length >= PEOPLE_SHARE * labels.length) return most
  return labels.filter((label) => !isTime(label) && isName(label))
}

/** "Notes of the team: …" at the very end, without a word in the first person, is the author's. */
function withoutEndnotes(sections: readonly Section[]): Section[] {
  const last = sections.at(-1)
  if (!last || last.person === null) return [...sections]
  const from = last.blocks.findIndex(
    ({ kind, text }, place) => place > 1 && kind === 'text' && /^\p{Lu}[^.!?:\n]{2,50}:\s/u.test(text) && !isFirstPerson(text),
  )
  if (from < 0) return [...sections]
  return [
    ...sections.slice(0, -1),
    { ...last, blocks: last.blocks.slice(0, from) },
    { person: null, blocks: last.blocks.slice(from) },
  ]
}

function readSection({ person, blocks }: Section): Stretch[] {
  let heading = ''
  const plain = blocks.filter(({ kind }) => kind === 'text')
  const report = isReport(plain)
  return blocks.flatMap((block): Stretch[] => {
    if (block.kind === 'heading' && block.text !== person) heading = block.text
    // Bold lines between the answers are the questions.
    if (block.kind === 'bold') heading = questionIn(block.text)
    if (!isSpoken(block)) return []
    if (person === null) return [stretchOf(block, null, heading, false)]
    if (report && block.kind === 'text') return reported(block, person, heading)
    if (report && block.kind === 'quote') return [stretchOf(block, person, heading)]
    return [stretchOf(block, block.kind === 'text' ? person : null, heading)]
  })
}

/** An author's paragraph: what stands in quotation marks is the person's, what stands around it is nobody's. */
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

/** "**Jo: What happens then?**" without marks and name. */
const questionIn = (bold: string): string =>
  bold
    .replace(/^[\s*_]+|[\s*_:]+$/g, '')
    .replace(/^\p{Lu}[\p{L}.]*:\s+/u, '')
    .trim()

function readTurns(blocks: readonly Block[], sections: readonly Section[]): ReadText {
  const turns = blocks.filter(({ speaker }) => speaker !== '')
  const first = blocks.findIndex(({ speaker }) => speaker !== '')
  const asking = notRespondents(turns, blocks.slice(0, first))
  const named = sections.filter(({ person }) => person !== null)
  const parts = named.length > 0 ? sections : [{ person: null, blocks }]
  const answering = named.map(
    (part) => new Set(part.blocks.map(({ speaker }) => speaker).filter((label) => label !== '' && !asking.has(label))),
  )
  // "B:" in every interview is another person each time: the heading says who.
  const perSection = named.length > 0 && answering.every(({ size }) => size <= 1)
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

/** A text without any of this is one person's where most of its paragraphs speak in the first person. */
function readWhole(blocks: readonly Block[]): ReadText {
  const texts = blocks.filter(({ kind }) => kind === 'text')
  const personal = texts.filter(({ text }) => isFirstPerson(text)).length
  const title = blocks.find(({ kind }) => kind === 'heading')?.text ?? ''
  const one = texts.length > 0 && personal >= texts.length / 2
  let heading = ''
  const stretches = blocks.flatMap((block): Stretch[] => {
    if (block.kind === 'heading' && block.text !== title) heading = block.text
    if (!isSpoken(block)) return []
    return [stretchOf(block, one && block.kind === 'text' ? title : null, heading, one)]
  })
  return { structure: one ? 'one person' : 'none', stretches }
}
