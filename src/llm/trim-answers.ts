import { z } from 'zod'
import type { Surplus } from '../domain/run/run.js'
import { type JsonSchema, unlessSafeInteger } from './structured-output.js'

/**
 * A figure is clipped when it lies at most this share of its scale outside (an integer: at most 1); a figure further
 * off is a wrong answer.
 */
const MAX_OVERSHOOT_SHARE = 0.1
const ROUNDING = 1e-9
/** A text is cut after a sentence that leaves at least this share of the allowed length; otherwise between two words. */
const MIN_KEPT_SHARE = 0.5

/**
 * Cuts an answer to its schema's upper bounds: keeps the first entries of a list and the beginning of a text, and clips
 * a figure slightly outside its scale. Any other fault of the answer stays.
 */
export function withoutSurplus(answer: z.ZodType, value: unknown): { value: unknown; surplus: Surplus } {
  const surplus = { cut: 0, clipped: 0 }
  return { value: cutToSize(schemaOf(answer), value, surplus), surplus }
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

function schemaOf(answer: z.ZodType): JsonSchema {
  const known = schemas.get(answer)
  if (known) return known
  const schema = z.toJSONSchema(answer, { io: 'input' }) as JsonSchema
  schemas.set(answer, schema)
  return schema
}

function cutToSize(schema: JsonSchema, value: unknown, surplus: Surplus): unknown {
  if (schema.anyOf) return cutVariant(schema.anyOf as JsonSchema[], value, surplus)
  if (schema.type === 'array' && Array.isArray(value)) return cutList(schema, value, surplus)
  if (schema.type === 'string' && typeof value === 'string') return cutText(schema, value, surplus)
  if ((schema.type === 'number' || schema.type === 'integer') && typeof value === 'number')
    return clipNumber(schema, value, surplus)
  if (schema.type !== 'object' || !isObject(value)) return value
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, known ? cutToSize(known, part, surplus) : part]
    }),
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cuts only where there is one variant besides `null`: of several, the intended one is unknown. */
function cutVariant(variants: JsonSchema[], value: unknown, surplus: Surplus): unknown {
  const [variant, ...others] = variants.filter(({ type }) => type !== 'null')
  return variant && others.length === 0 ? cutToSize(variant, value, surplus) : value
}

function cutList({ minItems, maxItems, items }: JsonSchema, list: unknown[], surplus: Surplus): unknown[] {
  // In a list of fixed length each position has a meaning: an extra entry is an error, not surplus.
  const tooLong = typeof maxItems === 'number' && minItems !== maxItems && list.length > maxItems
  if (tooLong) surplus.cut += 1
  const kept = tooLong ? list.slice(0, maxItems) : list
  return items ? kept.map((item) => cutToSize(items as JsonSchema, item, surplus)) : kept
}

function cutText({ maxLength: max }: JsonSchema, text: string, surplus: Surplus): string {
  if (typeof max !== 'number' || text.length <= max) return text
  surplus.cut += 1
  const room = text.slice(0, max + 1)
  const sentence = /^[\s\S]*[.!?…]["'”’)]?(?=\s)/.exec(room)?.[0] ?? ''
  if (sentence.length >= max * MIN_KEPT_SHARE) return sentence
  const words = room.slice(0, Math.max(0, room.search(/\s\S*$/))).trimEnd()
  if (words !== '') return words
  return room.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}

function clipNumber(schema: JsonSchema, number: number, surplus: Surplus): number {
  const whole = schema.type === 'integer'
  if (whole && !Number.isInteger(number)) return number
  const [low, high] = [unlessSafeInteger(schema.minimum), unlessSafeInteger(schema.maximum)]
  const scale = typeof low === 'number' && typeof high === 'number' ? high - low : 0
  const slack = Math.max(whole ? 1 : 0, scale * MAX_OVERSHOOT_SHARE) + ROUNDING
  const end = clampToBounds(number, low, high)
  if (slack === ROUNDING || end === number || Math.abs(number - end) > slack) return number
  surplus.clipped += 1
  return end
}

function clampToBounds(number: number, low: unknown, high: unknown): number {
  if (typeof low === 'number' && number < low) return low
  if (typeof high === 'number' && number > high) return high
  return number
}
