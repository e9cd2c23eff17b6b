import type { z } from 'zod'

/** What a value of a type is called in a sentence. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
}

const UNKNOWN_FORM = 'it is not of the form that is taken here'

/** What a text of a format has to be. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id, as in 123e4567-e89b-42d3-a456-426614174000',
  datetime: 'a time in UTC, as in 2026-01-31T12:00:00Z',
  date: 'a date, as in 2026-01-31',
}

/** The longest part of a name that is repeated. */
const MAX_NAME = 40

/**
 * What is wrong with a value, in words of this program; a schema's own sentence as it is. The issue is of a parse that
 * reports its input. `expected`: the type to name, where the schema asks for another one first.
 */
export function issueSentence(
  issue: z.core.$ZodIssue,
  expected: string = issue.code === 'invalid_type' ? issue.expected : '',
): string {
  if (!/^(?:Invalid|Too|Unrecognized)\b/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'it is missing' : `it has to be ${TYPES[expected] ?? expected}`
    case 'invalid_value':
      return `it has to be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] === undefined ? UNKNOWN_FORM : `it has to be ${FORMATS[issue.format]}`
    case 'invalid_union':
      return 'options' in issue && issue.options
        ? `it has to be one of ${issue.options.map(String).join(', ')}`
        : UNKNOWN_FORM
    case 'too_big':
      return sizeSentence(issue.origin, 'most', issue.maximum)
    case 'too_small':
      return sizeSentence(issue.origin, 'least', issue.minimum)
    case 'unrecognized_keys':
      return `it has no ${issue.keys.map((key) => `"${key.slice(0, MAX_NAME)}"`).join(', ')}; leave that out`
    default:
      return UNKNOWN_FORM
  }
}

function sizeSentence(origin: string, bound: 'most' | 'least', limit: number | bigint): string {
  const figure = limit.toLocaleString('en-US')
  if (origin === 'string' && bound === 'most') return `it is longer than ${figure} characters; shorten it`
  if (origin === 'string') return limit === 1 ? 'it is empty' : `it is shorter than ${figure} characters`
  if (origin === 'array') return `it has to have at ${bound} ${figure} ${limit === 1 ? 'entry' : 'entries'}`
  return `it has to be ${figure} at ${bound}`
}
