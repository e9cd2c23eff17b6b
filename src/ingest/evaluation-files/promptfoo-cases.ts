import { MAX_CASES } from '../../domain/evaluation/evaluation.js'
import { type Fields, type ForeignFile, isFields, plainText, quoted } from './foreign-file.js'
import { flattened, MAX_ASSERTIONS, MAX_TEXT, rulesOf } from './promptfoo-assertions.js'
import type { Path } from './read-as.js'
import type { LocatedDocument } from './read-yaml.js'
import { excerpt, refuseFile } from './refuse.js'
import { lineRow, type Row } from './rows.js'

const CONFIG_KEYS = ['tests', 'scenarios', 'prompts', 'providers', 'targets', 'defaultTest']
/** Keys of a configuration that are read; all others configure promptfoo's run. */
const READ_KEYS = ['tests', 'scenarios', 'defaultTest', 'assertionTemplates']
const READ_TEST_KEYS = ['description', 'vars', 'assert', 'metadata', 'options']
/** Options of a test that are applied. */
const READ_OPTIONS = ['disableDefaultAsserts', 'disableVarExpansion']
const MAX_VARIABLES = 100
/** Names of the message variable, for tests with several variables; the first that occurs is taken. */
const MESSAGE_NAMES = ['message', 'input', 'question', 'query', 'prompt', 'user_input', 'user_message', 'text']

export const isPromptfooConfig = (value: unknown): value is Fields =>
  isFields(value) && !('test_cases' in value) && CONFIG_KEYS.some((key) => key in value)

export const isPromptfooTest = (value: unknown): value is Fields =>
  isFields(value) && !('name' in value) && ('vars' in value || 'assert' in value)

/** Context of a test: the defaults of the file, and its prompt where it has a single prompt without variables. */
type Surroundings = { readonly defaults: Fields; readonly templates: Fields; readonly prompt: string | null }
const NOTHING_AROUND: Surroundings = { defaults: {}, templates: {}, prompt: null }

/** The cases of a configuration: its tests, and every test of a scenario with each of its sets of variables. */
export function* promptfooConfigRows(config: Fields, document: LocatedDocument, file: ForeignFile): Generator<Row> {
  const { notTaken, name } = file
  for (const key of Object.keys(config)) if (!READ_KEYS.includes(key)) notTaken.add(`${quoted(key)} setting`)
  if (config.tests === undefined && config.scenarios === undefined)
    refuseFile(name, 'has no `tests` and no `scenarios`, so there is no case in it.')
  if (config.defaultTest !== undefined && !isFields(config.defaultTest))
    notTaken.add('`defaultTest` in another file', '`defaultTest` in another file')
  const around: Surroundings = {
    defaults: isFields(config.defaultTest) ? config.defaultTest : {},
    templates: isFields(config.assertionTemplates) ? config.assertionTemplates : {},
    prompt: onlyPrompt(config.prompts),
  }
  for (const { test, path } of testsIn(config.tests, ['tests'], file))
    yield* testRows(test, document.lineOf(path), around, file)
  for (const { test: scenario, path } of testsIn(config.scenarios, ['scenarios'], file)) {
    if (!isFields(scenario)) {
      yield problemRow(document.lineOf(path), 'A scenario is an object with `config` and `tests`.')
      continue
    }
    const tests = [...testsIn(scenario.tests ?? [{}], [...path, 'tests'], file)]
    for (const { test: data } of testsIn(scenario.config, [...path, 'config'], file))
      for (const { test, path: at } of tests) yield* testRows(merged(data, test), document.lineOf(at), around, file)
  }
}

/** The cases of a test without a configuration, from a list or a line. */
export const promptfooTestRows = (row: Row, file: ForeignFile): Iterable<Row> =>
  testRows(row.value, row.line, NOTHING_AROUND, file)

type Listed = { readonly test: unknown; readonly path: Path }

/** The entries of a list of tests or scenarios; references to other files are counted as not taken over. */
function* testsIn(list: unknown, path: Path, { notTaken }: ForeignFile): Generator<Listed> {
  if (list === undefined || list === null) return
  const entries: { entry: unknown; at: Path }[] = Array.isArray(list)
    ? list.map((entry, index) => ({ entry, at: [...path, index] }))
    : [{ entry: list, at: path }]
  for (const { entry, at } of entries) {
    const elsewhere =
      plainText(entry) ?? (isFields(entry) ? plainText(entry.path ?? entry.$values ?? entry.$expand) : null)
    if (elsewhere === null) yield { test: entry, path: at }
    else notTaken.add(`file (${quoted(elsewhere)})`, `files (${quoted(elsewhere)})`)
  }
}

function merged(under: unknown, over: unknown): unknown {
  if (!isFields(under) || !isFields(over)) return isFields(under) ? over : under
  return {
    ...under,
    ...over,
    vars: { ...fieldsIn(under.vars), ...fieldsIn(over.vars) },
    metadata: { ...fieldsIn(under.metadata), ...fieldsIn(over.metadata) },
    assert: [...listIn(under.assert), ...listIn(over.assert)],
  }
}

/** A test as cases: one for each combination where a variable is a list. */
function* testRows(given: unknown, line: number, around: Surroundings, file: ForeignFile): Generator<Row> {
  const problem = testProblem(given)
  if (problem !== null || !isFields(given)) {
    yield problemRow(line, problem ?? '')
    return
  }
  const options = { ...fieldsIn(around.defaults.options), ...fieldsIn(given.options) }
  const defaults = options.disableDefaultAsserts === true ? { ...around.defaults, assert: [] } : around.defaults
  const test = fieldsIn(merged(defaults, given))
  const assertions = flattened(listIn(test.assert), around.templates)
  const vars = Object.entries(fieldsIn(test.vars))
  if (vars.length > MAX_VARIABLES || assertions === null) {
    yield problemRow(line, `A test has at most ${MAX_VARIABLES} variables and ${MAX_ASSERTIONS} assertions.`)
    return
  }
  const expands = options.disableVarExpansion !== true
  if (expands && vars.reduce((count, [, value]) => count * valuesOf(value).length, 1) > MAX_CASES) {
    yield problemRow(line, `Its variables have more than ${MAX_CASES.toLocaleString('en-US')} combinations.`)
    return
  }
  for (const values of combinations(vars, expands)) {
    const key = messageKey(values)
    const message = values.size === 0 ? around.prompt : values.get(key ?? '')
    if (message == null) {
      yield problemRow(line, noMessage([...values.keys()]))
      continue
    }
    const used = new Set<string>()
    const fill = (text: string) => fillIn(text, values, used)
    const rules = rulesOf(assertions, { notTaken: file.notTaken, fill })
    const title = plainText(test.description)
    const { category, ...tags } = fieldsIn(test.metadata)
    const said = fill(message) ?? message
    const filled = title === null ? null : fill(title)
    if (title !== null && filled === null) file.notTaken.add('`description` of a test', '`description` of tests')
    const name = file.unique(filled ?? excerpt(said, 80))
    countLeft(test, tags, options, file)
    for (const variable of values.keys())
      if (variable !== key && !used.has(variable))
        file.notTaken.add(`variable ${quoted(variable)}`, `variables ${quoted(variable)}`)
    // Cut just above what a case may hold, so that it is refused quickly.
    const input = said.slice(0, MAX_TEXT + 1)
    yield { ...lineRow(line), value: { name, input, category: plainText(category) ?? undefined, ...rules } }
  }
}

function testProblem(test: unknown): string | null {
  if (!isFields(test)) return 'A test is an object with `vars` and `assert`.'
  const inline = test.vars === undefined || test.vars === null || isFields(test.vars)
  return inline ? null : 'Its `vars` are no list of names with values; write them out where they stand in another file.'
}

/** Counts the parts of a test besides its message and its assertions as not taken over. */
function countLeft(test: Fields, tags: Fields, options: Fields, { notTaken }: ForeignFile): void {
  for (const name of Object.keys(tags)) notTaken.add(`${quoted(name)} in metadata`, `${quoted(name)} in metadata`)
  const settings = Object.keys(test).filter((name) => !READ_TEST_KEYS.includes(name))
  for (const name of [...settings, ...Object.keys(options).filter((name) => !READ_OPTIONS.includes(name))])
    notTaken.add(`${quoted(name)} of a test`, `${quoted(name)} of tests`)
}

const problemRow = (line: number, sentence: string): Row => ({ ...lineRow(line), problems: [{ line, sentence }] })
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {})
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The values that a variable takes in turn. */
const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) && value.length > 0 ? value : [value])

/** Every combination of the values of variables, as promptfoo expands lists. */
function* combinations(
  entries: readonly (readonly [string, unknown])[],
  expands: boolean,
): Generator<Map<string, string | null>> {
  const [first, ...rest] = entries
  if (!first) {
    yield new Map()
    return
  }
  const [name, value] = first
  for (const single of expands ? valuesOf(value) : [value])
    for (const others of combinations(rest, expands)) yield new Map([[name, textOf(single)], ...others])
}

/** A variable's text; `null` for one that is not text or refers to another file. */
function textOf(value: unknown): string | null {
  const text = plainText(value)
  return text?.startsWith('file://') ? null : text
}

function messageKey(values: ReadonlyMap<string, string | null>): string | undefined {
  const texts = [...values.keys()].filter((name) => values.get(name) !== null)
  const named = MESSAGE_NAMES.find((name) => texts.includes(name))
  // Where the message itself is in another file, no other variable takes its place.
  const isElsewhere = MESSAGE_NAMES.some((name) => values.get(name) === null)
  return named ?? (texts.length === 1 && !isElsewhere ? texts[0] : undefined)
}

function noMessage(names: readonly string[]): string {
  if (names.length === 0) return 'This test has no `vars`, so there is no message to send.'
  const which = names.slice(0, 8).map(quoted).join(', ')
  return `Which of its variables (${which}) is the prospect’s message cannot be told; name it ${MESSAGE_NAMES[0]}, or another of: ${MESSAGE_NAMES.slice(1).join(', ')}.`
}

/** The prompt where it is itself the message: the only prompt, inline and without variables. */
function onlyPrompt(prompts: unknown): string | null {
  const [prompt, more] = Array.isArray(prompts) ? prompts : [prompts]
  const text = more === undefined ? plainText(prompt) : null
  return text === null || text.includes('{{') || /^(file|exec):|\.(txt|json|ya?ml|md|py|[cm]?js|ts)$/.test(text)
    ? null
    : text
}

/**
 * Replaces the variables in a text. `null` where template syntax remains (an unknown variable, a filter, a condition)
 * or the text is too long.
 */
function fillIn(text: string, values: ReadonlyMap<string, string | null>, used: Set<string>): string | null {
  if (text.length > MAX_TEXT) return null
  let whole = true
  const variable = /\{\{([^{}]*)\}\}/g
  const filled = text.replace(variable, (_, inside: string) => {
    const value = values.get(inside.trim())
    if (value == null) whole = false
    else used.add(inside.trim())
    return value ?? ''
  })
  return whole && !/\{[{%#]/.test(text.replace(variable, '')) ? filled : null
}
