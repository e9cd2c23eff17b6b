import { Product } from '../../domain/simulation/product.js'
import type { FunnelTarget } from '../../domain/simulation/product-draft.js'
import { type Draft, type DraftScreen, type Place, slug } from './draft-product.js'

/** A step of a funnel, with the number of users who reached it. */
export type FunnelStep = { readonly step: string; readonly users: number }
export type FunnelDraft = Draft & {
  /** For each step its screen, and the share of all users who reached it. */
  readonly steps: readonly FunnelTarget[]
}

/** What people come back for, as nothing in a funnel tells it. */
const EVERYDAY = { value: 0.5, period_days: 1 }
/** Last steps that nobody takes every day. */
const ONCE =
  /\b(?:upgraded?|pa(?:y|ys|id|yment)|purchased?|bought|buys?|subscribed?|subscription|check(?:ed)? ?out|sign(?:ed|s)? ?up|registered|register|activated?|converted|conversion|install(?:ed)?|trial|account|onboarded|gekauft|kauf|bezahlt|abonniert|abo|abgeschlossen|angemeldet|registriert|installiert|freigeschaltet)\b/i

/**
 * Drafts screens in the order of a funnel. Each has a defect that stands for all reasons to stop there; its chance is
 * fitted later.
 */
export function draftFromFunnel(steps: readonly FunnelStep[], name: string): FunnelDraft {
  const found = new Map<Place, string>()
  const taken = new Set<string>()
  const ids = steps.map(({ step }, at) => {
    const id = slug(step, taken) ?? `step_${at + 1}`
    taken.add(id)
    return id
  })
  const all = steps[0]?.users ?? 1
  const last = ids.length - 1
  const isOnce = ONCE.test(steps[last]?.step ?? '')
  const screens: Record<string, DraftScreen> = Object.fromEntries(
    ids.map((id, at) => {
      found.set(`screens.${id}`, `${steps[at]?.step}, ${steps[at]?.users} users`)
      const screen: DraftScreen = {
        ...{ action: 'install', effort: 0.2, clarity: 0.85, value: 0.1, minutes: 2 },
        once: isOnce || at < last,
        next: ids.slice(at + 1, at + 2),
      }
      if (at > 0) {
        screen.action = 'use_feature'
        screen.needs = ids.slice(at - 1, at)
        const stop = `stopped_at_${id}`.slice(0, 60)
        screen.defects = [{ id: stop, p: 0, severity: 0.4, effect: 'block', message: '' }]
      }
      if (at === last && !isOnce) Object.assign(screen, EVERYDAY)
      return [id, screen]
    }),
  )
  if (isOnce)
    screens['main_use'] = {
      action: 'use_feature',
      effort: 0.3,
      clarity: 0.7,
      minutes: 4,
      needs: ids.slice(last),
      ...EVERYDAY,
    }
  const product = {
    schema: 1,
    id: slug(name, new Set()) ?? 'funnel',
    name,
    summary: `A funnel of ${steps.length} steps.`,
    need: { weekdays: [1, 2, 3, 4, 5, 6, 7], period_days: 1 },
    states: { A: { version: '1', flags: {} } },
    entry: ids[0],
    screens,
    onboarding: { steps: ids, activated: ids[last], skippable: false, guidance: 0.8 },
    price: { trial: null, plans: [], free: { limits: {} } },
    docs: { coverage: 0.5, effort: 0.3, helps: 0.3, video: false },
    support: { channel: 'mail', wait_hours: 24, solves: 0.5, effort: 0.25 },
    sharing: { from: [], incentive: 0, landing_effort: 0.3, accept_base: 0.1 },
  }
  return {
    product: Product.parse(product),
    found,
    assumptions: [
      'A funnel tells how many came, not why the others did not: a defect "stopped_at_…" stands for every reason.',
      'Its counts have no time: they are taken to be those of the first 14 days.',
      ...(isOnce
        ? [`“${steps[last]?.step}” is done once: a screen "main_use" stands for all that people do after it.`]
        : []),
    ],
    steps: ids.map((screen, at) => ({ screen, share: (steps[at]?.users ?? 0) / all })),
  }
}
