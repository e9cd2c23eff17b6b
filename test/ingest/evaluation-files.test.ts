import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { caseIds } from '../../src/domain/evaluation/case-id.js'
import { EvaluationInput, type EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import { TestCase } from '../../src/domain/evaluation/test-case.js'
import { isAppError } from '../../src/errors.js'
import { importCases } from '../../src/ingest/evaluation-files/import-cases.js'
import { importConversations } from '../../src/ingest/evaluation-files/import-conversations.js'
import { importMarks } from '../../src/ingest/evaluation-files/import-marks.js'
import { AgentFile, readAgentFile } from '../../src/ingest/evaluation-files/read-agent-file.js'
import { runInMemory } from '../support/engine.js'

/** What a person is told; fails where nothing is refused. */
function refusal(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (isAppError(error, 'invalid_input')) return error.message
    throw error
  }
  throw new Error('It was read.')
}
const example = (name: string): string =>
  readFileSync(new URL(`../../examples/agents/${name}`, import.meta.url), 'utf8')
const lines = (...all: string[]): string => `${all.join('\n')}\n`
const AGENT = ['agent:', '  agent_version_id: mira-3', '  name: Mira']

describe('the example files', () => {
  const agent = readAgentFile(example('good-sdr.yaml'), 'good-sdr.yaml')
  const sheet = importCases(example('cases.csv'), { name: 'cases.csv' })
  const listed = importCases(example('cases.jsonl'), { name: 'cases.jsonl' })
  const held = importConversations(example('conversations.jsonl'), { name: 'conversations.jsonl' })
  const marks = importMarks(example('marks.csv'), { name: 'marks.csv', cases: held.cases.map(({ name }) => name) })

  it('are read without leaving anything out', () => {
    expect([sheet.cases.length, listed.cases.length, held.cases.length, marks.marks.length]).toEqual([6, 4, 4, 8])
    expect([sheet, listed, held, marks].flatMap(({ skipped }) => skipped)).toEqual([])
    expect(readAgentFile(example('pushy-sdr.yaml'), 'pushy-sdr.yaml').agent.name).toBe('Rex')
    expect(readAgentFile(example('chat-agent.yaml'), 'chat-agent.yaml').agent.endpoint?.protocol).toBe(
      'chat_completions',
    )
  })

  it('keep cells of several lines, lists and objects', () => {
    expect(sheet.cases[2]).toMatchObject({
      name: 'Enquiries pile up at night',
      input: expect.stringContaining('your page.\nMost people'),
      hidden_facts: [
        { topic: 'need' },
        { topic: 'budget' },
        { topic: 'timeline', told_by: ['fourth practice', 'in March'] },
      ],
      success: { min_score: 7, facts_found: 2 },
      rubric_focus: ['completeness', 'conversion'],
      critical: false,
    })
    expect(sheet.cases[0]?.must).toEqual([
      'Name the price of €290 per month.',
      'Say that it can be cancelled every month.',
    ])
    expect(sheet.cases[1]?.must_not).toHaveLength(2)
  })

  it('fit the good agent: its cases are played and judged', async () => {
    const cases = [...sheet.cases, ...listed.cases]
    const { result } = await runInMemory('evaluation', { ...agent, test_cases: cases, trials: 1 })
    const { trials, verdict } = result as EvaluationResult
    expect(trials.map(({ case_id, status }) => [case_id, status])).toEqual(
      caseIds(cases.map(({ name }) => name)).map((id) => [id, 'scored']),
    )
    expect(verdict.critical_failures).toEqual([])
  })

  it('have conversations that are judged and not held again, with marks to hold the judge against', async () => {
    const input = { ...agent, test_cases: held.cases, recorded: held.recorded, human_marks: marks.marks, trials: 1 }
    const { result, asked } = await runInMemory('evaluation', input)
    const { trials, verdict, judge_trust } = result as EvaluationResult
    expect([...new Set(asked.map(({ task }) => task))]).toEqual(['judge_case'])
    expect(trials.map(({ turns }) => turns)).toEqual(held.recorded.map(({ turns }) => turns))
    // "This week only we can give you 25 % off": the offline judge neither confirms nor clears it.
    expect(verdict).toMatchObject({ status: 'unjudged', approved: false, critical_failures: [] })
    const pushed = verdict.suspected.find(({ case_id }) => case_id === 'builder-who-was-pushed')
    expect(pushed).toMatchObject({ check: 'nothing_invented' })
    expect(pushed?.evidence.map(({ quote }) => quote).join('\n')).toContain('25 % off')
    expect(judge_trust.calibration?.marks).toBe(8)
  })
})

describe('an agent’s file', () => {
  it('may hold the agent below `agent`, or at its top beside the skill and the settings', () => {
    const nested = lines(...AGENT, '  system_prompt: Be kind.', 'skill:', '  instructions: Listen.', 'trials: 5')
    const flat = lines(
      'agent_version_id: mira-3',
      'name: Mira',
      'system_prompt: Be kind.',
      'skill:',
      '  instructions: Listen.',
      'trials: 5',
    )
    expect(readAgentFile(flat, 'flat.yaml')).toEqual(readAgentFile(nested, 'nested.yaml'))
    expect(readAgentFile(nested, 'nested.yaml')).toMatchObject({
      agent: { name: 'Mira', system_prompt: 'Be kind.', version: '1' },
      skill: { instructions: 'Listen.' },
      trials: 5,
    })
  })

  it('leaves out what it does not say, so that options can take its place', () => {
    expect(Object.keys(readAgentFile(lines(...AGENT), 'a.yaml'))).toEqual(['agent', 'unreadable_cases'])
  })

  it.each([['test_cases'], ['skill']])('leaves out cases of %s that cannot be read while there are others', (list) => {
    const cases = ['- {name: A, input: x}', '- name: B', '- input: y', '  name: a', '- {name: C, input: z, mist: 1}']
    const at = list === 'skill' ? ['skill: { instructions: Be kind., test_cases: [', '] }'] : ['test_cases: [', ']']
    const flow = '{name: A, input: x}, {name: B}, {input: y, name: a}, {name: C, input: z, mist: 1}'
    const text =
      list === 'skill' ? lines(...AGENT, `${at[0]}${flow}${at[1]}`) : lines(...AGENT, 'test_cases:', ...cases)
    const file = readAgentFile(text, 'a.yaml')
    const kept = list === 'skill' ? file.skill?.test_cases : file.test_cases
    expect(kept?.map(({ name }) => name)).toEqual(['A'])
    expect(file.unreadable_cases.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('The case "B" needs an `input`'),
      'A case before this one is named "a" too; results are told apart by the name.',
      expect.stringContaining('The key "mist" is not known here'),
    ])
    if (list === 'test_cases') expect(file.unreadable_cases.map(({ line }) => line)).toEqual([6, 8, 9])
  })

  it('has the fields of an evaluation but those that are files of their own', () => {
    const fields = Object.keys(EvaluationInput.shape).filter(
      (field) =>
        ![
          'recorded',
          'human_marks',
          'against',
          'judge_record',
          'case_notes',
          'changed_since',
          'unreadable_cases',
        ].includes(field),
    )
    expect(Object.keys(AgentFile.shape).sort()).toEqual(fields.sort())
  })

  it.each([
    ['version: 3.10', '3.10'],
    ['version: 2', '2'],
    ['version: 2026-01-05', '2026-01-05'],
    ['version: "007"', '007'],
  ])('keeps %s as it was typed', (line, version) => {
    expect(readAgentFile(lines(...AGENT, `  ${line}`), 'a.yaml').agent.version).toBe(version)
    expect(readAgentFile(lines('agent_version_id: a', 'name: M', line), 'a.yaml').agent.version).toBe(version)
  })

  it('is JSON as well, whatever its name ends in', () => {
    const text = JSON.stringify(
      { agent: { agent_version_id: 'a', name: 'M', version: 4, tools: [{ name: 'book' }] } },
      null,
      '\t',
    )
    for (const name of ['a.json', 'a.yaml', 'agent']) {
      expect(readAgentFile(`\ufeff${text}`, name).agent).toMatchObject({
        version: '4',
        tools: [{ name: 'book', mock: null }],
      })
    }
  })

  it('may use aliases, within reason', () => {
    const text = lines(
      ...AGENT,
      'test_cases:',
      '- {name: A, input: x, must: &polite [Be polite.]}',
      '- {name: B, input: y, must: *polite}',
    )
    expect(readAgentFile(text, 'a.yaml').test_cases?.[1]?.must).toEqual(['Be polite.'])
  })

  const bomb = 'abcdefghi'
    .split('')
    .map((name, i, all) => `${name}: &${name} [${Array(9).fill(i === 0 ? 'x' : `*${all[i - 1]}`)}]`)
  it.each<[string, string, ...string[]]>([
    ['nothing', '', 'a.yaml is empty.'],
    ['blanks', ' \n\n', 'a.yaml is empty.'],
    ['comments', '# soon\n', 'a.yaml has nothing in it.'],
    ['a list', '- agent\n', 'a.yaml line 1: This is to be a set of keys with values, not a list.'],
    ['a text', 'Mira', 'a.yaml line 1: This is to be a set of keys with values, not "Mira".'],
    [
      'no agent',
      'trials: 3\n',
      'a.yaml line 1: agent: There is no agent in this file; begin with `agent:` and put `agent_version_id`, `name` and `system_prompt` below it.',
    ],
    [
      'an agent without a value',
      'agent:\n',
      'a.yaml line 1: agent: This is to be a set of keys with values, not an empty value.',
    ],
    ['a missing name', 'agent:\n  agent_version_id: a\n', 'a.yaml line 1: agent.name: This is missing.'],
    [
      'a name without a value',
      'agent:\n  agent_version_id: a\n  name:\n',
      'a.yaml line 3: agent.name: This is to be a text, not an empty value.',
    ],
    [
      'a name of blanks',
      'agent:\n  agent_version_id: a\n  name: "  "\n',
      'a.yaml line 3: agent.name: An agent needs a `name`.',
    ],
    [
      'a number for a name',
      'agent:\n  agent_version_id: a\n  name: 42\n',
      'a.yaml line 3: agent.name: This is to be a text, not 42.',
    ],
    [
      'a version that is no text',
      lines(...AGENT, '  version:'),
      'a.yaml line 4: agent.version: This is to be a text, not an empty value.',
    ],
    [
      'a nameless tool',
      lines(...AGENT, '  tools:', '    - name: book', '    - description: It', '      name: ""'),
      'a.yaml line 7: agent.tools[1].name: A tool needs a name.',
    ],
    [
      'a parameter’s type',
      lines(...AGENT, '  tools:', '    - name: book', '      parameters:', '        day: {type: date}'),
      'a.yaml line 7: agent.tools[0].parameters.day.type: "date" is not known here; known are string, number, integer, boolean, array, object.',
    ],
    [
      'a mistyped key',
      lines(...AGENT, '  system_promt: Be kind.'),
      'a.yaml line 4: The key "system_promt" is not known here; did you mean "system_prompt"?',
    ],
    [
      'half a key',
      lines(...AGENT, '  prompt: Be kind.'),
      'a.yaml line 4: The key "prompt" is not known here; did you mean "system_prompt"?',
    ],
    [
      'a key deep inside',
      lines(...AGENT, '  tools:', '  - name: x', '    parameters:', '      a:', '        requird: no'),
      'a.yaml line 8: The key "requird" is not known here; did you mean "required"?',
    ],
    [
      'a key like no other',
      lines(...AGENT, 'temperature: 0.7'),
      'a.yaml line 4: The key "temperature" is not known here; known are agent, skill, test_cases, case_set, rubric, trials, judges, judge_models, pairwise, seed.',
    ],
    [
      'a mistyped key in a flat file',
      'name: M\nagent_version_id: a\nsystem-promt: x\n',
      'a.yaml line 3: The key "system-promt" is not known here; did you mean "system_prompt"?',
    ],
    ['too many trials', lines(...AGENT, 'trials: 99'), 'a.yaml line 4: trials: At most 30 trials.'],
    [
      'half a seed',
      lines(...AGENT, 'seed: 1.5'),
      'a.yaml line 4: seed: A seed is a whole number from 0 to 4294967295.',
    ],
    [
      'a yes of YAML 1.1',
      lines(...AGENT, 'pairwise: yes'),
      'a.yaml line 4: pairwise: This is to be true or false, not "yes".',
    ],
    [
      'weights',
      lines(
        ...AGENT,
        'rubric:',
        '  dimensions:',
        '  - {dimension_id: a, name: A, weight: 0.5, description: x}',
        '  - {dimension_id: b, name: B, weight: 0.6, description: x}',
      ),
      'a.yaml line 5: rubric.dimensions: The weights must sum to 1; they sum to 1.1 (a 0.5 + b 0.6).',
    ],
    [
      'a case without a message',
      lines(...AGENT, 'test_cases:', '- name: B'),
      'a.yaml line 5: test_cases[0]: The case "B" needs an `input` (one message) or a `persona` (a conversation).',
    ],
    ['a tab', 'agent:\n\tname: x\n', 'a.yaml line 2: A tab cannot indent a line; use spaces.'],
    [
      'a doubled key',
      lines(...AGENT, '  name: Mona'),
      'a.yaml line 4: The key "name" stands here a second time; it is on line 3 already.',
    ],
    [
      'a second colon',
      lines(...AGENT, '  system_prompt: Rule: be kind'),
      'a.yaml line 4: A second colon stands in this line; put the text in quotes.',
    ],
    [
      'indentation',
      lines(...AGENT, ' system_prompt: x'),
      'a.yaml line 4: The indentation does not fit the lines above.',
    ],
    [
      'a text that runs out of its block',
      lines(...AGENT, '  system_prompt: |', '    Be kind', '  and short'),
      'a.yaml line 6: A key needs a colon and a space behind it, and a text of several lines a | or quotes.',
    ],
    [
      'an open quote',
      lines(...AGENT, '  system_prompt: "Be', '    kind'),
      'a.yaml line 4: A quote (") is opened here and never closed.',
    ],
    [
      'an open bracket',
      lines(...AGENT, '  tools: [', '    {name: a}'),
      'a.yaml line 5: A bracket is opened before this and never closed.',
    ],
    [
      'a forgotten comma',
      '{"agent": {\n "agent_version_id": "a"\n "name": "M"}}',
      'a.yaml line 3: A comma is missing before this.',
    ],
    [
      'a wrong escape',
      lines(...AGENT, '  system_prompt: "C:\\quotes"'),
      'a.yaml line 4: The escape \\q is not known; write \\\\ for a backslash, or use single quotes.',
    ],
    [
      'an odd beginning',
      lines(...AGENT, '  system_prompt: @mira'),
      'a.yaml line 4: A text cannot begin with this character; put it in quotes.',
    ],
    [
      'a tag',
      lines(...AGENT, '  system_prompt: !!binary aGk='),
      'a.yaml line 4: Tags (!) are not known here; leave it out.',
    ],
    [
      'several documents',
      lines(...AGENT, '---', ...AGENT),
      'a.yaml line 4: A second document begins here (---); put each into a file of its own.',
    ],
    [
      'an alias of nothing',
      lines(...AGENT, '  system_prompt: *rules'),
      'a.yaml line 4: Nothing before the alias *rules is marked &rules.',
    ],
    ['an alias that holds itself', lines('agent: &a', '  name: *a'), 'a.yaml is nested more than 64 levels deep.'],
    ['a bomb of aliases', lines(...bomb), 'a.yaml uses aliases (*) too often; write the texts out.'],
    [
      'too many aliases',
      `[${Array.from({ length: 1_001 }, (_, i) => `&a${i} x, *a${i}`).join(', ')}]`,
      'a.yaml uses aliases (*) too often; write the texts out.',
    ],
    ['a deep hole', `agent: ${'['.repeat(5_000)}`, 'a.yaml line 1: This is nested more than 64 levels deep.'],
    ['far too much', 'x'.repeat(5_000_001), 'a.yaml is too large: at most 5 MB can be read; split it.'],
    ['far too much in bytes', '…'.repeat(2_000_000), 'a.yaml is too large: at most 5 MB can be read; split it.'],
    [
      'two problems',
      lines(...AGENT, 'trials: 0', 'sede: 4'),
      'a.yaml line 4: trials: At least one trial.',
      'a.yaml line 5: The key "sede" is not known here; did you mean "seed"?',
    ],
  ])('with %s is refused in one clear sentence', (_, text, ...said) => {
    expect(refusal(() => readAgentFile(text, 'a.yaml'))).toBe(said.join('\n'))
  })

  it.each([
    ['send_prompt: true', '`send_prompt` needs `protocol: chat_completions`; our own protocol sends no prompt.'],
    [
      'protocol: openai',
      'Write chat_completions for an OpenAI-compatible endpoint, or leave `protocol` out for our own.',
    ],
    ['api_key: sk-1', 'known are url, timeout_ms, protocol, api_key_env, send_prompt.'],
    [
      'api_key_env: DATABASE_URL',
      'Name a variable that begins with AGENT_KEY_ (capital letters, digits, _); the key itself has no place here.',
    ],
  ])('with an endpoint with %s is refused on its line', (line, sentence) => {
    const text = lines(...AGENT, '  endpoint:', '    url: https://example.com', `    ${line}`)
    const said = refusal(() => readAgentFile(text, 'a.yaml'))
    expect(said).toMatch(/^a\.yaml line 6: .+\.$/)
    expect(said).toContain(sentence)
  })

  it('lists ten problems in the order of their lines, and counts the rest', () => {
    const said = refusal(() =>
      readAgentFile(lines(...AGENT, ...Array.from({ length: 14 }, (_, i) => `x${i}: 1`)), 'a.yaml'),
    ).split('\n')
    expect(said.slice(0, -1).map((line) => Number(/line (\d+)/.exec(line)?.[1]))).toEqual([
      4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ])
    expect(said.at(-1)).toBe('… and 4 more.')
  })

  it('shows no more of somebody’s words than a person can read, on one line', () => {
    const key = `a\u202eb\u001b[31m\\n${'long '.repeat(50)}`
    const said = refusal(() =>
      readAgentFile(JSON.stringify({ agent: {}, [key]: 1 }), `x${'y'.repeat(500)}.json\nline 2`),
    )
    for (const hidden of ['\u202e', '\u001b']) expect(said).not.toContain(hidden)
    for (const line of said.split('\n')) expect(line.length).toBeLessThan(400)
    expect(said.split('\n')).toHaveLength(3)
  })
})

describe('cases from a spreadsheet', () => {
  const csv = (text: string, options = {}) => importCases(text, { name: 'cases.csv', ...options })

  it.each([
    ['commas', 'name,input,critical\nA,"x, y",true\n'],
    ['semicolons and Windows’ line ends', 'name;input;critical\r\nA;x, y;TRUE\r\n'],
    ['tabs', 'name\tinput\tcritical\nA\tx, y\tyes'],
    ['a byte order mark and quotes everywhere', '\ufeff"name","input","critical"\n"A","x, y","Yes"\n'],
    ['empty rows and columns in another order', '\n\ncritical,input,name\n\nyes,"x, y",A\n,,\n'],
    ['an old Mac’s line ends', 'name;input;critical\rA;x, y;yes\r'],
  ])('are the same with %s', (_, text) => {
    expect(csv(text).cases).toEqual([TestCase.parse({ name: 'A', input: 'x, y', critical: true })])
  })

  it('take lists as JSON or with bars, and an empty cell for nothing said', () => {
    const { cases } = csv('name,input,must,must_not,category\nA,x,a|b | c,"[""d | e""]",\n')
    expect(cases[0]).toMatchObject({ must: ['a|b', 'c'], must_not: ['d | e'], category: 'general' })
  })

  it.each<[string, string, ...string[]]>([
    ['nothing', '\n \n', 'cases.csv is empty.'],
    ['a header alone', 'name,input\n', 'cases.csv has no cases in it.'],
    ['rows of nothing', 'name,input\n,\n , \n', 'cases.csv has no cases in it.'],
    [
      'an unknown column',
      'name,promt\nA,x\n',
      'cases.csv line 1: The column "promt" is not known. Known are name, input, expected_behavior, rubric_focus, category, persona, hidden_facts, max_turns, must, must_not, allowed_claims, tools_mock, tools_in_order, success, cluster_id, critical.',
    ],
    ['a column twice', 'name,input,input\nA,x,y\n', 'cases.csv line 1: The column "input" stands here twice.'],
    ['a nameless column', 'name;input;\nA;x;\n', 'cases.csv line 1: Column 3 has no name; name it or take it out.'],
    ['no names', 'input\nx\n', 'cases.csv line 1: There is no column "name", and every row needs it.'],
    [
      'a short and a long row',
      'name,input\nA\nB,x,y\n',
      'cases.csv line 2: This row has 1 cell, the header 2; put a cell in quotes that holds a delimiter or a line break.',
      'cases.csv line 3: This row has 3 cells, the header 2; put a cell in quotes that holds a delimiter or a line break.',
    ],
    [
      'a doubled name after cells of several lines',
      'name,input\n"A","x\n\ny"\n\nB,z\na,"x\ny"\n',
      'cases.csv line 7: The name "a" stands on line 2 already; results are told apart by it.',
    ],
    [
      'yes in another language',
      'name;input;critical\r\nA;"x\r\ny";no\r\nB;y;JA\r\n',
      'cases.csv line 4: critical: Write true or false, yes or no, not "JA".',
    ],
    [
      'half a turn',
      'name,persona,max_turns\nA,Somebody,2.5\n',
      'cases.csv line 2: max_turns: This is to be a whole number, not 2.5.',
    ],
    [
      'words for a number',
      'name,persona,max_turns\nA,Somebody,many\n',
      'cases.csv line 2: max_turns: Write a number such as 3 or 7.5, not "many".',
    ],
    [
      'broken JSON',
      'name,input,must,success\nA,x,"[""y""",{min_score: 7}\n',
      'cases.csv line 2: must: This cell is not a JSON list; write ["one", "two"], or one | two.',
      'cases.csv line 2: success: This cell is not a JSON object.',
    ],
    [
      'a key twice in a cell',
      'name,input,success\nA,x,"{""min_score"": 7, ""min_score"": 8}"\n',
      'cases.csv line 2: success: The key "min_score" stands in one object twice.',
    ],
    [
      'an unknown key in a cell',
      'name,input,success\nA,x,"{""min_scor"": 7}"\n',
      'cases.csv line 2: The key "min_scor" is not known here; did you mean "min_score"?',
    ],
    ['a gap in a list', 'name,input,must\nA,x,a |  | b\n', 'cases.csv line 2: must[1]: This is empty.'],
    [
      'a stray quote',
      'name,input\nA,x\nB,say "yes" now\n',
      'cases.csv line 3: A quote stands inside a cell; put the whole cell in quotes and write the inner quote twice ("").',
    ],
    [
      'a stray quote in the header',
      'na"me,input\nname,input\n',
      'cases.csv line 1: A quote stands inside a cell; put the whole cell in quotes and write the inner quote twice ("").',
    ],
    [
      'something behind a quote',
      'name,input\nA,"x" y\nB,z\n',
      'cases.csv line 2: Behind a closing quote the cell has to end; write a quote inside a cell twice ("").',
    ],
    [
      'an open quote',
      'name,input\nA,x\n\nB,"y\nC,z\nD,z\n',
      'cases.csv line 4: A quote is opened in this row and never closed.',
    ],
    [
      'an endless row',
      `name,input\nA,"${'x\n'.repeat(600_000)}`,
      'cases.csv line 2: This row is longer than 1 MB; look for a quote that is opened and never closed.',
    ],
    [
      'more cases than an evaluation takes',
      `name,input\n${Array.from({ length: 1_001 }, (_, i) => `n${i},x\n`).join('')}`,
      'cases.csv has more than 1,000 cases; more cannot be taken at once.',
    ],
    ['too much', 'x'.repeat(10_000_001), 'cases.csv is too large: at most 10 MB can be read; split it.'],
  ])('with %s are refused with the line', (_, text, ...said) => {
    expect(refusal(() => csv(text))).toBe(said.join('\n'))
  })

  it('are known by the name’s ending, and nothing is guessed from the content', () => {
    expect(refusal(() => importCases('name,input\nA,x\n', { name: 'cases.xlsx' }))).toBe(
      'cases.xlsx has an unknown format; a name ending in .csv, .tsv, .jsonl, .ndjson, .yaml, .yml, .json says which it is.',
    )
    expect(importCases('name,input\nA,x\n', { name: 'standard input', format: 'csv' }).cases).toHaveLength(1)
    expect(importCases('name\tinput\nA\tx\n', { name: 'CASES.TSV' }).cases).toHaveLength(1)
  })

  it('lose only bad rows where those are to be skipped', () => {
    const text = 'name,input,critical\nA,x,no\nB,,no\nC,x,perhaps\nD,a "b" c,no\na,x,no\nE\n"F","x\ny",no\n'
    const { cases, skipped } = csv(text, { skip_invalid: true })
    expect(cases.map(({ name }) => name)).toEqual(['A', 'F'])
    expect(skipped.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7])
    expect(skipped[1]?.problem).toBe('critical: Write true or false, yes or no, not "perhaps".')
  })

  it('are refused all the same where no row is good, or a quote has swallowed good ones', () => {
    expect(refusal(() => csv('name,input\nA,\nB,\n', { skip_invalid: true }))).toBe(
      lines(
        'cases.csv has no case that can be used:',
        'cases.csv line 2: The case "A" needs an `input` (one message) or a `persona` (a conversation).',
        'cases.csv line 3: The case "B" needs an `input` (one message) or a `persona` (a conversation).',
      ).trim(),
    )
    expect(refusal(() => csv('name,input\nA,x\nB,"y\nC,z\n', { skip_invalid: true }))).toContain(
      'line 3: A quote is opened',
    )
    expect(refusal(() => csv('name,promt\nA,x\n', { skip_invalid: true }))).toContain('"promt" is not known')
    expect(refusal(() => csv('na"me,input\nname,input\nA,x\n', { skip_invalid: true }))).toContain(
      'line 1: A quote stands',
    )
  })

  it('count only the good ones where bad ones are skipped', () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => `n${i},x\nn${i},twice\n`).join('')
    const { cases, skipped } = csv(`name,input\n${rows}`, { skip_invalid: true })
    expect([cases.length, skipped.length]).toEqual([1_000, 1_000])
    expect(refusal(() => csv(`name,input\n${rows}one more,x\n`, { skip_invalid: true }))).toContain(
      'more than 1,000 cases',
    )
  })
})

describe('cases line by line', () => {
  const jsonl = (text: string, options = {}) => importCases(text, { name: 'cases.jsonl', ...options })

  it.each([
    [
      'a blank and a Windows line before it',
      '\n\r\n{"name": "A"}',
      'cases.jsonl line 3: The case "A" needs an `input` (one message) or a `persona` (a conversation).',
    ],
    [
      'a broken line',
      '{"name": "A", "input": "x"}\n{"name": "B", "input": "y"\n',
      'cases.jsonl line 2: This line is not JSON; write one whole JSON object on each line.',
    ],
    [
      'one list of all',
      '[\n{"name": "A", "input": "x"}\n]\n',
      'cases.jsonl line 1: A list begins here; write one JSON object on each line, without brackets around them.\ncases.jsonl line 3: This line is not JSON; write one whole JSON object on each line.',
    ],
    ['a list on a line', '["A"]\n', 'cases.jsonl line 1: This line is a list; write one JSON object on each line.'],
    ['a number', '\n7\n', 'cases.jsonl line 2: This is to be a set of keys with values, not 7.'],
    [
      'a doubled name',
      '{"name": "A", "input": "x"}\n\n{"name": "a ", "input": "x"}\n',
      'cases.jsonl line 3: The name "a" stands on line 1 already; results are told apart by it.',
    ],
    [
      'a doubled key',
      '{"name": "A", "input": "x", "na\\u006de": "B"}\n',
      'cases.jsonl line 1: The key "name" stands in one object twice.',
    ],
    [
      'an unknown key',
      '{"name": "A", "input": "x", "mustnot": []}\n',
      'cases.jsonl line 1: The key "mustnot" is not known here; did you mean "must_not"?',
    ],
    [
      'a yes in quotes',
      '{"name": "A", "input": "x", "critical": "yes"}\n',
      'cases.jsonl line 1: critical: This is to be true or false, not "yes".',
    ],
    [
      'a hidden fact nobody can tell',
      '{"name": "A", "persona": "P", "hidden_facts": [{"topic": "need", "fact": "x", "told_by": []}]}\n',
      'cases.jsonl line 1: hidden_facts[0].told_by: A hidden fact needs at least one word or phrase in `told_by`.',
    ],
    [
      'a topic',
      '{"name": "A", "persona": "P", "hidden_facts": [{"topic": "money", "fact": "x", "told_by": ["x"]}]}\n',
      'cases.jsonl line 1: hidden_facts[0].topic: "money" is not known here; known are budget, authority, need, timeline, other.',
    ],
    [
      'too deep a hole',
      `{"name": ${'['.repeat(100)}${']'.repeat(100)}}`,
      'cases.jsonl line 1: This is nested more than 64 levels deep.',
    ],
  ])('with %s are refused with the line', (_, text, said) => {
    expect(refusal(() => jsonl(text))).toBe(said)
  })

  it('hold the texts as they will be stored, so that ids made from them stay', () => {
    const text = String.raw`{"name": "A\u0000b\ud800", "input": "x"}`
    expect(jsonl(text).cases[0]?.name).toBe('Ab\ufffd')
  })

  it('name ten bad lines and count the rest', () => {
    const said = refusal(() => jsonl('{"name": "A"}\n'.repeat(25))).split('\n')
    expect(said).toHaveLength(11)
    expect(said.at(-1)).toBe('… and 15 more.')
  })
})

describe('cases as YAML or JSON', () => {
  it('are a list, also below `test_cases`', () => {
    const yaml = '- name: A\n  input: x\n- {name: B, input: y}\n'
    const json = JSON.stringify({
      test_cases: [
        { name: 'A', input: 'x' },
        { name: 'B', input: 'y' },
      ],
    })
    expect(importCases(yaml, { name: 'c.yml' })).toEqual(importCases(json, { name: 'c.json' }))
  })

  it.each([
    [
      'a bad case',
      '- name: A\n  input: x\n\n- input: y\n  name: B\n  max_turns: 3\n  critical: 1\n',
      'c.yaml line 7: critical: This is to be true or false, not 1.',
    ],
    [
      'a doubled name',
      '- name: A\n  input: x\n- input: y\n  name: a\n',
      'c.yaml line 4: The name "a" stands on line 1 already; results are told apart by it.',
    ],
    [
      'a whole agent',
      'agent: {}\ntest_cases: []\n',
      'c.yaml line 1: The key "agent" is not known here; known are test_cases.',
    ],
    ['no list', 'test_cases: A\n', 'c.yaml line 1: A list of cases is expected here, each beginning with "- name:".'],
    ['an empty list', '[]', 'c.yaml has no cases in it.'],
  ])('with %s are refused with the line', (_, text, said) => {
    expect(refusal(() => importCases(text, { name: 'c.yaml' }))).toBe(said)
  })

  it('lose only bad cases where those are to be skipped', () => {
    const text = '- name: A\n  input: x\n- name: B\n  inptu: y\n- 5\n'
    expect(importCases(text, { name: 'c.yaml', skip_invalid: true })).toMatchObject({
      cases: [{ name: 'A' }],
      skipped: [{ line: 3 }, { line: 5, problem: 'This is to be a set of keys with values, not 5.' }],
    })
  })
})

describe('conversations somebody has held', () => {
  const read = (text: string, options = {}) => importConversations(text, { name: 'held.jsonl', ...options })
  const held = (...messages: (readonly [role: string, content: string, more?: object])[]) =>
    JSON.stringify({ messages: messages.map(([role, content, more]) => ({ role, content, ...more })) })

  it('become a case and its first trial', () => {
    const call = { tool: 'book', arguments: { day: 'Monday' }, answer: { ok: true } }
    const { cases, recorded } = read(
      `\n${held(['user', 'Hi'], ['user', 'Anybody there?'], ['assistant', '', { tool_calls: [call] }], ['agent', 'Yes!'], ['prospect', 'Bye'])}`,
    )
    expect(cases).toEqual([
      TestCase.parse({
        name: 'Conversation 2',
        input: 'Hi\n\nAnybody there?',
        persona: 'Somebody who held this conversation',
        max_turns: 2,
      }),
    ])
    expect(recorded).toEqual([
      {
        case_id: 'conversation-2',
        trial: 1,
        simulated: false,
        turns: [
          { turn: 1, speaker: 'prospect', text: 'Hi\n\nAnybody there?', tool_calls: [] },
          { turn: 2, speaker: 'agent', text: 'Yes!', tool_calls: [{ ...call, accepted: true, problem: null }] },
          { turn: 3, speaker: 'prospect', text: 'Bye', tool_calls: [] },
        ],
      },
    ])
  })

  it('may carry rules, which are those of their case', () => {
    const ruled = (rules: object) =>
      JSON.stringify({ ...JSON.parse(held(['user', 'Hi'], ['agent', 'Hello'])), ...rules })
    const rules = { must: ['Greet.'], must_not: ['Sell.', 'Ask.'] }
    expect(read(ruled(rules)).cases[0]).toMatchObject(rules)
    expect(refusal(() => read(ruled({ must: 'Greet.' })))).toBe(
      'held.jsonl line 1: must: Write rules as a list of sentences, even where there is one: ["…"].',
    )
  })

  it('of one question and one answer have no persona', () => {
    expect(read(held(['user', 'Hi'], ['agent', 'Hello'])).cases[0]).toMatchObject({ persona: null, input: 'Hi' })
  })

  it('get the ids the plan gives their cases, also where a bad one lies between', () => {
    const named = (name: string) => JSON.stringify({ name, ...JSON.parse(held(['user', 'Hi'], ['agent', 'Hello'])) })
    const { recorded, skipped } = read([named('A b'), '{}', named('a-b'), named('A b 2')].join('\n'), {
      skip_invalid: true,
    })
    expect(recorded.map(({ case_id }) => case_id)).toEqual(['a-b', 'a-b-2', 'a-b-2-2'])
    expect(skipped).toEqual([{ line: 2, problem: 'messages: This is missing.' }])
  })

  it.each([
    [
      'a silent agent',
      held(['user', 'Hi']),
      'held.jsonl line 1: The agent says nothing in this conversation, so there is nothing to judge.',
    ],
    [
      'the agent first',
      held(['agent', 'Hi'], ['user', 'Who?']),
      'held.jsonl line 1: The agent speaks first; a conversation begins with the prospect.',
    ],
    [
      'a system message',
      held(['system', 'Sell'], ['user', 'Hi'], ['agent', 'Yo']),
      'held.jsonl line 1: messages[0].role: Take the system message out; what the agent was told stands in the file about the agent.',
    ],
    [
      'an unknown speaker',
      held(['user', 'Hi'], ['tool', '{}'], ['agent', 'Yo']),
      'held.jsonl line 1: messages[1].role: Write user or prospect, assistant or agent.',
    ],
    [
      'an empty message',
      held(['user', ' '], ['agent', 'Yo']),
      'held.jsonl line 1: messages[0]: A message has a text, or at least a tool call.',
    ],
    [
      'a prospect who calls tools',
      held(['user', 'Hi', { tool_calls: [{ tool: 'x' }] }], ['agent', 'Yo']),
      'held.jsonl line 1: messages[0]: Only the agent calls tools.',
    ],
    [
      'too many messages',
      held(...Array.from({ length: 42 }, (_, i) => [i % 2 ? 'agent' : 'user', 'x'] as const)),
      'held.jsonl line 1: The prospect speaks 21 times; a conversation has at most 20 messages of the prospect.',
    ],
    ['no messages', '{"messages": []}', 'held.jsonl line 1: messages: A conversation needs messages.'],
    [
      'an unknown key',
      '{"id": 7, "messages": [{"role": "user", "content": "Hi"}, {"role": "agent", "content": "Yo"}]}',
      'held.jsonl line 1: The key "id" is not known here; did you mean "cluster_id"?',
    ],
    [
      'a name that is taken',
      `${held(['user', 'Hi'], ['agent', 'Yo'])}\n{"name": "CONVERSATION 1", "messages": [{"role": "user", "content": "Hi"}, {"role": "agent", "content": "Yo"}]}`,
      'held.jsonl line 2: The name "CONVERSATION 1" stands on line 1 already; results are told apart by it.',
    ],
    [
      'one more letter than a message has',
      held(['user', 'x'.repeat(20_001)], ['agent', 'Yo']),
      'held.jsonl line 1: messages[0].content: A message has at most 20,000 characters.',
    ],
  ])('with %s are refused with the line', (_, text, said) => {
    expect(refusal(() => read(text))).toBe(said)
  })
})

describe('people’s marks', () => {
  const read = (text: string, options = {}) => importMarks(text, { name: 'marks.csv', ...options })

  it('are read from a spreadsheet and line by line alike', () => {
    const marks = [
      { case_id: 'a-bad-fit', trial: 1, passed: true, score: 8.5, by: 'Karen' },
      { case_id: 'a-bad-fit', trial: 2, passed: false, score: null, by: '' },
    ]
    expect(read('case_id;trial;passed;score;by\na-bad-fit;;PASS;8.5;Karen\na-bad-fit;2;no;;\n').marks).toEqual(marks)
    const jsonl = lines(
      '{"case_id": "a-bad-fit", "passed": true, "score": 8.5, "by": "Karen"}',
      '{"case": "a bad FIT", "trial": 2, "passed": "Fail"}',
    )
    expect(read(jsonl, { name: 'marks.jsonl', cases: ['Another', 'A bad fit'] }).marks).toEqual(marks)
  })

  it('find their case by its name among those given, else keep the name for whoever knows the cases', () => {
    const text = 'case,passed\na-B,yes\n'
    expect(read(text).marks[0]?.case_id).toBe('a-B')
    expect(read(text, { cases: ['A b', 'A-b'] }).marks[0]?.case_id).toBe('a-b-2')
  })

  it.each<[string, string, object, string]>([
    [
      'a second mark by the same person',
      'case,passed,by\nA,yes,K\nB,no,K\na,no,k\n',
      {},
      'marks.csv line 4: Trial 1 of "a" is marked by "k" on line 2 already.',
    ],
    [
      'a second mark by nobody',
      'case_id,passed\na,yes\na,no\n',
      {},
      'marks.csv line 3: Trial 1 of "a" is marked on line 2 already.',
    ],
    [
      'a perhaps',
      'case_id,passed\na,maybe\n',
      {},
      'marks.csv line 2: passed: Write true or false, yes or no, pass or fail.',
    ],
    [
      'nothing',
      'case_id,passed,by\na,,K\n',
      {},
      'marks.csv line 2: passed: Write true or false, yes or no, pass or fail.',
    ],
    [
      'no case',
      'case_id,passed\n,yes\n',
      {},
      'marks.csv line 2: A mark needs a `case_id`, or in its place the name as `case`.',
    ],
    [
      'both id and name',
      'case_id,case,passed\na,A,yes\n',
      {},
      'marks.csv line 2: A mark needs a `case_id`, or in its place the name as `case`.',
    ],
    [
      'a decimal comma',
      'case_id;passed;score\na;yes;8,5\n',
      {},
      'marks.csv line 2: score: Write a number such as 3 or 7.5, not "8,5".',
    ],
    ['eleven points', 'case_id,passed,score\na,yes,11\n', {}, 'marks.csv line 2: score: This is to be at most 10.'],
    ['trial nought', 'case_id,passed,trial\na,yes,0\n', {}, 'marks.csv line 2: trial: This is to be at least 1.'],
    [
      'no column for the mark',
      'case_id\na\n',
      {},
      'marks.csv line 1: There is no column "passed", and every row needs it.',
    ],
    [
      'a case that is not there',
      'case,passed\nA,yes\nC,yes\n',
      { cases: ['A', 'B'] },
      'marks.csv line 3: There is no case "C" in this evaluation.',
    ],
    [
      'an id that is not there',
      'case_id,passed\nA,yes\n',
      { cases: ['A'] },
      'marks.csv line 2: There is no case "A" in this evaluation.',
    ],
    [
      'another kind of file',
      '',
      { name: 'marks.yaml' },
      'marks.yaml has an unknown format; a name ending in .csv, .tsv, .jsonl, .ndjson says which it is.',
    ],
  ])('with %s are refused with the line', (_, text, options, said) => {
    expect(refusal(() => read(text, options))).toBe(said)
  })
})
