import type { z } from 'zod'
import { shown } from './shown.js'

const EXPECTED: Record<string, string> = {
  string: 'Text is',
  number: 'A number is',
  int: 'A whole number is',
  boolean: 'true or false is',
  array: 'A list is',
  object: 'An object (keys with values) is',
  record: 'An object (keys with values) is',
}

/** A schema's issue as one sentence. The schemas' own sentences, which end with a full stop, are kept. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.message.endsWith('.')) return shown(issue.message, 300)
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined ? 'This is missing.' : wrongType(issue.expected, input)
    case 'invalid_value':
      return `Write one of ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `This must be at least ${issue.minimum}.`
        : Number(issue.minimum) <= 1
          ? 'This is empty.'
          : `At least ${issue.minimum} ${unit(issue.origin)} are needed.`
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `This must be at most ${issue.maximum}.`
        : `At most ${issue.maximum.toLocaleString('en-US')} ${unit(issue.origin)} are possible.`
    default:
      return 'This value is not possible here.'
  }
}

const unit = (origin: string): string => (origin === 'string' ? 'characters' : 'entries')

function wrongType(expected: string, input: unknown): string {
  if (input === null) return `${EXPECTED[expected] ?? 'Something else is'} expected here, and nothing is there.`
  const quotes = expected === 'string' && ['number', 'boolean'].includes(typeof input) ? '; put it in quotes' : ''
  return `${EXPECTED[expected] ?? 'Something else is'} expected here, not ${nameOf(input)}${quotes}.`
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : `"${shown(value, 30)}"`
  return typeof value === 'object' ? 'an object' : String(value)
}
