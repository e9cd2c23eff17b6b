import fc from 'fast-check'

type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

/** Longer than these nothing is made: what is said with more is said with fewer. */
const MAX_ITEMS = 3
const MAX_LENGTH = 60
/** Deeper than this only what must be there is made. */
const MAX_DEPTH = 6

/** Values that a JSON schema of the OpenAPI document allows; `components` are the schemas that it names. */
export function valuesOf(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valuesOf(inner, components, depth + 1)
  const { $ref } = schema
  // Looked up where it is chosen: schemas may hold themselves.
  if ($ref) return fc.constant(null).chain(() => of(components[$ref.replace('#/components/schemas/', '')] ?? {}))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return depth > MAX_DEPTH ? of(forms[0] ?? {}) : fc.oneof(...forms.map(of))
  if (schema.type === 'object') return objects(schema, of, depth)
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = MAX_ITEMS } = schema
    const most = depth > MAX_DEPTH ? minItems : Math.max(minItems, Math.min(maxItems, MAX_ITEMS))
    return fc.array(of(schema.items ?? {}), { minLength: minItems, maxLength: most })
  }
  return (SCALARS[schema.type ?? ''] ?? (() => fc.jsonValue({ maxDepth: 2 })))(schema)
}

function objects(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  if (typeof additionalProperties === 'object')
    return fc.dictionary(strings(schema.propertyNames ?? {}), of(additionalProperties), { maxKeys: 2 })
  const wanted = Object.entries(properties).filter(([name]) => depth <= MAX_DEPTH || required.includes(name))
  const shape = Object.fromEntries(wanted.map(([name, inner]) => [name, of(inner)]))
  return fc.record(shape, { requiredKeys: [...required] })
}

const strings = ({ pattern, format, minLength = 0, maxLength = MAX_LENGTH }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_LENGTH)) })
}

const SCALARS: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  string: strings,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: ({ minimum = -1_000, maximum = 1_000 }) =>
    fc.integer({ min: Math.max(minimum, -(2 ** 53)), max: Math.min(maximum, 2 ** 53) }),
  number: ({ minimum, maximum = 1_000, exclusiveMinimum }) =>
    fc.double({
      min: minimum ?? exclusiveMinimum ?? -1_000,
      max: maximum,
      minExcluded: exclusiveMinimum !== undefined,
      noNaN: true,
    }),
}

/** A value that is nearly as it should be: a field too many, one of another type, or one that is missing. */
export const spoilt = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.nat(), fc.constantFrom('add', 'change', 'remove', 'replace'), fc.jsonValue({ maxDepth: 3 }))
    .map(([value, at, how, other]) => {
      if (how === 'replace' || typeof value !== 'object' || value === null) return other
      const entries = Object.entries(value)
      const field = at % Math.max(1, entries.length)
      if (how === 'add') return Object.fromEntries([...entries, ['not_a_field', other]])
      if (how === 'remove') return Object.fromEntries(entries.filter((_, index) => index !== field))
      return Object.fromEntries(entries.map(([name, inner], index) => [name, index === field ? other : inner]))
    })
