import { groupBy } from '../group-by.js'
import type { Block } from './blocks.js'
import { countedBy, isName, isTime } from './labels.js'
import { isFirstPerson, quotations } from './speech.js'

/** Minimum share of a level's headings that must look like people. */
const PEOPLE_SHARE = 0.5
/** Minimum share of these people under whose heading somebody speaks in the first person. */
const SPEAKING_SHARE = 0.5

export type Section = {
  /** The person of the section; `null` where its heading names no person. */
  readonly person: string | null
  readonly blocks: readonly Block[]
}

/** Sections at the level whose headings look like people; empty where no level does. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const headings = blocks.flatMap((block, place) => (block.kind === 'heading' ? [{ ...block, place }] : []))
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => a - b)
  const candidates = levels.map((level) => {
    const own = headings.filter((heading) => heading.level === level)
    const isTitle = own.length === 1 && own[0]?.place === headings[0]?.place && levels.length > 1
    return { level, own, named: isTitle ? [] : peopleAmong(own.map(({ text }) => text)) }
  })
  const fitting = candidates.filter(({ own, named }) => named.length > 0 && named.length >= PEOPLE_SHARE * own.length)
  const repeated = fitting.find(({ own }) => new Set(own.map(({ text }) => text)).size < own.length)
  const chosen = repeated ?? fitting[0]
  if (!chosen) return []
  const named = new Set(chosen.named)
  // Where rules separate the sections, text after a rule is nobody's until the next heading.
  const ruled = chosen.own.slice(1).every(({ place }) => blocks[place - 1]?.kind === 'rule') && chosen.own.length > 1
  const sections: { person: string | null; blocks: Block[] }[] = [{ person: null, blocks: [] }]
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= chosen.level)
      sections.push({ person: block.level === chosen.level && named.has(block.text) ? block.text : null, blocks: [] })
    else if (block.kind === 'rule' && ruled) sections.push({ person: null, blocks: [] })
    sections.at(-1)?.blocks.push(block)
  }
  const people = sections.filter((section) => section.person !== null)
  const speaking = people.filter((section) => section.blocks.some(({ text }) => speaks(text)))
  if (speaking.length < SPEAKING_SHARE * people.length) return []
  // A single heading names a person only where most of the text below it is a person's own.
  const [only] = people
  if (only && people.length === 1 && countedBy(only.person ?? '') === null && !mostlySpeaks(only.blocks)) return []
  return sections.map((section) => (isTopic(section) ? { ...section, person: null } : section))
}

/** A heading that looks like a name, without first-person text below it, is a topic. */
const isTopic = ({ person, blocks }: Section): boolean =>
  person !== null && countedBy(person) === null && !blocks.some(({ text }) => speaks(text))

function mostlySpeaks(blocks: readonly Block[]): boolean {
  const texts = blocks.filter(({ kind }) => kind === 'text')
  return texts.filter(({ text }) => speaks(text)).length >= texts.length / 2
}

const speaks = (text: string): boolean =>
  isFirstPerson(text) || quotations(text).some(({ start, end }) => isFirstPerson(text.slice(start, end)))

/** Headings that name a person: names, or headings counted by the word that most of their level share. */
function peopleAmong(labels: readonly string[]): string[] {
  const timeless = labels.filter((label) => !isTime(label))
  const counted = groupBy(
    timeless.filter((label) => countedBy(label) !== null),
    countedBy,
  )
  const most = [...counted.values()].sort((a, b) => b.length - a.length)[0] ?? []
  if (most.length >= PEOPLE_SHARE * labels.length) return most
  return timeless.filter(isName)
}
