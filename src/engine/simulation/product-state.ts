import type { Concern } from '../../domain/simulation/concern.js'
import type { Product } from '../../domain/simulation/product.js'
import { parseCondition } from '../../domain/simulation/product-condition.js'
import { IDLE_DAYS } from '../../domain/simulation/product-names.js'
import type { Action, Defect, Screen } from '../../domain/simulation/product-screen.js'
import { ARITHMETIC } from '../../domain/simulation/simulation.js'
import { AppError } from '../../errors.js'
import { concernsIn } from './person/concerns.js'
import { hashText } from './random.js'

/** A test of a condition with its name resolved to an index among the variables or screens. */
type Test = { readonly of: 'variable' | 'screen' | 'idle_days'; readonly index: number; readonly at_least: number }
export type Tests = readonly Test[]

export type ResolvedDefect = Defect & {
  /** Key of its draws. */
  readonly slot: number
  /** The concerns it touches. */
  readonly concerns: readonly Concern[]
}

export type ResolvedScreen = Pick<Screen, 'effort' | 'clarity' | 'value' | 'minutes' | 'once'> & {
  readonly words: NonNullable<Screen['words']>
  readonly id: string
  readonly action: Action
  /** Whether it is there; a flag can take it away. */
  readonly available: boolean
  readonly slot: number
  /** `null` where the need for it does not return. */
  readonly period_days: number | null
  readonly needs: readonly Tests[]
  readonly sets: readonly number[]
  readonly adds: readonly { readonly variable: number; readonly by: number }[]
  readonly next: readonly number[]
  readonly limit: { readonly plan: string; readonly per_week: number } | null
  readonly defects: readonly ResolvedDefect[]
  readonly concerns: readonly Concern[]
}

export type ResolvedNotification = Product['notifications'][number] & {
  /** Key of its draws: its place in the file, so that a notification switched off does not shift the others. */
  readonly slot: number
  /** Index of the screen after whose success it is sent; -1 for none. */
  readonly after: number
}

/** A product with its flags decided and its names resolved, ready for simulation. */
export type ProductState = Pick<Product, 'docs' | 'support' | 'sharing' | 'need' | 'price'> & {
  readonly id: string
  readonly name: string
  /** The `ARITHMETIC` of the run. */
  readonly arithmetic: number
  /** Whether there is documentation, and anybody to ask: what is not there is not looked for. */
  readonly has_docs: boolean
  readonly has_support: boolean
  readonly state: string
  readonly version: string
  readonly flags: Readonly<Record<string, boolean>>
  /** Index of the screen with which people begin where there are no onboarding steps. */
  readonly entry: number
  readonly screens: readonly ResolvedScreen[]
  readonly variables: readonly { readonly name: string; readonly start: number }[]
  readonly onboarding: {
    readonly steps: readonly number[]
    readonly activated: Tests
    readonly skippable: boolean
    readonly guidance: number
  }
  readonly resets: readonly {
    readonly variable: number
    readonly when: Tests
    readonly emotion: Product['resets'][number]['emotion']
  }[]
  readonly notifications: readonly ResolvedNotification[]
  readonly slots: {
    readonly read_docs: number
    readonly seek_help: number
    readonly uninstall: number
    readonly leave: number
  }
}

/** The channel of a product without support. */
const NO_SUPPORT = 'none'

/** Changes an experiment makes to the state: flags, and removed defects. */
export type StateChanges = {
  readonly flags?: Readonly<Record<string, boolean>> | undefined
  readonly without_defects?: readonly string[] | undefined
}

/** The product in one of its states. Errors: `invalid_input` for an unknown state. */
export function productState(product: Product, state: string, changes: StateChanges = {}): ProductState {
  const chosen = product.states[state]
  if (chosen === undefined)
    throw new AppError('invalid_input', {
      problem: `${product.id} has no state "${state}"; there are ${Object.keys(product.states).join(', ')}.`,
    })
  const defaults = Object.fromEntries(Object.entries(product.flags).map(([flag, value]) => [flag, value.default]))
  const flags: Record<string, boolean> = { ...defaults, ...chosen.flags, ...changes.flags }
  const isOn = (when: { flag: string } | undefined): boolean => when === undefined || flags[when.flag] === true

  const isThere = ({ when }: Screen): boolean => when?.available === undefined || when.available === isOn(when)

  const screenIds = Object.keys(product.screens)
  const screenAt = new Map(screenIds.map((id, index) => [id, index]))
  const names = new Set([...Object.keys(product.data), ...Object.values(product.screens).flatMap(({ sets }) => sets)])
  const variables = [...names].map((name) => ({ name, start: product.data[name] ?? 0 }))
  const variableAt = new Map(variables.map(({ name }, index) => [name, index]))
  const resolveCondition = (condition: string): Test[] =>
    (parseCondition(condition) ?? []).map(({ name, at_least }) => {
      if (name === IDLE_DAYS) return { of: 'idle_days', index: 0, at_least }
      const variable = variableAt.get(name)
      if (variable !== undefined) return { of: 'variable', index: variable, at_least }
      return { of: 'screen', index: screenAt.get(name) ?? 0, at_least }
    })
  const slotOf = assignSlots()
  const slots = {
    read_docs: slotOf('read_docs'),
    seek_help: slotOf('seek_help'),
    uninstall: slotOf('uninstall'),
    leave: slotOf('leave'),
  }
  // By name, so that an added screen does not shift the draws of the others.
  const screenSlots = new Map(screenIds.toSorted().map((id) => [id, slotOf(`screen ${id}`)]))
  const defectSlot = assignSlots()

  return {
    ...product,
    arithmetic: ARITHMETIC,
    has_docs: product.docs.coverage > 0,
    has_support: product.support.channel !== NO_SUPPORT,
    state,
    version: chosen.version,
    flags,
    entry: screenAt.get(product.entry) ?? 0,
    variables,
    slots,
    screens: Object.entries(product.screens).map(([id, screen]) => {
      const words = screen.words ?? stepWords(id)
      const { flag, ...overrides } = isOn(screen.when) ? { flag: '', ...screen.when } : { flag: '' }
      return {
        effort: overrides.effort ?? screen.effort,
        clarity: overrides.clarity ?? screen.clarity,
        value: overrides.value ?? screen.value,
        minutes: overrides.minutes ?? screen.minutes,
        once: screen.once,
        words,
        id,
        action: screen.action,
        available: isThere(screen),
        slot: screenSlots.get(id) ?? 0,
        period_days: screen.period_days ?? null,
        needs: screen.needs.map(resolveCondition),
        sets: screen.sets.map((name) => variableAt.get(name) ?? 0),
        adds: Object.entries(screen.adds).map(([name, by]) => ({ variable: variableAt.get(name) ?? 0, by })),
        next: screen.next.map((next) => screenAt.get(next) ?? 0),
        limit: screen.limit !== undefined && isOn(screen.limit.when) ? screen.limit : null,
        defects: screen.defects
          .filter(({ id, when }) => isOn(when) && !changes.without_defects?.includes(id))
          .map((defect) => ({ ...defect, slot: defectSlot(defect.id), concerns: concernsAtDefect(defect) })),
        concerns: concernsAtScreen(`${id.replaceAll('_', ' ')} ${screen.words?.to ?? ''}`, screen.action),
      }
    }),
    onboarding: {
      ...product.onboarding,
      steps: product.onboarding.steps
        .filter((step) => isThere(product.screens[step] as Screen))
        .map((step) => screenAt.get(step) ?? 0),
      activated: resolveCondition(product.onboarding.activated),
    },
    resets: product.resets.map((reset) => ({
      variable: variableAt.get(reset.var) ?? 0,
      when: resolveCondition(reset.when),
      emotion: reset.emotion,
    })),
    notifications: product.notifications
      .map((message, slot) => ({ ...message, slot, after: screenAt.get(message.trigger.after ?? '') ?? -1 }))
      .filter(({ when_not }) => when_not === undefined || !isOn(when_not)),
  }
}

/** The concerns in the defect's message; without any, a defect is one of reliability. */
function concernsAtDefect({ effect, message }: Defect): Concern[] {
  const concerns = new Set(concernsIn(message))
  if (effect === 'slow') concerns.add('waiting')
  if (effect === 'loss' || concerns.size === 0) concerns.add('loss')
  return [...concerns]
}

function concernsAtScreen(label: string, action: Action): Concern[] {
  const concerns = new Set(concernsIn(label))
  if (action === 'install' || action === 'configure') concerns.add('setup')
  if (action === 'share') concerns.add('privacy')
  return [...concerns]
}

/**
 * Words for a screen whose file gives none, or that is not in the file: its name as a step, as its name and action do
 * not say what is done there.
 */
export function stepWords(id: string): ResolvedScreen['words'] {
  const name = id
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  const step = /\bstep\b/i.test(name) ? name : `${name} step`
  return { to: `do the ${step}`, did: `did the ${step}` }
}

/** Slots per try; a session has at most 16 tries. */
export const SLOTS_PER_TRY = 4_096

/** Assigns each name a slot by its hash; on a collision the next free slot. */
function assignSlots(): (name: string) => number {
  const taken = new Set<number>()
  return (name) => {
    let slot = hashText(name) % SLOTS_PER_TRY
    while (taken.has(slot)) slot = (slot + 1) % SLOTS_PER_TRY
    taken.add(slot)
    return slot
  }
}
