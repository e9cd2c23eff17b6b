import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { caseIds } from '../../src/domain/evaluation/case-id.js'
import { EvaluationInput } from '../../src/domain/evaluation/evaluation.js'
import { TestCase } from '../../src/domain/evaluation/test-case.js'
import { cleanDeep, cleanText } from '../../src/domain/text/clean-text.js'
import { buildEvaluationPlan } from '../../src/engine/evaluation/evaluation-plan.js'
import { isAppError } from '../../src/errors.js'
import { importCases } from '../../src/ingest/evaluation-files/import-cases.js'
import { importConversations } from '../../src/ingest/evaluation-files/import-conversations.js'
import { importMarks } from '../../src/ingest/evaluation-files/import-marks.js'
import { readAgentFile } from '../../src/ingest/evaluation-files/read-agent-file.js'
import { NAUGHTY } from '../support/naughty-strings.js'

/** Text as people type it: signs of every format, several lines, any language. */
const PIECES = [
  '"',
  "'",
  ',',
  ';',
  '\t',
  '|',
  ' | ',
  '\n',
  '\n\n',
  '[',
  '{',
  ':',
  ': ',
  '- ',
  '#',
  '\\',
  '&a',
  '*a',
  '€',
  '汉',
  '😀',
  'no',
  '1',
]
const typed = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 8 })
  .map((parts) => cleanText(parts.join('')).replace(/\r\n?/g, '\n').trim())
const words = typed
  .filter((text) => text !== '')
  .map((text) => text.slice(0, 100).trim())
  .filter((text) => cleanText(text) === text && text !== '')
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => cleanDeep(JSON.parse(JSON.stringify(value))))

const aCase = fc
  .record(
    {
      name: words,
      input: words,
      expected_behavior: words,
      rubric_focus: fc.array(words, { maxLength: 3, minLength: 1 }),
      category: words,
      persona: words,
      must: fc.array(words, { maxLength: 3, minLength: 1 }),
      must_not: fc.array(words, { maxLength: 3, minLength: 1 }),
      allowed_claims: fc.array(words, { maxLength: 3, minLength: 1 }),
      tools_mock: fc.array(
        fc.record({
          tool: words,
          arguments: fc.dictionary(fc.string({ maxLength: 5 }), json, { maxKeys: 2 }),
          answer: json,
          required: fc.boolean(),
        }),
        { maxLength: 2, minLength: 1 },
      ),
      tools_in_order: fc.boolean(),
      success: fc.record(
        {
          min_score: fc.integer({ min: 0, max: 20 }).map((half) => half / 2),
          tool_called: words,
          says_any: fc.array(words, { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
      cluster_id: words,
      critical: fc.boolean(),
    },
    { requiredKeys: ['name', 'input'] },
  )
  .filter((fields) => TestCase.safeParse(fields).success)
const someCases = fc.uniqueArray(aCase, { minLength: 1, maxLength: 6, selector: ({ name }) => name.toLowerCase() })

type Style = {
  readonly delimiter: string
  readonly newline: string
  readonly quoteAll: boolean
  readonly bars: boolean
  readonly bom: boolean
  readonly words: boolean
}
const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  quoteAll: fc.boolean(),
  bars: fc.boolean(),
  bom: fc.boolean(),
  words: fc.boolean(),
})

/** Cases as a spreadsheet would save them, and the line each begins on. */
function asCsv(cases: readonly object[], { delimiter, newline, quoteAll, bars, bom, words: yesNo }: Style) {
  const columns = [...new Set(cases.flatMap((testCase) => Object.keys(testCase)))]
  const plain = (value: unknown): string => {
    if (value === undefined) return ''
    if (typeof value === 'boolean' && yesNo) return value ? 'yes' : 'NO'
    if (typeof value === 'boolean') return String(value)
    const list = Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.includes('|'))
    if (bars && list && !value[0]?.startsWith('[')) return value.join(' | ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const cell = (text: string): string =>
    quoteAll || /["\n\r]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  const row = (values: readonly unknown[]) => values.map((value) => cell(plain(value))).join(delimiter)
  const rows = [
    row(columns),
    ...cases.map((testCase) => row(columns.map((column) => (testCase as Record<string, unknown>)[column]))),
  ]
  const begins = rows.map((_, i) => rows.slice(0, i).join('\n').split('\n').length + (i === 0 ? 0 : 1))
  return { text: (bom ? '\ufeff' : '') + rows.join(newline) + newline, begins: begins.slice(1) }
}

describe('what was written is read', () => {
  it('as CSV of every make', () => {
    fc.assert(
      fc.property(someCases, style, (generated, how) => {
        const { text } = asCsv(generated, how)
        const read = importCases(text, { name: 'cases.csv' })
        expect(read).toEqual({ cases: generated.map((testCase) => TestCase.parse(testCase)), skipped: [], note: null })
      }),
      { numRuns: 400 },
    )
  })

  it('as JSONL, JSON and YAML', () => {
    fc.assert(
      fc.property(someCases, fc.constantFrom('\n', '\r\n', '\n\n \n'), (generated, newline) => {
        const cases = generated.map((testCase) => TestCase.parse(testCase))
        const files = {
          'c.jsonl': generated.map((entry) => JSON.stringify(entry)).join(newline),
          'c.json': JSON.stringify({ test_cases: generated }, null, '\t'),
          'c.yaml': stringify(generated),
        }
        for (const [name, text] of Object.entries(files))
          expect(importCases(text, { name }), name).toEqual({ cases, skipped: [], note: null })
      }),
      { numRuns: 150 },
    )
  })

  it('as an agent’s file, nested or flat, YAML or JSON', () => {
    const agent = fc.record({
      agent_version_id: words,
      name: words,
      version: words.map((text) => text.slice(0, 50).trim()).filter((text) => text !== '' && cleanText(text) === text),
      system_prompt: typed,
    })
    fc.assert(
      fc.property(agent, typed, someCases, (generated, instructions, test_cases) => {
        const beside = { skill: { instructions }, test_cases }
        const expected = readAgentFile(JSON.stringify({ agent: generated, ...beside }), 'a.json')
        expect(expected).toMatchObject({ agent: generated, skill: { instructions } })
        expect(expected.test_cases).toEqual(test_cases.map((testCase) => TestCase.parse(testCase)))
        for (const text of [
          stringify({ ...beside, agent: generated }),
          stringify({ ...generated, ...beside }),
          JSON.stringify({ ...beside, ...generated }, null, 2),
        ])
          expect(readAgentFile(text, 'a.yaml')).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  it('as conversations, which the plan of an evaluation takes', () => {
    const message = fc.record({ role: fc.constantFrom('user', 'prospect', 'assistant', 'agent'), content: words })
    const held = fc.record(
      { name: words, critical: fc.boolean(), messages: fc.array(message, { maxLength: 8 }) },
      { requiredKeys: ['messages'] },
    )
    fc.assert(
      fc.property(fc.array(held, { maxLength: 5 }), (generated) => {
        const good = {
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'agent', content: 'Yes' },
          ],
        }
        const text = [...generated, good].map((entry) => JSON.stringify(entry)).join('\n')
        const { cases, recorded, skipped } = importConversations(text, { name: 'held.jsonl', skip_invalid: true })
        expect(cases.length + skipped.length).toBe(generated.length + 1)
        const agent = { agent_version_id: 'a', name: 'A' }
        const plan = buildEvaluationPlan(EvaluationInput.parse({ agent, test_cases: cases, recorded, trials: 1 }))
        expect(plan.cases.map(({ case_id }) => case_id)).toEqual(recorded.map(({ case_id }) => case_id))
        for (const [i, { turns }] of recorded.entries()) {
          expect(turns.map(({ speaker }) => speaker)).toEqual(turns.map((_, at) => (at % 2 ? 'agent' : 'prospect')))
          expect(turns[0]?.text).toBe(cases[i]?.input)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the line of an error', () => {
  it('is the one its row begins on, whatever stands in the rows before', () => {
    fc.assert(
      fc.property(someCases, style, fc.nat(), (generated, how, at) => {
        const index = at % generated.length
        const broken = generated.map((testCase, i) => ({ ...testCase, max_turns: i === index ? 'many' : undefined }))
        const { text, begins } = asCsv(broken, how)
        expect(() => importCases(text, { name: 'cases.csv' })).toThrow(
          `cases.csv line ${begins[index]}: max_turns: Write a number such as 3 or 7.5, not "many".`,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('is the one a key stands on in YAML', () => {
    fc.assert(
      fc.property(someCases, fc.nat(), (generated, at) => {
        const index = at % generated.length
        const text = stringify(generated.map((testCase, i) => (i === index ? { ...testCase, zzz: 1 } : testCase)))
        const line = text.split('\n').indexOf('  zzz: 1') + 1
        expect(() => importCases(text, { name: 'c.yaml' })).toThrow(
          `c.yaml line ${line}: The key "zzz" is not known here`,
        )
      }),
      { numRuns: 100 },
    )
  })
})

/** Every way in, with and without skipping. */
const READERS: Record<string, (text: string, name: string) => unknown> = {
  agent: (text, name) => readAgentFile(text, name),
  ...Object.fromEntries(
    (['csv', 'jsonl', 'yaml', 'json'] as const).flatMap((format) =>
      [true, false].map((skip_invalid) => [
        `${format} ${skip_invalid}`,
        (text: string, name: string) => importCases(text, { name, format, skip_invalid }),
      ]),
    ),
  ),
  conversations: (text, name) => importConversations(text, { name, skip_invalid: true }),
  'marks as CSV': (text, name) => importMarks(text, { name, format: 'csv', skip_invalid: true }),
  'marks as JSONL': (text, name) => importMarks(text, { name, format: 'jsonl' }),
}

/** Reads or refuses in sentences a person can read; anything else is a fault of ours. */
function readOrRefuse(read: (text: string, name: string) => unknown, text: string, name = 'file'): boolean {
  try {
    read(text, name)
    return true
  } catch (error) {
    if (!isAppError(error, 'invalid_input')) throw error
    const said = error.message.split('\n')
    // Looked at first: an expectation costs more than the reading, and there are hundreds of thousands of lines.
    if (said.length > 12 || !said.every(isPlain)) expect.fail(`not in plain words: ${JSON.stringify(error.message)}`)
    return false
  }
}

const isPlain = (line: string): boolean =>
  line.length < 800 && /[.?:]$/.test(line) && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(line)

describe('any text', () => {
  const ROWS = [
    'name,input\n',
    'name;input;must\n',
    'case,passed\n',
    'A,x\n',
    '{"name":"A","input":"x"}\n',
    '{"messages":[',
    '{"role":"user","content":"x"}',
    ']}\n',
    '"name"',
    '"passed":true',
    'agent:\n',
    '  name: x\n',
    'test_cases:\n- ',
    '---\n',
    '? ',
    '<<: ',
    '!!set ',
    '|\n',
    '>-\n',
    '%YAML 1.1\n',
    '\u0000',
    '\r',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\u001f',
    '\u0002',
    '\u0018',
    '\\',
    '\\x',
    '\\u12',
    '__proto__',
    'constructor',
    '.inf',
    '.nan',
    '1e999',
    '0x1F',
  ]
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.oneof(fc.constantFrom(...ROWS, ...PIECES), fc.string({ unit: 'binary', maxLength: 3 })), {
        maxLength: 40,
      })
      .map((parts) => parts.join('')),
    fc.json(),
  )

  it.each(Object.keys(READERS))('is read or refused in plain words: %s', (reader) => {
    const read = READERS[reader] as (typeof READERS)[string]
    fc.assert(
      fc.property(anything, (text) => {
        readOrRefuse(read, text)
      }),
      { numRuns: 400 },
    )
  })

  it('also where it is a naughty string, as a file, a name, a key or a value', () => {
    let kept = 0
    for (const naughty of NAUGHTY) {
      for (const read of Object.values(READERS)) {
        readOrRefuse(read, naughty)
        readOrRefuse(read, '', naughty)
        readOrRefuse(read, JSON.stringify({ [naughty]: naughty, agent: { [naughty]: 1 } }))
        readOrRefuse(read, `name,input,${naughty}\nA,x,y\n`)
        readOrRefuse(read, `agent: {name: ${naughty}}\nmessages: &a ${naughty}\n`)
      }
      const text = JSON.stringify({ name: 'A', input: naughty })
      const clean = cleanText(naughty).trim()
      if (clean === '') continue
      expect(importCases(text, { name: 'c.jsonl' }).cases[0]?.input).toBe(clean)
      const quoted = `name,input\r\nA,"${naughty.replaceAll('"', '""')}"\r\n`
      expect(importCases(quoted, { name: 'c.csv' }).cases[0]?.input).toBe(clean.replace(/\r\n?/g, '\n').trim())
      kept++
    }
    expect(kept).toBeGreaterThan(450)
  })
})

describe('a hostile file', () => {
  const MB = 1_000_000
  const many = (text: string, bytes = 4.9 * MB): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
  // Each took minutes or gigabytes before there were limits; the test's own time and memory are the measure.
  it.each<[string, string, string]>([
    ['brackets', 'agent', many('[')],
    ['objects in objects', 'agent', many('{"a":')],
    ['closing brackets', 'agent', many('}')],
    ['dashes', 'agent', many('- ')],
    ['keys', 'agent', Array.from({ length: 300_000 }, (_, i) => `k${i}: ${i}`).join('\n')],
    ['wrong escapes', 'agent', `a: "${many('\\q')}"`],
    ['escapes of no character', 'agent', `a: "${many('\\UFFFFFFFF')}"`],
    ['anchors and aliases', 'agent', `[${Array.from({ length: 30_000 }, (_, i) => `&a${i} x, *a${i}`).join(',')}]`],
    [
      'one alias of much',
      'yaml true',
      `- &a {name: A, must: [${many('1,', 60_000)}]}\n${' - *a\n'.repeat(900).trimStart()}`,
    ],
    ['brackets on a line', 'jsonl true', `{"name":${many('[', 4 * MB)}${many(']', 4 * MB)}}`],
    ['tiny rows', 'jsonl true', many('{}\n', 9 * MB)],
    ['unknown keys', 'jsonl true', many(`{${Array.from({ length: 60 }, (_, i) => `"nam${i}":1`).join()}}\n`, 4 * MB)],
    ['columns', 'csv false', many(',', 9 * MB)],
    ['rows', 'csv true', `name,input\n${many('a,b\n', 9 * MB)}`],
    ['stray quotes', 'csv true', `name,input\n${many('a"', 9 * MB)}`],
    ['closing quotes', 'csv true', `name,input\n${many('"x"y\n', 9 * MB)}`],
    ['an open quote', 'csv true', `name,input\n"${many('x\n', 9 * MB)}`],
  ])('of %s is refused in little time and memory', (_, reader, text) => {
    expect(readOrRefuse(READERS[reader] as (typeof READERS)[string], text)).toBe(false)
  })
})

describe('the ids of cases', () => {
  it('are never the same, can be stored, and stay with their names', () => {
    const name = fc.oneof(words, fc.constantFrom('A b', 'a-b', 'A b 2', 'a b 2 2', '!', '?', 'case', '𝐀'.repeat(70)))
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const ids = caseIds(names)
        expect(new Set(ids).size).toBe(names.length)
        for (const id of ids) expect(cleanText(id)).toBe(id)
        expect(caseIds(names.slice(0, 5))).toEqual(ids.slice(0, 5))
      }),
    )
    expect(caseIds(['A bad fit', 'A bad fit!', 'A bad fit 2', '…'])).toEqual([
      'a-bad-fit',
      'a-bad-fit-2',
      'a-bad-fit-2-2',
      'case',
    ])
  })
})
