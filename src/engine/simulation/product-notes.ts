import type { Product } from '../../domain/simulation/product.js'
import { closedScreens, reachableScreens } from '../../domain/simulation/product-reach.js'
import type { SimulationInput } from '../../domain/simulation/simulation.js'
import { counted } from '../../domain/text/words.js'
import { MIN_SEVERITY } from './person/feelings.js'

/** A note for a product without value to anybody: a run would only show how quickly people leave it. */
export function worthlessNote(product: Product): string[] {
  const reached = [...reachableScreens(product)].map((id) => product.screens[id]?.value ?? 0)
  if (reached.some((value) => value > 0)) return []
  return [
    `No screen of ${product.name} that people can open has a value above 0, so nobody can ever be glad of it; give one a value, or look at what the others need.`,
  ]
}

/** A note for a pilot that is no smaller than the run it should try out. */
export const wholePilotNote = ({ pilot, personas }: Pick<SimulationInput, 'pilot' | 'personas'>): string[] =>
  pilot === null || pilot < personas
    ? []
    : [
        `A pilot of ${counted(pilot, 'person', 'people')} is the whole run here, which has ${personas.toLocaleString('en')}; give it fewer.`,
      ]

/**
 * Notes on parts of a product that are not what they seem: screens that never open, limits of the free plan that stop
 * nobody, light defects, stops of a funnel that are no trouble of their own.
 */
export const notesOnProduct = (product: Product): string[] => [
  ...closedNote(product),
  ...limitNote(product),
  ...failedTriesNote(product),
  ...funnelNote(product),
]

/** A funnel's draft has one defect a screen, `stopped_at_<screen>`, with an assumed severity. */
function funnelNote({ screens }: Product): string[] {
  const stops = Object.values(screens).flatMap(({ defects }) =>
    defects.filter(({ id }) => id.startsWith('stopped_at_')),
  )
  if (stops.length === 0) return []
  return [
    `The defects "stopped_at_…" come from the counts of a funnel: each stands for every reason to stop there, and its severity is assumed. Frustration and priority at these places tell how many stopped, not that something there went wrong.`,
  ]
}

function closedNote(product: Product): string[] {
  const closed = closedScreens(product).map(({ id }) => id)
  if (closed.length === 0) return []
  return [
    `Look at what these screens need: nobody can ever open ${closed.join(', ')}, so part of ${product.name} cannot be used.`,
  ]
}

function limitNote({ price, screens }: Product): string[] {
  const limited = Object.entries(screens).filter(([, { limit }]) => limit?.plan === 'free')
  const idle = Object.entries(price.free?.limits ?? {}).filter(([named]) => {
    const isOf = ([id, { adds }]: (typeof limited)[number]): boolean =>
      [id, ...Object.keys(adds)].some((name) => areOfOneThing(name, named))
    // A limit that no screen's name tells of is taken for that of any screen with one.
    return !limited.some(isOf) && (limited.length === 0 || Object.entries(screens).some(isOf))
  })
  if (idle.length === 0) return []
  const stated = idle.map(([named, count]) => `${named} (${count})`).join(', ')
  return [
    `price.free.limits says ${stated} of the free plan, and no screen has that limit, so it stops nobody; give the screen \`limit: { plan: free, per_week: … }\`, or take it out.`,
  ]
}

/** A note on defects that may be meant as mere waiting or a trifle: they make a try fail as others do. */
function failedTriesNote({ screens }: Product): string[] {
  const light = Object.entries(screens).flatMap(([screen, { defects }]) =>
    defects
      .filter(({ effect, severity, p }) => p > 0 && (effect === 'slow' || severity < MIN_SEVERITY))
      .map(({ id, effect, severity }) => `${id} of ${screen} (${effect}, severity ${severity})`),
  )
  if (light.length === 0) return []
  return [
    `A defect makes the try fail, whatever its effect: who meets ${light.join(', ')} has not got it done then, and a severity below ${MIN_SEVERITY} is felt as ${MIN_SEVERITY}. Where people would only wait a little, give the screen more effort instead.`,
  ]
}

const areOfOneThing = (a: string, b: string): boolean => {
  const others = stemsIn(b)
  return stemsIn(a).some((stem) => others.includes(stem))
}
const stemsIn = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[_-]/)
    .filter((part) => part.length >= 3 && !/^(?:per|day|week|month|year|free)$/.test(part))
    .map((part) => part.replace(/(?:ings?|ies|es|s|y|e)$/, ''))
