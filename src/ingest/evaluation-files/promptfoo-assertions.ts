import { type Fields, isFields, type NotTaken, plainText, quoted, quotedList } from './foreign-file.js'

/** The rules of a case: what its agent must and must not do, each a sentence for the judge. */
export type Rules = { readonly must: string[]; readonly must_not: string[] }

const MAX_RULES = 20
/** Longer texts do not fit into a case. */
export const MAX_TEXT = 20_000

type Reading = 'one' | 'each' | 'any'
/**
 * Assertions that can become rules. `one`: one rule from a text; `each`: one for every entry of a list; `any`: one for
 * the whole list.
 */
const RULES: Readonly<Record<string, { readonly reads: Reading; readonly say: (text: string) => string }>> = {
  contains: { reads: 'one', say: (text) => `Say “${text}”, letter by letter.` },
  icontains: { reads: 'one', say: (text) => `Say “${text}”.` },
  'contains-all': { reads: 'each', say: (text) => `Say “${text}”, letter by letter.` },
  'icontains-all': { reads: 'each', say: (text) => `Say “${text}”.` },
  'contains-any': { reads: 'any', say: (texts) => `Say at least one of ${texts}, letter by letter.` },
  'icontains-any': { reads: 'any', say: (texts) => `Say at least one of ${texts}.` },
  equals: { reads: 'one', say: (text) => `Answer exactly “${text}” and nothing else.` },
  'starts-with': { reads: 'one', say: (text) => `Begin with “${text}”.` },
  similar: { reads: 'one', say: (text) => `Say in substance “${text}”.` },
  factuality: { reads: 'one', say: (text) => `Agree in substance with: ${text}` },
  'model-graded-factuality': { reads: 'one', say: (text) => `Agree in substance with: ${text}` },
  'llm-rubric': { reads: 'one', say: (text) => `Fulfil this: ${text}` },
  'model-graded-closedqa': { reads: 'one', say: (text) => `Fulfil this: ${text}` },
  'g-eval': { reads: 'each', say: (text) => `Fulfil this: ${text}` },
}
const DECLINE = 'Decline what is asked.'
const READ_KEYS = ['type', 'value', '$ref']

export type AssertionContext = {
  readonly notTaken: NotTaken
  /** Replaces the variables in a text; `null` where that is impossible. */
  fill(text: string): string | null
}

export const MAX_ASSERTIONS = 200

/** Resolves templates and expands sets without a threshold into single assertions. `null` where there are too many. */
export function flattened(assertions: readonly unknown[], templates: Fields): (Fields | null)[] | null {
  let open = assertions
  const flat: (Fields | null)[] = []
  // A template may contain itself; the limit of steps ends that, too.
  for (let steps = 0; open.length > 0; steps++) {
    if (steps === MAX_ASSERTIONS || open.length > MAX_ASSERTIONS) return null
    const assertion = resolved(open[0], templates)
    const isSet = assertion?.type === 'assert-set' && assertion.threshold === undefined
    const inner = isSet && Array.isArray(assertion.assert) ? assertion.assert : null
    if (!inner) flat.push(assertion)
    open = [...(inner ?? []), ...open.slice(1)]
  }
  return flat
}

/** Assertions as rules of a case. Those that cannot become rules are counted by type. */
export function rulesOf(assertions: readonly (Fields | null)[], context: AssertionContext): Rules {
  const rules: Rules = { must: [], must_not: [] }
  for (const assertion of assertions) addAssertion(rules, assertion, context)
  return rules
}

function addAssertion(rules: Rules, assertion: Fields | null, context: AssertionContext): void {
  const { notTaken } = context
  const type = plainText(assertion?.type)
  if (!assertion || type === null) {
    notTaken.add('assertion without a type', 'assertions without a type')
    return
  }
  const negated = type.startsWith('not-')
  // A transformed output is not what the agent says, and an assertion of weight 0 has no effect.
  const decides = assertion.transform === undefined && assertion.weight !== 0
  const sentences = decides ? sentencesOf(negated ? type.slice(4) : type, negated, assertion.value, context) : null
  if (sentences === null) {
    notTaken.add(`${quoted(type)} assertion`)
    return
  }
  for (const key of Object.keys(assertion))
    if (!READ_KEYS.includes(key)) notTaken.add(`${quoted(key)} of an assertion`, `${quoted(key)} of assertions`)
  const list = negated ? rules.must_not : rules.must
  for (const sentence of sentences) {
    if (list.length < MAX_RULES) list.push(sentence)
    else notTaken.add(`rule above ${MAX_RULES} of a case`, `rules above ${MAX_RULES} of a case`)
  }
}

/** The rules of an assertion, or what it forbids where it is negated; `null` where it cannot become a rule. */
function sentencesOf(type: string, negated: boolean, value: unknown, { fill }: AssertionContext): string[] | null {
  if (type === 'is-refusal') return [DECLINE]
  const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined
  if (!rule) return null
  const texts = textsOf(type, value, rule.reads).map(fill)
  if (texts.length === 0 || texts.some((text) => text === null)) return null
  const filled = texts.flatMap((text) => text ?? [])
  // A negated `-all` forbids only all texts together; a negated `-any` forbids each of them.
  if (negated && type.endsWith('-all')) return [`Say all of ${quotedList(filled)}.`]
  if (negated && type.endsWith('-any')) return filled.map((text) => `Say “${text}”.`)
  if (rule.reads === 'any') return [rule.say(quotedList(filled))]
  return filled.map(rule.say)
}

/**
 * The texts of a value; `contains-any` and its like also accept one text with commas. Empty where a part is not text.
 */
function textsOf(type: string, value: unknown, reads: Reading): string[] {
  let entries: readonly unknown[] = [value]
  if (typeof value === 'string' && value.length > MAX_TEXT) return []
  if (Array.isArray(value) && reads !== 'one') entries = value
  else if (typeof value === 'string' && type.includes('contains-')) entries = value.split(',')
  if (entries.length > MAX_ASSERTIONS) return []
  const texts = entries.map(plainText)
  if (texts.some((text) => text === null || text.startsWith('file://'))) return []
  return texts.flatMap((text) => text?.trim() ?? [])
}

/** An assertion, or its template overridden by its own fields; `null` for anything else. */
function resolved(given: unknown, templates: Fields): Fields | null {
  if (!isFields(given)) return null
  const name = plainText(given.$ref)?.replace(/^#\/assertionTemplates\//, '')
  if (name === undefined) return given
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined
  return isFields(template) ? { ...template, ...given } : null
}
