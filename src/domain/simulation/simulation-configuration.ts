import { z } from 'zod'
import { seedUpTo } from '../run/seed.js'
import { MAX_DAYS, MAX_PEOPLE, MAX_SEED } from './simulation.js'

/** The specification's own form of a product's state. */
const STATE = 'product_state'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts the shorter field names of a product's state, also inside `product_state`. */
export function withAliases(value: unknown): unknown {
  if (!isObject(value)) return value
  const { features, version, [STATE]: state, ...rest } = value
  if (!isObject(state))
    return { features_enabled: features, product_version: version, ...(STATE in value && { [STATE]: state }), ...rest }
  const { features: own, version: of_state, ...others } = state
  return {
    ...{ features_enabled: features ?? own, product_version: version ?? of_state, ...rest },
    [STATE]: {
      ...others,
      // What is said twice would be dropped without a word.
      ...(features !== undefined && own !== undefined && { features: own }),
      ...(version !== undefined && of_state !== undefined && { version: of_state }),
    },
  }
}

const SHORT_NAMES: Readonly<Record<string, string>> = { features_enabled: 'features', product_version: 'version' }

/** A path in a configuration with the field names its file uses. */
export function asWritten(value: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  const [field = '', ...rest] = path
  const short = SHORT_NAMES[String(field)]
  if (short === undefined || !isObject(value)) return [field, ...rest]
  if (short in value) return [short, ...rest]
  const state = value[STATE]
  return isObject(state) && short in state ? [STATE, short, ...rest] : [field, ...rest]
}

const ofProductFile = (what: string) =>
  z
    .record(z.string(), z.unknown())
    .refine((own) => Object.keys(own).length === 0, `${what} of the product file; leave it out here.`)
const statedTwice = z.never({ error: 'This is said twice: inside and outside of `product_state`.' }).optional()

/** The fields of a configuration. */
export const ConfigurationFields = z.object({
  product: z.string({
    error: 'A configuration names its product: `product: slotwise`, the id of one that was simulated before.',
  }),
  /** Ids of people of saved sets, or names of whole sets and archetypes. */
  persona_ids: z.array(z.string().trim().min(1)).max(MAX_PEOPLE).default([]),
  num_personas: z.int().min(1).max(MAX_PEOPLE).optional(),
  /** Version or name of a state of the product; absent for its first state. */
  product_version: z.string().optional(),
  /** Flags of the product, or screens that are there anyway. */
  features_enabled: z
    .record(
      z.string(),
      z.boolean({ error: 'A flag is true or false.' }),
      'Name each flag with true or false: `{ reminders: true }`.',
    )
    .default({}),
  num_sessions: z.int().min(1).max(MAX_DAYS).optional(),
  seed: seedUpTo(MAX_SEED).optional(),
  /** Without effect: nothing waits for virtual time (docs/decisions/virtual-time.md). */
  time_compression: z.number().positive().optional(),
  /** Maximum number of model calls in flight; without effect where arithmetic plans all sessions. */
  max_parallel: z.int().min(1).max(1_000).optional(),
  /** The specification's form: its features and version are read as the fields above. */
  product_state: z
    .object(
      {
        ui_elements: ofProductFile('Screens are a part').optional(),
        data: ofProductFile('Variables are a part').optional(),
        features: statedTwice,
        version: statedTwice,
      },
      'Write `product_state: { features: { reminders: true }, version: "1.0" }`, or both without it.',
    )
    .optional(),
  calibration_data: z
    .null({ error: 'Calibration on data of real users is not possible yet; take `calibration_data` out.' })
    .optional(),
})

export type SimulationConfiguration = z.infer<typeof ConfigurationFields>

const note = z.unknown().optional()
/** A file in the specification's own form. The fields on its author and time have no effect. */
export const ConfigurationFile = ConfigurationFields.extend({
  id: note,
  name: note,
  description: note,
  created_at: note,
  created_by: note,
  // Read under their full names; here so that a mistyped key is told both forms.
  features: z.never().optional(),
  version: z.never().optional(),
})

/** Where fields of a configuration stand in its file: `line 4: features.guided`, by their path with full field names. */
export type WrittenPlaces = { readonly file: string; readonly places: Readonly<Record<string, string>> }

/** Whether a file is a configuration and no product: a product has screens and names no product. */
export const isConfiguration = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !('screens' in value) &&
  [
    'product',
    'persona_ids',
    'features',
    'features_enabled',
    'num_sessions',
    'product_version',
    'product_state',
    'num_personas',
  ].some((key) => key in value)
