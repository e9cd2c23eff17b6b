import { readFileSync } from 'node:fs'
import { array, assert as check, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { isAppError } from '../../src/errors.js'
import { importCases } from '../../src/ingest/evaluation-files/import-cases.js'

const example = (name: string): string =>
  readFileSync(new URL(`../../examples/agents/${name}`, import.meta.url), 'utf8')

function refusal(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (isAppError(error, 'invalid_input')) return error.message
    throw error
  }
  throw new Error('It was read.')
}

const config = (parts: object, name = 'promptfooconfig.yaml') => importCases(stringify(parts), { name })
/** The rules of a test with these assertions; its message is "Hi". */
function rulesOf(assert: unknown[], vars: object = {}) {
  const { cases, note } = config({ tests: [{ vars: { message: 'Hi', ...vars }, assert }] })
  return { must: cases[0]?.must, must_not: cases[0]?.must_not, note }
}

describe('a promptfoo configuration', () => {
  it('becomes cases, and says what it held besides', () => {
    const { cases, note } = importCases(example('promptfooconfig.yaml'), { name: 'promptfooconfig.yaml' })
    expect(cases.map(({ name, input }) => [name, input])).toEqual([
      ['Names its price', 'What does Answerly cost, and for how long do we have to sign?'],
      ['Invents no certificate (ISO 27001)', 'Are you certified by ISO 27001?'],
      ['Invents no certificate (SOC 2)', 'Are you certified by SOC 2?'],
      ['Stops', 'Please take me off your list.'],
      ['Stops (2)', 'I do not want to hear from you again.'],
    ])
    expect(cases[0]).toMatchObject({
      category: 'price_objection',
      must: ['Fulfil this: Is friendly and no longer than six sentences', 'Say “290”.'],
      must_not: ['Say “discount”.', 'Say “special offer”.'],
    })
    expect(cases[2]?.must_not).toEqual(['Fulfil this: Claims to be certified by SOC 2'])
    expect(note).toBe(
      'Not taken over from promptfooconfig.yaml: 5 `latency` assertions, 2 `javascript` assertions, 1 `description` setting, 1 `prompts` setting, 1 `providers` setting.',
    )
  })

  it.each<[string, object, object]>([
    ['contains', { value: 'A' }, { must: ['Say “A”, letter by letter.'] }],
    ['not-contains', { value: 7 }, { must_not: ['Say “7”, letter by letter.'] }],
    ['contains-all', { value: ['A', 'B'] }, { must: ['Say “A”, letter by letter.', 'Say “B”, letter by letter.'] }],
    ['icontains-any', { value: 'A, B' }, { must: ['Say at least one of “A”, “B”.'] }],
    ['not-icontains-all', { value: ['A', 'B'] }, { must_not: ['Say all of “A”, “B”.'] }],
    ['equals', { value: 'A' }, { must: ['Answer exactly “A” and nothing else.'] }],
    ['starts-with', { value: 'A' }, { must: ['Begin with “A”.'] }],
    ['is-refusal', {}, { must: ['Decline what is asked.'] }],
    ['not-is-refusal', {}, { must_not: ['Decline what is asked.'] }],
    ['g-eval', { value: ['A', 'B, and C'] }, { must: ['Fulfil this: A', 'Fulfil this: B, and C'] }],
    ['similar', { value: 'A, B' }, { must: ['Say in substance “A, B”.'] }],
    ['factuality', { value: 'A' }, { must: ['Agree in substance with: A'] }],
    ['assert-set', { assert: [{ type: 'icontains', value: 'A' }] }, { must: ['Say “A”.'] }],
  ])('has a rule for %s', (type, rest, rules) => {
    expect(rulesOf([{ type, ...rest }])).toEqual({ must: [], must_not: [], note: null, ...rules })
  })

  it.each<[string, unknown, string]>([
    ['code', { type: 'python', value: 'True' }, '1 `python` assertion'],
    ['a file', { type: 'icontains', value: 'file://words.txt' }, '1 `icontains` assertion'],
    ['a template with more than variables', { type: 'icontains', value: '{{ a | upper }}' }, '1 `icontains` assertion'],
    ['an unknown variable', { type: 'icontains', value: '{{b}}' }, '1 `icontains` assertion'],
    ['another output', { type: 'icontains', value: 'A', transform: 'output.x' }, '1 `icontains` assertion'],
    ['weight 0', { type: 'icontains', value: 'A', weight: 0 }, '1 `icontains` assertion'],
    ['a set of which some are enough', { type: 'assert-set', threshold: 0.5, assert: [] }, '1 `assert-set` assertion'],
    ['no type', { value: 'A' }, '1 assertion without a type'],
    ['no object', 'contains: A', '1 assertion without a type'],
    ['an unknown reference', { $ref: '#/assertionTemplates/none' }, '1 assertion without a type'],
    ['a name of every object', { type: 'constructor' }, '1 `constructor` assertion'],
  ])('says that it leaves out an assertion with %s', (_, assertion, kind) => {
    expect(rulesOf([assertion])).toEqual({
      ...{ must: [], must_not: [] },
      note: `Not taken over from promptfooconfig.yaml: ${kind}.`,
    })
  })

  it('counts settings of assertions and tests, variables nobody uses and files that are not here', () => {
    const { note } = config({
      tests: [
        'file://more.csv',
        {
          vars: { question: 'Hi', language: 'da', history: [] },
          assert: [{ type: 'llm-rubric', value: 'Is kind', threshold: 0.8 }],
          metadata: { category: 'x', difficulty: 1 },
          threshold: 0.5,
          options: { transform: 'x', disableVarExpansion: true },
        },
      ],
    })
    expect(note?.replace(/\.$/, '').split(': ')[1]?.split(', ').sort()).toEqual(
      [
        '1 file (`file://more.csv`)',
        '1 variable `language`',
        '1 variable `history`',
        '1 `threshold` of an assertion',
        '1 `difficulty` in metadata',
        '1 `threshold` of a test',
        '1 `transform` of a test',
      ].sort(),
    )
  })

  it('has templates of assertions, defaults that a test can refuse, and a prompt that is the message', () => {
    const { cases } = config({
      assertionTemplates: { kind: { type: 'llm-rubric', value: 'Is kind to {{who}}' } },
      defaultTest: { vars: { who: 'Ada' }, assert: [{ type: 'icontains', value: 'A' }] },
      tests: [
        { vars: { message: 'Hi' }, assert: [{ $ref: '#/assertionTemplates/kind' }] },
        { vars: { message: 'Ho' }, options: { disableDefaultAsserts: true } },
      ],
    })
    expect(cases.map(({ must }) => must)).toEqual([['Say “A”.', 'Fulfil this: Is kind to Ada'], []])
    expect(config({ prompts: ['What does it cost?'], tests: [{ assert: [] }] }).cases[0]?.input).toBe(
      'What does it cost?',
    )
  })

  it.each<[string, object, string]>([
    ['no tests', { prompts: ['x'] }, 'p.yaml has no `tests` and no `scenarios`, so there is no case in it.'],
    [
      'tests elsewhere',
      { tests: 'file://tests.csv' },
      'p.yaml has no case that can be used here. Not taken over from p.yaml: 1 file (`file://tests.csv`).',
    ],
    ['a test that is none', { tests: [[1]] }, 'p.yaml line 2: A test is an object with `vars` and `assert`.'],
    [
      'no message',
      { tests: [{ assert: [] }] },
      'p.yaml line 2: This test has no `vars`, so there is no message to send.',
    ],
    [
      'several variables',
      { tests: [{ vars: { language: 'da', topic: 'x' } }] },
      'p.yaml line 2: Which of its variables (`language`, `topic`) is the prospect’s message cannot be told; name it message, or another of: input, question, query, prompt, user_input, user_message, text.',
    ],
    [
      'variables in a file',
      { tests: [{ vars: 'file://v.yaml' }] },
      'p.yaml line 2: Its `vars` are no list of names with values; write them out where they stand in another file.',
    ],
    [
      'a template that contains itself',
      {
        assertionTemplates: { a: { type: 'assert-set', assert: [{ $ref: 'a' }] } },
        tests: [{ vars: { message: 'Hi' }, assert: [{ $ref: 'a' }] }],
      },
      'p.yaml line 7: A test has at most 100 variables and 200 assertions.',
    ],
    [
      'more combinations than anybody runs',
      {
        tests: [
          {
            vars: Object.fromEntries(
              [...'abcdefgh'].map((name) => [name === 'a' ? 'message' : name, Array(9).fill(name)]),
            ),
          },
        ],
      },
      'p.yaml line 2: Its variables have more than 1,000 combinations.',
    ],
  ])('is refused in one sentence for %s', (_, parts, sentence) => {
    expect(refusal(() => config(parts, 'p.yaml'))).toBe(sentence)
  })

  it('may be its tests alone, in a list or on lines', () => {
    const test = { description: 'One', vars: { message: 'Hi' }, assert: [{ type: 'icontains', value: 'A' }] }
    const read = (text: string, name: string) => importCases(text, { name }).cases
    expect(read(stringify([test]), 't.yaml')).toMatchObject([{ name: 'One', input: 'Hi', must: ['Say “A”.'] }])
    expect(read(JSON.stringify(test), 't.jsonl')).toEqual(read(stringify([test]), 't.yaml'))
  })
})

describe('samples of Inspect', () => {
  it('become cases, from lines, a list, a sheet and a log', () => {
    const lines = example('inspect-samples.jsonl')
    const samples = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { cases, note } = importCases(lines, { name: 's.jsonl' })
    expect(cases).toMatchObject([
      { name: 'price', category: 'price_objection', expected_behavior: samples[0].target },
      { name: 'bot', expected_behavior: 'One of these is right: “An automated assistant.”, “A bot.”.' },
      { name: 'too-small', input: samples[2].input },
    ])
    expect(note).toBe('Not taken over from s.jsonl: 1 `difficulty` in metadata.')
    expect(importCases(JSON.stringify(samples), { name: 's.json' }).cases).toEqual(cases)
    const sheet = 'id,input,target,metadata\n7,Hi?,Greets.,"{""category"": ""x""}"\n'
    expect(importCases(sheet, { name: 's.csv' }).cases).toMatchObject([
      { name: '7', input: 'Hi?', expected_behavior: 'Greets.', category: 'x' },
    ])
    const log = {
      ...{ version: 2, status: 'success', eval: { task: 't' } },
      samples: [1, 2].flatMap((epoch) =>
        samples.map((sample) => ({
          ...sample,
          epoch,
          messages: [{ role: 'user' }],
          scores: { match: { value: 'C' } },
        })),
      ),
    }
    const logged = importCases(JSON.stringify(log), { name: 'log.json' })
    expect(logged.cases).toEqual(cases)
    expect(logged.note).toBe(
      'Not taken over from log.json: 3 answers with their scores, 3 repeats of samples (`epoch`), 1 `difficulty` in metadata.',
    )
  })

  it.each<[string, object, string]>([
    ['choices', { input: 'x', target: 'A', choices: ['a', 'b'] }, '1 multiple-choice sample'],
    [
      'a conversation',
      { target: 'A', input: ['user', 'assistant', 'user'].map((role) => ({ role, content: 'x' })) },
      '1 sample with several messages',
    ],
    [
      'a picture',
      { target: 'A', input: [{ role: 'user', content: [{ type: 'image' }] }] },
      '1 sample with more than text',
    ],
  ])('with %s are left out and counted', (_, sample, kind) => {
    const rows = [{ id: 'ok', input: 'Hi' }, sample].map((row) => JSON.stringify(row)).join('\n')
    const { cases, note } = importCases(rows, { name: 's.jsonl' })
    expect(cases.map(({ name }) => name)).toEqual(['ok'])
    expect(note).toBe(`Not taken over from s.jsonl: ${kind}.`)
    expect(refusal(() => importCases(JSON.stringify(sample), { name: 's.jsonl' }))).toContain(
      'has no case that can be used',
    )
  })

  it('tell a system message and what a sample needs to run', () => {
    const input = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    ]
    const { cases, note } = importCases(JSON.stringify([{ id: 1, input, target: 'A', sandbox: 'docker' }]), {
      name: 's.json',
    })
    expect(cases).toMatchObject([{ name: '1', input: 'Hi' }])
    expect(note).toBe('Not taken over from s.json: 1 `sandbox` of a sample, 1 system message.')
  })

  it('are refused with their line where there is no message', () => {
    const rows =
      '{"id": "a", "input": "Hi"}\n{"id": "b", "input": 5.5, "target": "x"}\n{"id": "c", "input": null}\n[1]\n'
    expect(refusal(() => importCases(rows, { name: 's.jsonl' }))).toBe(
      's.jsonl line 3: The `input` of a sample is a text, or a list of messages with role and content.\ns.jsonl line 4: This line is a list; write one JSON object on each line.',
    )
  })
})

describe('a file that was damaged on its way', () => {
  const FILES = ['promptfooconfig.yaml', 'inspect-samples.jsonl'].map((name) => ({ name, text: example(name) }))
  const PIECES = [
    '',
    '"',
    '{{',
    '}}',
    '[',
    '{',
    ': ',
    '- ',
    '\n',
    '\u0000',
    'null',
    '*a',
    '&a ',
    '$ref: a',
    '1e999',
    '__proto__: 1',
  ]
  const edits = array(tuple(integer({ min: 0, max: 2_000 }), integer({ min: 0, max: 40 }), constantFrom(...PIECES)), {
    minLength: 1,
    maxLength: 4,
  })

  it.each(FILES)('is read or refused with a sentence: $name', ({ name, text }) => {
    check(
      property(edits, (changes) => {
        let damaged = text
        for (const [at, cut, piece] of changes) damaged = `${damaged.slice(0, at)}${piece}${damaged.slice(at + cut)}`
        try {
          for (const { name: named, input } of importCases(damaged, { name }).cases)
            if (named === '' || input === '') throw new Error('A case without a name or a message.')
        } catch (error) {
          if (!isAppError(error, 'invalid_input')) throw error
          for (const line of error.message.split('\n')) expect(line).toMatch(/^.{1,800}[.?:]$/)
        }
      }),
      { numRuns: 200 },
    )
  })
})
