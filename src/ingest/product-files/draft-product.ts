import { Product } from '../../domain/simulation/product.js'
import type { Action } from '../../domain/simulation/product-screen.js'
import { refuseFile } from '../evaluation-files/refuse.js'
import { messageNotes, otherNotes, priceNotes } from './draft-notes.js'
import type { Block } from './page-blocks.js'
import { type FoundScreen, type PageFacts, pageFacts, type Read } from './page-facts.js'
import type { Notice, Problem } from './stated-facts.js'

/** Path of a value in a product file: `screens.signup.effort`. */
export type Place = string

/** A product drafted from a source: values found in it, by path, and assumptions for everything else. */
export type Draft = {
  readonly product: Product
  /** The source's words for each value that was found. */
  readonly found: ReadonlyMap<Place, string>
  /** Assumptions other than single numbers, in sentences. */
  readonly assumptions: readonly string[]
}

/** Assumed figures of a screen, by its action. */
const TYPICAL: Readonly<Partial<Record<Action, { effort: number; clarity: number; value: number; minutes: number }>>> =
  {
    install: { effort: 0.25, clarity: 0.85, value: 0.05, minutes: 2 },
    configure: { effort: 0.45, clarity: 0.65, value: 0.1, minutes: 5 },
    use_feature: { effort: 0.3, clarity: 0.7, value: 0.5, minutes: 4 },
    customize: { effort: 0.25, clarity: 0.7, value: 0.2, minutes: 3 },
    share: { effort: 0.25, clarity: 0.8, value: 0.2, minutes: 2 },
  }
const CUSTOMIZE_PERIOD = 30
const SHARE_PERIOD = 14

/** Drafts a product from the blocks of a page. Errors: `invalid_input` where nothing in them names or tells of a product. */
export function draftFromBlocks(blocks: readonly Block[], name: string): Draft {
  const facts = pageFacts(blocks)
  if (facts.name === null) refuseFile(name, 'has no title, no heading and no first line that could name a product.')
  if (!tellsOfProduct(facts) && blocks.every(({ kind }) => kind !== 'item' && kind !== 'button'))
    refuseFile(
      name,
      'tells of no product: nothing that people do, no price, message, support or problem was found in it. List what people do, one thing a line (“- Scan a receipt”), or in user stories.',
    )
  return draftOf(facts, facts.name)
}

const tellsOfProduct = ({ has_action, plans, unread_prices, problems, ...facts }: PageFacts): boolean =>
  has_action ||
  [plans, unread_prices, problems, facts.other_times, facts.other_shares, facts.other_limits, facts.other_support].some(
    (told) => told.length > 0,
  ) ||
  [facts.is_free, facts.trial_days, facts.notice, facts.wait_hours, facts.channel].some((read) => read !== null)

function draftOf(facts: PageFacts, name: string): Draft {
  const found = new Map<Place, string>()
  const assumptions: string[] = []
  const id = slug(name, new Set()) ?? 'product'
  const take = <T>(place: Place, read: Read<T> | null, assumed: T): T => {
    if (read === null) return assumed
    found.set(place, read.words)
    return read.value
  }
  found.set('name', name)
  if (facts.summary !== null) found.set('summary', facts.summary.slice(0, 60))
  const screens = screensOf(facts, found, assumptions)
  const [first, ...uses] = namesOf(screens, ['install', 'use_feature'])
  const activates = uses[0] ?? first ?? ''
  const price = priceOf(facts, found, assumptions)
  assumptions.push(...messageNotes(facts), ...otherNotes(facts))
  if (facts.notice) {
    const [number = ''] = Object.keys(facts.notice.value.trigger)
    found.set(`notifications.0.${facts.notice.value.isStated ? `trigger.${number}` : 'id'}`, facts.notice.words)
  }
  const product = {
    schema: 1,
    id,
    name,
    summary: (facts.summary ?? name).slice(0, 400),
    need: { weekdays: [1, 2, 3, 4, 5, 6, 7], period_days: take('need.period_days', facts.period_days, 1) },
    states: { A: { version: '1', flags: {} } },
    entry: first ?? '',
    screens,
    onboarding: {
      steps: [...namesOf(screens, ['install', 'configure']), activates].filter(
        (step, at, all) => all.indexOf(step) === at,
      ),
      activated: activates,
      skippable: true,
      guidance: 0.4,
    },
    price,
    notifications: facts.notice ? [notificationOf(facts.notice.value)] : [],
    docs: { coverage: 0.5, effort: 0.3, helps: 0.3, video: take<boolean>('docs.video', facts.video, false) },
    support: {
      channel: take('support.channel', facts.channel, 'mail'),
      wait_hours: take('support.wait_hours', facts.wait_hours, 24),
      solves: 0.5,
      effort: 0.25,
    },
    sharing: { from: namesOf(screens, ['share']), incentive: 0, landing_effort: 0.3, accept_base: 0.1 },
  }
  return { product: Product.parse(product), found, assumptions }
}

const notificationOf = ({ trigger, max_per_week }: Notice) => ({
  ...{ id: 'reminder', trigger: { ...trigger, p: 1 }, pull: 0.2, annoyance: 0.05, max_per_week },
})

export type DraftScreen = {
  action: Action
  effort: number
  clarity: number
  value: number
  minutes: number
  needs?: string[]
  once?: boolean
  period_days?: number
  next?: string[]
  defects?: { id: string; p: number; severity: number; effect: string; message: string }[]
}

const namesOf = (screens: Record<string, DraftScreen>, actions: readonly Action[]): string[] =>
  Object.entries(screens).flatMap(([id, { action }]) => (actions.includes(action) ? [id] : []))

/** The screens of a draft: people sign up, complete the setup steps in order, and then everything else is open. */
function screensOf(
  { screens: read, left_out, period_days, problems, other_shares }: PageFacts,
  found: Map<Place, string>,
  assumptions: string[],
): Record<string, DraftScreen> {
  const taken = new Set<string>()
  const screens: Record<string, DraftScreen> = {}
  const add = (action: Action, words: string | null, fallback: string, more: Partial<DraftScreen>): string => {
    const id = (words === null ? null : slug(words, taken)) ?? slug(fallback, taken) ?? fallback
    taken.add(id)
    if (words !== null) found.set(`screens.${id}`, words)
    screens[id] = { action, ...(TYPICAL[action] ?? { effort: 0.3, clarity: 0.7, value: 0.3, minutes: 3 }), ...more }
    return id
  }
  const of = (action: Action): FoundScreen[] => read.filter((screen) => screen.action === action)
  const [install] = of('install')
  if (install === undefined) assumptions.push('No way in is named: a screen "signup" stands in for it.')
  const entry = add('install', install?.words ?? null, 'signup', { once: true })
  let open = entry
  const setup = of('configure')
  for (const { words } of setup) open = add('configure', words, 'setup', { needs: [open], once: true })
  if (setup.length > 0)
    assumptions.push(
      `Taken for steps of setting up, done once and before everything else: ${setup.map(({ words }) => `“${words.slice(0, 60)}”`).join(', ')}. Take \`once\` out of those that people do again, and the step out of \`needs\` of what is open without it.`,
    )
  const uses = of('use_feature')
  if (uses.length === 0) {
    assumptions.push('Nothing that people do in it was recognised: one screen "main_use" stands in for all of it.')
    add('use_feature', null, 'main_use', { needs: [open], period_days: period_days?.value ?? 1 })
  }
  for (const { words } of uses)
    add('use_feature', words, 'feature', { needs: [open], period_days: period_days?.value ?? 1 })
  for (const { words } of of('customize'))
    add('customize', words, 'theme', { needs: [open], period_days: CUSTOMIZE_PERIOD })
  for (const { words } of of('share')) add('share', words, 'invite', { needs: [open], period_days: SHARE_PERIOD })
  if (left_out.length > 0) {
    const more = left_out.length > NAMED_LEFT_OUT ? `, and ${left_out.length - NAMED_LEFT_OUT} more` : ''
    const quoted = left_out.slice(0, NAMED_LEFT_OUT).map((words) => `“${words.slice(0, 60)}”`)
    assumptions.push(`Read and made no screen: ${quoted.join(', ')}${more}. Add those that people do.`)
  }
  for (const problem of problems.filter((problem) => !takeDefect(problem, screens, found)).slice(0, NAMED_PROBLEMS))
    assumptions.push(
      `A problem is told and not taken over: “${problem.words.slice(0, 160)}”; if it is one of the product, write it as a defect of its screen.`,
    )
  if (problems.length + other_shares.length === 0)
    assumptions.push('These rules recognised no problem in it: no screen has a defect; add those you know.')
  return screens
}

/** Adds a problem with a stated share to the screen that its sentence names; whether there is one. */
function takeDefect(
  { words, p, isOwn, effect, message }: Problem,
  screens: Record<string, DraftScreen>,
  found: Map<Place, string>,
): boolean {
  const said = stemsIn(words)
  const isNamed = (stem: string): boolean => said.some((other) => areAlike(stem, other))
  const named = Object.entries(screens)
    .map(([id, screen]) => ({ id, screen, stems: stemsIn(id.replaceAll('_', ' ')) }))
    .map((own) => ({ ...own, count: own.stems.filter(isNamed).length }))
    // The first word of a screen is what is done there.
    .filter(({ stems: [action = ''], count }) => count > 0 && (isOwn || isNamed(action)))
    .sort((a, b) => b.count - a.count)
  const { id: place, screen } = named[0] ?? {}
  if (p === null || place === undefined || screen === undefined) return false
  const defects = screen.defects ?? []
  const at = `screens.${place}.defects.${defects.length}`
  const id = slug(`problem ${place}`, new Set(defects.map((defect) => defect.id))) ?? 'problem'
  screen.defects = [...defects, { id, p, severity: SEVERITY, effect, message }]
  found.set(`${at}.p`, words)
  if (message !== '') found.set(`${at}.message`, words)
  return true
}

/** Severity of a problem whose weight nobody states. */
const SEVERITY = 0.5
const stemsIn = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) =>
    word.replace(/(?:ing|es|ed|s|e)$/, '').replace(/([bdgmnprt])\1$/, '$1'),
  )
/** "photo" and "photograph" are of one thing; short words must be equal. */
const areAlike = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= 5 && (a.startsWith(b) || b.startsWith(a)))

const NAMED_PROBLEMS = 8
const NAMED_LEFT_OUT = 8

function priceOf(facts: PageFacts, found: Map<Place, string>, assumptions: string[]) {
  const taken = new Set(['free', 'trial'])
  const plans = facts.plans.map(({ value, words }, at) => {
    const id = slug(value.name, taken) ?? slug('plan', taken) ?? `plan_${at}`
    taken.add(id)
    found.set(`price.plans.${at}.per_month`, words)
    if (facts.currency !== null) found.set('price.currency', facts.plans[0]?.words ?? words)
    return { id, per_month: value.per_month }
  })
  const { trial_days, card_up_front, is_free } = facts
  assumptions.push(...priceNotes(facts))
  if (trial_days) found.set('price.trial.days', trial_days.words)
  if (trial_days && card_up_front) found.set('price.trial.card_up_front', card_up_front.words)
  const limit = facts.free_limit?.value
  const unit = limit && slug(limit.unit, new Set())
  const limits = limit && unit ? { [unit]: limit.count } : {}
  if (facts.free_limit && unit) {
    found.set(`price.free.limits.${unit}`, facts.free_limit.words)
    assumptions.push(
      `The limit “${facts.free_limit.words.slice(0, 160)}” is said of the plan and stops nobody until a screen has it: give the screen that it is about \`limit: { plan: free, per_week: … }\`.`,
    )
  }
  if (is_free) found.set('price.free', is_free.words)
  else if (facts.not_free !== null && plans.length > 0) found.set('price.free', facts.not_free)
  else if (plans.length === 0 && facts.unread_prices.length === 0)
    assumptions.push('No price was found: it is taken to cost nothing.')
  if (trial_days && plans.length === 0) assumptions.push('There is a trial and no price: nobody can pay after it.')
  return {
    trial: trial_days && { days: trial_days.value, card_up_front: card_up_front?.value ?? false },
    ...(facts.currency !== null && { currency: facts.currency }),
    plans,
    free: is_free || plans.length === 0 ? { limits } : null,
  }
}

const FILLER_WORDS =
  /^(?:a|an|the|your|my|our|and|or|to|of|for|with|in|on|it|now|today|free|all|any|this|that|from|by)$/
const RESERVED = ['docs', 'support', 'product']

/**
 * An id for a product file from words: "Connect your bank" becomes `connect_bank`. `null` where no Latin letter is
 * left.
 */
export function slug(words: string, taken: ReadonlySet<string>): string | null {
  const parts = words
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+|['’]/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
  const weighty = parts.filter((part) => !FILLER_WORDS.test(part))
  const base = (weighty.length > 0 ? weighty : parts)
    .slice(0, 4)
    .join('_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
  if (base === '') return null
  const isFree = (id: string): boolean => !taken.has(id) && !RESERVED.includes(id)
  if (isFree(base)) return base
  for (let n = 2; ; n++) if (isFree(`${base}_${n}`)) return `${base}_${n}`
}
