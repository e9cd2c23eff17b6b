// What the offline reader finds in documents that others wrote, with planted facts: needs a build and nothing else.
import { readDocuments } from '../build/engine/persona-generation/passages.js'
import { readResearch } from '../build/ingest/documents/read-research.js'
import { createRedactor } from '../build/ingest/personal-data/redact.js'
import { planPersonas } from '../build/llm/offline/tasks/plan-personas.js'
import { synthesise } from '../build/llm/offline/tasks/synthesise.js'
import { bytesOf, documents, kinds, matched, planted } from './research/planted.mjs'

const percent = (share) => `${Math.round(share * 100)} %`
const columns = [18, 18, 11, 12, 14, 22, 14]
const row = (cells) => console.log(cells.map((cell, at) => String(cell).padEnd(columns[at])).join(''))
row(['document', 'told apart by', 'sentences', 'with one', 'share read', 'respondents found', 'kinds found'])
for (const name of documents) {
  const research = await readResearch([{ name, bytes: bytesOf(name) }], 'bench')
  const { passages, respondents, documents: readings } = readDocuments(research.documents, research.records)
  const found = matched(name, respondents, createRedactor)
  const people = planted.filter(({ document }) => document === name)
  const evidence = synthesise({ passages, part: 1, parts: 1 }).findings.map((finding, at) => {
    const passage = passages.find(({ text, respondent }) => respondent !== '' && text.includes(finding.quote))
    return { ...finding, evidence_id: `e${at + 1}`, passage_id: passage.passage_id, respondent: passage.respondent }
  })
  const { archetypes } = planPersonas({ evidence, respondents, count: 30, diversity: 0.8 })
  const own = kinds.find(({ document }) => document === name)?.kinds ?? []
  const kindOf = (respondent) =>
    archetypes.findIndex((archetype) => archetype.respondents.includes(found.get(respondent) ?? ''))
  // A kind is found where one planned kind holds nobody but its respondents.
  const told = own.filter((kind) =>
    kind.respondents.some(
      (respondent) =>
        kindOf(respondent) >= 0 &&
        people.every(
          (other) => kindOf(other.respondent) !== kindOf(respondent) || kind.respondents.includes(other.respondent),
        ),
    ),
  )
  const sum = (of) => readings.reduce((all, reading) => all + reading[of], 0)
  row([
    name,
    readings.map(({ structure }) => structure).join(', '),
    sum('sentences'),
    sum('attached'),
    percent(sum('attached') / Math.max(1, sum('sentences') - sum('others'))),
    `${found.size} of ${people.length}${respondents.length > found.size ? `, ${respondents.length - new Set(found.values()).size} others` : ''}`,
    `${told.length} of ${own.length}`,
  ])
}
