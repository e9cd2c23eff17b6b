import { LEXICON } from '../../../data/lexicon.js'
import { type Evidence, MAX_FINDINGS, type Passage, type SynthesisAnswer } from '../../../domain/research.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { groupKey, sentencesOf } from '../reading/sentences.js'

/** In "Interview 3: Head of nursing, 400 staff" the part before the first comma is the group of the speaker. */
const SPEAKER =
  /^(?:interview|ticket|participant|respondent|person|customer|user|case)?\s*(?:[#\d]+\s*)?[:–—-]\s*([^,:;()]{3,60})/i
/** "- Families with a mortgage: 29 %." and "96 came from backend developers". */
const SHARE_LISTED = /^[-*•]?\s*([\p{L}][^:.%]{3,70}?):?\s+\(?(\d{1,3}(?:\.\d+)?)\s?%/u
const SHARE_COUNTED =
  /(\d{1,6}) (?:\w+ )?(?:came )?(?:from|made by|by) (?:people who are |a )?([a-z][a-z -]{3,40}?)(?=,| and |\.|;|$)/g
const MIN_WORDS = 3
const MAX_QUOTE_LENGTH = 260

type Segment = { readonly name: string; readonly words: ReadonlySet<string> }

/** Findings are sentences with words of a kind of evidence; their speaker comes from the heading, else from the segment they name. */
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
      if (
        !kind ||
        sentence.endsWith('?') ||
        sentence.split(/\s+/).length < MIN_WORDS ||
        sentence.length > MAX_QUOTE_LENGTH
      )
        continue
      const who = speaker || segmentIn(sentence, segments) || segmentIn(passage.text, segments)
      findings.push({ kind, statement: inThirdPerson(sentence), quote: sentence, who })
    }
  }
  return { findings: balanceBySpeaker(findings) }
}

function segmentsOf(passages: readonly Passage[]): Segment[] {
  const names = passages.flatMap((passage) => {
    const speaker = SPEAKER.exec(passage.heading)?.[1]
    return [...(speaker ? [speaker] : []), ...sharesIn(passage).map(({ who }) => who)]
  })
  return [...new Map(names.map((name) => [groupKey(name), name])).entries()].map(([key, name]) => ({
    name,
    words: new Set(
      key.split(' ').filter((word) => word.length > 3 && !['with', 'from', 'over', 'under'].includes(word)),
    ),
  }))
}

/** Findings that give a segment's share. */
function sharesIn({ text }: Pick<Passage, 'text'>): SynthesisAnswer['findings'] {
  const listed = SHARE_LISTED.exec(text)
  if (listed?.[1] && /^[-*•]/.test(text)) {
    const who = listed[1].replace(/^[-*•]\s*/, '').trim()
    return [
      {
        kind: 'segment',
        statement: `${who} are ${listed[2]} % of those asked.`,
        quote: text.slice(0, MAX_QUOTE_LENGTH),
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

/** The segment that shares most words with the text; '' where it names none. */
function segmentIn(text: string, segments: readonly Segment[]): string {
  const words = new Set(groupKey(text).split(' '))
  let best = { name: '', share: 0.49 }
  for (const { name, words: nameWords } of segments) {
    if (nameWords.size === 0) continue
    const share = [...nameWords].filter((word) => words.has(word)).length / nameWords.size
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

/** A sentence in the third person, without quotation marks and without its attribution. */
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

/** Above the maximum, takes findings of each group in turn, so that every group is represented. */
function balanceBySpeaker(findings: readonly SynthesisAnswer['findings'][number][]): SynthesisAnswer['findings'] {
  if (findings.length <= MAX_FINDINGS) return [...findings]
  const groups = new Map<string, SynthesisAnswer['findings'][number][]>()
  for (const finding of findings) {
    const { kind, who } = finding
    const key = kind === 'segment' || kind === 'edge_case' ? kind : `${groupKey(who)} ${kind}`
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  const kept = new Set<SynthesisAnswer['findings'][number]>()
  const first = [...(groups.get('segment') ?? []), ...(groups.get('edge_case') ?? [])].slice(0, MAX_FINDINGS / 2)
  for (const finding of first) kept.add(finding)
  for (let turn = 0; kept.size < MAX_FINDINGS; turn++) {
    const round = [...groups.values()].flatMap((pile) => pile[turn] ?? [])
    if (round.length === 0) break
    for (const finding of round) if (kept.size < MAX_FINDINGS) kept.add(finding)
  }
  return findings.filter((finding) => kept.has(finding))
}
