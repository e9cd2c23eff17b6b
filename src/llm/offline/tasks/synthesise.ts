import { LEXICON } from '../../../data/lexicon.js'
import { MAX_FINDINGS, type Passage, type SynthesisAnswer } from '../../../domain/personas/research.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { sentencesIn } from '../../../domain/text/sentences.js'

type Finding = SynthesisAnswer['findings'][number]

/** Bounds for the words of a statement: fewer say too little alone, more are no sentence that a person would repeat. */
const WORDS = { least: 4, most: 60 } as const

/**
 * Whole sentences of respondents, verbatim, those in the first person first. Their subject is not read: all are of the
 * kind `context`, and about their respondent only.
 */
export function synthesise({ passages }: FactsOf<'synthesise'>): SynthesisAnswer {
  const said = new Map<string, Finding[]>()
  for (const passage of passages) {
    if (passage.respondent === '') continue
    said.set(passage.respondent, [...(said.get(passage.respondent) ?? []), ...statementsIn(passage)])
  }
  // A respondent with only a few words is represented by these.
  for (const { respondent, text } of passages)
    if (said.get(respondent)?.length === 0) said.set(respondent, [findingOf(text)])
  const ranked = [...said.values()].map((statements) => [
    ...statements.filter(({ quote }) => LEXICON.research().first_person.test(quote)),
    ...statements.filter(({ quote }) => !LEXICON.research().first_person.test(quote)),
  ])
  const kept = new Set<Finding>()
  for (let turn = 0; kept.size < MAX_FINDINGS; turn++) {
    const round = ranked.flatMap((statements) => statements[turn] ?? [])
    if (round.length === 0) break
    for (const finding of round) if (kept.size < MAX_FINDINGS) kept.add(finding)
  }
  return { findings: [...said.values()].flat().filter((finding) => kept.has(finding)) }
}

const statementsIn = ({ text }: Passage): Finding[] => sentencesIn(text).filter(isStatement).map(findingOf)

const findingOf = (quote: string): Finding => ({
  kind: 'context',
  statement: quote.replace(/\s+/g, ' '),
  quote,
  who: '',
})

/** A statement is no question and no remark of the note taker, and neither too short nor too long. */
function isStatement(sentence: string): boolean {
  const words = sentence.split(/\s+/).length
  return words >= WORDS.least && words <= WORDS.most && !/\?["”»’)]*$/.test(sentence) && !/[[\]]/.test(sentence)
}
