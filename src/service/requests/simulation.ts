import { ARCHETYPE_IDS } from '../../domain/personas/archetype-ids.js'
import type { Product } from '../../domain/simulation/product.js'
import { DEFAULT_PEOPLE, type SimulationInput } from '../../domain/simulation/simulation.js'
import type { SimulationConfiguration, WrittenPlaces } from '../../domain/simulation/simulation-configuration.js'
import { suggestInstead } from '../../domain/text/nearest.js'
import { refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { lookUpSet, noSuchSet } from '../personas/persona-sets.js'
import { lookUpProduct } from '../simulation/products.js'
import { withPanelPeople } from './panel-people.js'

/** A product with its content, or the id of a stored one: `slotwise`, or `slotwise@2`. */
type ProductRequest = Partial<Omit<SimulationInput, 'product' | 'product_version' | 'people' | 'arithmetic'>> & {
  readonly product: Product | string
}
type Configuration = Omit<SimulationConfiguration, 'product'> & Pick<ProductRequest, 'product'>
/**
 * A product, or a configuration that names product and people; settings given beside a configuration take precedence.
 */
export type SimulationRequest =
  | ProductRequest
  | (Partial<Omit<ProductRequest, 'product'>> & {
      readonly configuration: Configuration
      /** Absent where no file was read. */
      readonly written?: WrittenPlaces
    })

/** Builds the input of a simulation. Errors: `not_found` (a product), `invalid_input`. */
export async function resolveSimulation(ctx: Context, request: SimulationRequest): Promise<unknown> {
  if ('configuration' in request) return fromConfiguration(ctx, request)
  const named = await productOf(ctx, request.product)
  return withPanelPeople(ctx, {
    ...request,
    personas: request.personas ?? DEFAULT_PEOPLE,
    features: switchesOf(named.product, request.features ?? {}, 'features', refuseIn(undefined)),
    ...named,
  })
}

async function fromConfiguration(
  ctx: Context,
  { configuration, written, ...asked }: Extract<SimulationRequest, { configuration: unknown }>,
): Promise<unknown> {
  const { persona_ids, features_enabled: features, num_personas, product_version } = configuration
  const refuseAt = refuseIn(written)
  const named = await productOf(ctx, configuration.product, refuseAt)
  const { product } = named
  const switches = switchesOf(product, features, 'features_enabled', refuseAt)
  const panel = asked.panel ?? (await panelNamed(ctx, persona_ids))
  const people = panel === null ? await peopleNamed(ctx, persona_ids, refuseAt) : null
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  return withPanelPeople(ctx, {
    ...named,
    features: switches,
    people,
    state: stateWith(product, product_version, refuseAt),
    days: configuration.num_sessions,
    seed: configuration.seed,
    max_parallel: configuration.max_parallel,
    panel: panel ?? people?.sets.map(({ name }) => name),
    personas: num_personas ?? (panel === null ? persona_ids.length : DEFAULT_PEOPLE),
    ...given,
  })
}

type RefuseAt = (path: string, sentence: string) => never

/** Refuses a field by the file, line and name with which it was written; without a file by its path. */
const refuseIn =
  (written: WrittenPlaces | undefined): RefuseAt =>
  (path, sentence) => {
    const place = written?.places[path]
    return refuse(`${place === undefined ? path : `${written?.file} ${place}`}: ${sentence}`)
  }

/**
 * The features as flags of the product: a screen's name stands for the flag that makes it available. One that no flag takes
 * away can only be on. Errors: `invalid_input`.
 */
function switchesOf(
  { id, flags, screens }: Product,
  features: SimulationInput['features'],
  where: string,
  refuseAt: RefuseAt,
): SimulationInput['features'] {
  const switches = Object.keys(flags)
  const decided: Record<string, boolean> = {}
  for (const [feature, isOn] of Object.entries(features)) {
    if (switches.includes(feature)) {
      decided[feature] = isOn
      continue
    }
    const isScreen = Object.hasOwn(screens, feature)
    const { flag, available } = screens[feature]?.when ?? {}
    if (flag !== undefined && available !== undefined) {
      decided[flag] = isOn === available
      continue
    }
    if (isScreen && isOn) continue
    const field = `${where}.${feature}`
    if (isScreen)
      refuseAt(
        field,
        `"${feature}" is a screen of ${id} and no switch; give it \`when: { flag: …, available: true }\` in the product file.`,
      )
    const others = switches.length === 0 ? 'it has none.' : suggestInstead(feature, switches)
    refuseAt(field, `${id} has no switch "${feature}"; ${others}`)
  }
  return decided
}

function stateWith({ id, states }: Product, version: string | undefined, refuseAt: RefuseAt): string | null {
  if (version === undefined) return null
  const state = Object.entries(states).find(([name, flags]) => flags.version === version || name === version)?.[0]
  const known = [...new Set(Object.values(states).map((flags) => flags.version))].join(', ')
  return state ?? refuseAt('product_version', `${id} has no version ${version}; there are ${known}.`)
}

/** The names, where each is a whole set or an archetype; `null` where one is neither and must be a person's id. */
async function panelNamed(ctx: Context, names: readonly string[]): Promise<string[] | null> {
  for (const name of names) if (!ARCHETYPE_IDS.includes(name) && (await lookUpSet(ctx, name)) === null) return null
  return [...names]
}

/** A person by id, or by the id that results print: `<set>/<id>`, and a number behind it for a copy. */
const PERSON = /^(?:([a-z][a-z0-9-]{1,39})\/)?([a-z0-9][a-z0-9-]*)(?:\/\d+)?$/

/** The people with these ids, who must be of one saved set. Errors: `invalid_input`, `not_found`. */
async function peopleNamed(
  ctx: Context,
  written: readonly string[],
  refuseAt: RefuseAt,
): Promise<SimulationInput['people']> {
  const people = written.map((text) => {
    const [, of = null, id = text] = PERSON.exec(text) ?? []
    return { text, of, id }
  })
  const all = await ctx.store.personaSets.find(ctx.actor, [...new Set(people.map(({ id }) => id))])
  const found = all.filter(({ set, profile }) =>
    people.some(({ of, id }) => id === profile.id && (of === null || of === set)),
  )
  const missing = people.filter(
    ({ of, id }) => !found.some(({ set, profile }) => profile.id === id && (of === null || of === set)),
  )
  if (missing.length > 0) {
    const ids = missing.slice(0, 5).map(({ text }) => text)
    refuseAt(
      'persona_ids',
      `Nobody in a saved persona set has the id ${ids.join(', ')}; list people with \`personas show\`.`,
    )
  }
  const names = [...new Set(found.map(({ set }) => set))]
  const [name = ''] = names
  if (names.length > 1) {
    const example = `${name}/${found[0]?.profile.id}`
    refuseAt(
      'persona_ids',
      `The persona ids are of several sets (${names.join(', ')}); write each as <set>/<id>, such as ${example}, all of one set.`,
    )
  }
  const set = await lookUpSet(ctx, name)
  if (set === null) throw await noSuchSet(ctx, name)
  const members = found.map(({ profile }) => profile)
  const passages = set.passages.map((passage) => ({ ...passage, passage_id: `${name}/${passage.passage_id}` }))
  return { sets: [{ name, version: set.version, size: set.size, members }], passages }
}

async function productOf(
  ctx: Context,
  named: Product | string,
  refuseAt = refuseIn(undefined),
): Promise<Pick<SimulationInput, 'product' | 'product_version'>> {
  if (typeof named !== 'string') return { product: named, product_version: null }
  const found = await lookUpProduct(ctx, named)
  if (found) return { product: found.product, product_version: found.version }
  const known = (await ctx.store.products.list(ctx.actor)).map(({ product_id }) => product_id)
  const names = known.length === 0 ? 'there is none yet' : `there are ${known.join(', ')}`
  return refuseAt('product', `There is no product "${named}" here; ${names}. Give a product file once.`)
}

/**
 * Stores a product that was given with its content, so that later runs can refer to it by id. Returns the input with
 * the version.
 */
export async function registerProduct(ctx: Context, input: SimulationInput): Promise<SimulationInput> {
  if (input.product_version !== null) return input
  return { ...input, product_version: await ctx.store.products.register(ctx.actor, input.product) }
}
