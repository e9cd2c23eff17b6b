import { LEXICON } from '../../../data/lexicon.js'
import { type Evidence, MAX_FINDINGS, type Passage, type SynthesisAnswer } from '../../../domain/research.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { kindKey, sentencesOf } from '../reading/sentences.js'

/** "Interview 3: Head of nursing, 400 staff" is a person; what stands before the first comma is the kind. */
const SPEAKER =
  /^(?:interview|ticket|participant|respondent|person|customer|user|case)?\s*(?:[#\d]+\s*)?[:–—-]\s*([^,:;()]{3,60})/i
/** "- Families with a mortgage: 29 %." and "96 came from backend developers". */
const SHARE_LISTED = /^[-*•]?\s*([\p{L}][^:.%]{3,70}?):?\s+\(?(\d{1,3}(?:\.\d+)?)\s?%/u
const SHARE_COUNTED =
  /(\d{1,6}) (?:\w+ )?(?:came )?(?:from|made by|by) (?:people who are |a )?([a-z][a-z -]{3,40}?)(?=,| and |\.|;|$)/g
const SHORTEST = 3
const LONGEST_QUOTE = 260

type Segment = { readonly name: string; readonly words: ReadonlySet<string> }

/** Sentences that say something about the people, by their words; who says it, by the heading and by the segments named. */
export function synthesise({ passages }: FactsOf<'synthesise'>): SynthesisAnswer {
  const segments = segmentsOf(passages)
  const findings: SynthesisAnswer['findings'] = []
  for (const passage of passages) {
    const speaker = SPEAKER.exec(passage.heading)?.[1]?.trim() ?? ''
    const shares = sharesIn(passage)
    findings.push(...shares)
    for (const sentence of sentencesOf(passage.text)) {
      const kind = kindOf(sentence)
      if (shares.some(({ quote }) => sentence.includes(quote))) continue
      if (!kind || sentence.endsWith('?') || sentence.split(/\s+/).length < SHORTEST || sentence.length > LONGEST_QUOTE)
        continue
      const who = speaker || segmentIn(sentence, segments) || segmentIn(passage.text, segments)
      findings.push({ kind, statement: inThirdPerson(sentence), quote: sentence, who })
    }
  }
  return { findings: balanced(findings) }
}

function segmentsOf(passages: readonly Passage[]): Segment[] {
  const names = passages.flatMap((passage) => {
    const speaker = SPEAKER.exec(passage.heading)?.[1]
    return [...(speaker ? [speaker] : []), ...sharesIn(passage).map(({ who }) => who)]
  })
  return [...new Map(names.map((name) => [kindKey(name), name])).entries()].map(([key, name]) => ({
    name,
    words: new Set(
      key.split(' ').filter((word) => word.length > 3 && !['with', 'from', 'over', 'under'].includes(word)),
    ),
  }))
}

/** Segments with how common they are. */
function sharesIn({ text }: Pick<Passage, 'text'>): SynthesisAnswer['findings'] {
  const listed = SHARE_LISTED.exec(text)
  if (listed?.[1] && /^[-*•]/.test(text)) {
    const who = listed[1].replace(/^[-*•]\s*/, '').trim()
    return [
      {
        kind: 'segment',
        statement: `${who} are ${listed[2]} % of those asked.`,
        quote: text.slice(0, LONGEST_QUOTE),
        who: who.toLowerCase(),
      },
    ]
  }
  return [...text.matchAll(SHARE_COUNTED)].map(([quote, count, who = '']) => ({
    kind: 'segment' as const,
    statement: `${count} are ${who.trim()}.`,
    quote,
    who: who.trim().replace(/^a /, ''),
  }))
}

/** The segment whose words the text has most of; '' where it names none. */
function segmentIn(text: string, segments: readonly Segment[]): string {
  const words = new Set(kindKey(text).split(' '))
  let best = { name: '', share: 0.49 }
  for (const { name, words: wanted } of segments) {
    if (wanted.size === 0) continue
    const share = [...wanted].filter((word) => words.has(word)).length / wanted.size
    if (share > best.share) best = { name, share }
  }
  return best.name
}

const kindOf = (sentence: string): Evidence['kind'] | null =>
  LEXICON.research().kinds.find(({ heard }) => heard.test(sentence))?.kind ?? null

const PERSONS: readonly (readonly [RegExp, string])[] = [
  [/\bI am\b/g, 'they are'],
  [/\bI was\b/g, 'they were'],
  [/\bI['’]m\b/g, 'they are'],
  [/\bwe\b/gi, 'they'],
  [/\bI\b/g, 'they'],
  [/\b(?:myself|ourselves)\b/gi, 'themselves'],
  [/\b(?:my|our)\b/gi, 'their'],
  [/\b(?:me|us)\b/g, 'them'],
]

/** What somebody says about themselves, said about them. Marks of speech and who said it go. */
function inThirdPerson(sentence: string): string {
  const bare = sentence
    .replace(/[,"“”]\s*(?:says|said|writes|wrote|asked|asks)\s+(?:a|an|the)\b[^"“”.]*\.?$/i, '')
    .replace(/["“”]/g, '')
    .replace(/^[-*•\s]+/, '')
    .trim()
  const turned = PERSONS.reduce((text, [person, other]) => text.replace(person, other), bare).replace(
    /(?<![.,;:!])[.,;:!]+$/,
    '',
  )
  return `${turned.charAt(0).toUpperCase()}${turned.slice(1)}`.trim() || sentence
}

/** When there are too many: in turns by who they are about, so that nobody is drowned. */
function balanced(findings: readonly SynthesisAnswer['findings'][number][]): SynthesisAnswer['findings'] {
  if (findings.length <= MAX_FINDINGS) return [...findings]
  const piles = new Map<string, SynthesisAnswer['findings'][number][]>()
  for (const one of findings) {
    const key = one.kind === 'segment' || one.kind === 'edge_case' ? one.kind : `${kindKey(one.who)} ${one.kind}`
    piles.set(key, [...(piles.get(key) ?? []), one])
  }
  const kept = new Set<SynthesisAnswer['findings'][number]>()
  const first = [...(piles.get('segment') ?? []), ...(piles.get('edge_case') ?? [])].slice(0, MAX_FINDINGS / 2)
  for (const one of first) kept.add(one)
  for (let turn = 0; kept.size < MAX_FINDINGS; turn++) {
    const round = [...piles.values()].flatMap((pile) => pile[turn] ?? [])
    if (round.length === 0) break
    for (const one of round) if (kept.size < MAX_FINDINGS) kept.add(one)
  }
  return findings.filter((one) => kept.has(one))
}
