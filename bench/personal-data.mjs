// What the detection of personal data finds and what it takes for some, on texts made for it: npm run bench:personal-data
import { readFileSync } from 'node:fs'
import { identifierOf } from '../build/ingest/documents/identifiers.js'
import { readResearch } from '../build/ingest/documents/read-research.js'
import { findPersonalData } from '../build/ingest/personal-data/redact.js'
import { heldOutTexts } from './personal-data/held-out.mjs'
import { COLUMNS, labelledTexts } from './personal-data/labelled.mjs'
import { laterTexts } from './personal-data/later.mjs'
import { everydayTexts, readersTexts } from './personal-data/readers.mjs'
import { typesetTexts } from './personal-data/typeset.mjs'
import { unseenTexts } from './personal-data/unseen.mjs'

/** Said before anything was measured; a missed one is said. */
const BARS = {
  name: [0.8, 0.9],
  address: [0.8, 0.9],
  phone: [0.9, 0.95],
  'national id': [0.9, 0.9],
  other: [0.95, 0.95],
  columns: [0.95, 0.95],
  documents: [0.9, 0.95],
}
/** A label counts as found where this share of it is taken out. */
const COVERED = 0.9

const share = (part, whole) => (whole === 0 ? null : part / whole)
const shared = (a, b) => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
const missed = []
const wrong = []

function measure(set, texts) {
  const rows = new Map()
  const row = (kind, language) => {
    const key = `${kind}/${language}`
    if (!rows.has(key)) rows.set(key, { set, kind, language, labels: 0, found: 0, claimed: 0, right: 0 })
    return rows.get(key)
  }
  for (const { language, text, labels } of texts) {
    const spans = findPersonalData(text)
    for (const label of labels) {
      const of = row(label.kind, language)
      of.labels += 1
      const covered = spans.reduce((sum, span) => sum + shared(span, label), 0) / (label.end - label.start)
      if (covered >= COVERED) of.found += 1
      else missed.push(`${set} ${label.kind}: ${text.slice(label.start, label.end)} ← ${text.trim()}`)
    }
    for (const span of spans) {
      const of = row(span.kind, language)
      of.claimed += 1
      if (labels.some((label) => shared(span, label) > 0)) of.right += 1
      else wrong.push(`${set} ${span.kind}: ${text.slice(span.start, span.end)} ← ${text.trim()}`)
    }
  }
  return [...rows.values()].map(({ found, right, ...of }) => ({
    ...of,
    recall: share(found, of.labels),
    precision: share(right, of.claimed),
  }))
}

/** Tables, forms, transcripts and records as files: what of each must be gone, and what must stay, for which precision stands. */
async function measureDocuments() {
  const rows = new Map()
  for (const line of readFileSync(new URL('personal-data/forms.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const { language, file, text, gone, kept } = JSON.parse(line)
    const { documents } = await readResearch([{ name: file, bytes: Buffer.from(text) }], 'key')
    const stored = documents.map((document) => document.text).join('\n')
    const row = rows.get(language) ?? { labels: 0, found: 0, claimed: 0, right: 0 }
    rows.set(language, row)
    for (const secret of gone) {
      row.labels += 1
      if (!stored.includes(secret)) row.found += 1
      else missed.push(`documents: ${secret} ← ${stored}`)
    }
    for (const word of kept) {
      row.claimed += 1
      if (stored.includes(word)) row.right += 1
      else wrong.push(`documents: ${word} ← ${stored}`)
    }
  }
  return [...rows].map(([language, { labels, found, claimed, right }]) => {
    const shares = { recall: share(found, labels), precision: share(right, claimed) }
    return { set: 'looked at', kind: 'documents', language, labels, claimed, ...shares }
  })
}
const table = [
  ...measure('built with', labelledTexts(1, 40)),
  ...measure('looked at', [...heldOutTexts(), ...unseenTexts(), ...readersTexts()]),
  ...measure('held out', laterTexts()),
  ...measure('everyday', everydayTexts()),
  ...measure('typeset', typesetTexts(labelledTexts(1, 4))),
  ...(await measureDocuments()),
]
const values = ['a1', 'b2', 'c3', 'd4', 'e5', 'a1', 'b2', 'c3']
const named = COLUMNS.personal.filter((heading) => identifierOf(heading, values) !== null)
const taken = COLUMNS.plain.filter((heading) => identifierOf(heading, values) !== null)
table.push({
  set: 'built with',
  kind: 'columns',
  language: 'en+de',
  labels: COLUMNS.personal.length,
  recall: named.length / COLUMNS.personal.length,
  claimed: named.length + taken.length,
  precision: named.length / (named.length + taken.length),
})
const verdictOf = ({ kind, recall, precision }) => {
  const [least, exact] = BARS[kind] ?? BARS.other
  return (recall === null || recall >= least) && (precision === null || precision >= exact) ? 'pass' : 'MISSED'
}
for (const line of table) line.verdict = verdictOf(line)
if (process.argv.includes('--json'))
  process.stdout.write(`${JSON.stringify({ seed: 1, table, missed, wrong }, null, 1)}\n`)
else {
  const percent = (figure) => (figure === null ? '–' : `${(100 * figure).toFixed(1)} %`).padStart(8)
  process.stdout.write('set        kind           language  labels   recall  claimed  precision  bar\n')
  for (const { set, kind, language, labels, recall, claimed, precision, verdict } of table)
    process.stdout.write(
      `${set.padEnd(10)} ${kind.padEnd(14)} ${language.padEnd(8)} ${String(labels).padStart(6)} ${percent(recall)} ${String(claimed).padStart(8)}   ${percent(precision)}  ${verdict}\n`,
    )
  if (process.argv.includes('--missed')) {
    const some = (list) =>
      [...new Set(list)]
        .sort()
        .slice(0, 60)
        .map((line) => `  ${line.replaceAll('\n', '⏎')}`)
    process.stdout.write(`missed:\n${some(missed).join('\n')}\nwrong:\n${some(wrong).join('\n')}\n`)
  }
}
