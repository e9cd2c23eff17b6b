import { listOf } from '../../../domain/text/words.js'
import { inThirdPerson } from '../diary/third-person.js'
import { type ProductState, stepWords } from '../product-state.js'
import type { FrictionPoint as Friction } from './friction.js'

type Place = Pick<Friction, 'target' | 'defect' | 'cause' | 'outcome' | 'stops_at'>
/** A problem and its remedy, in words for readers who do not know the product file. */
export type Trouble = {
  /** A sentence without its full stop. */
  readonly trouble: string
  /** Begins with a verb; without a full stop. */
  readonly remedy: string
  /** The product's message, verbatim; '' where there is none. */
  readonly message: string
}

/** A friction in the words of the product file: what people try at that screen, and which message they get. */
export function troubleOf(product: ProductState, { target, defect, cause, outcome, stops_at }: Place): Trouble {
  const to = taskAt(product, target)
  if (cause === 'price') {
    const stops = `people who try to ${tasksOf(product, stops_at)}`
    return createTrouble(`The price stops ${stops}`, `Look at the price, which stops ${stops}`)
  }
  if (cause === 'not_in_docs')
    return createTrouble('The documentation does not hold the answer', 'Write the answers that the documentation lacks')
  if (cause === 'wait') return createTrouble('People wait for an answer of support', 'Let support answer sooner')
  if (cause === 'limit')
    return createTrouble(
      `A limit stops people who try to ${to}`,
      `Look at the limit that stops people who try to ${to}`,
    )
  if (defect !== null) return defectAt(product, { target, defect, outcome, to })
  if (cause === 'unclear') return createTrouble(`People do not see how to ${to}`, `Make it clearer how to ${to}`)
  const worn = outcome === 'ok' ? `People manage to ${to}, but it wears them out` : `It is too much work to ${to}`
  return createTrouble(worn, `Make it easier to ${to}`)
}

const createTrouble = (trouble: string, remedy: string, message = ''): Trouble => ({ trouble, remedy, message })

/** What happens where the product gives no message; follows "People who try to write their entry". */
const SILENT: Partial<Record<Friction['outcome'], string>> = {
  blocked: 'get no further',
  wrong: 'get something else',
  slow: 'wait too long',
  loss: 'lose what they did',
}

function defectAt(
  { screens }: ProductState,
  { target, defect, outcome, to }: Pick<Place, 'target' | 'outcome'> & { defect: string; to: string },
): Trouble {
  const message = screens.find(({ id }) => id === target)?.defects.find(({ id }) => id === defect)?.message ?? ''
  // Without a message only the defect's name distinguishes it from others at the screen.
  const said = message === '' ? ` (${defect.replaceAll(/[_-]+/g, ' ')})` : `: “${message}”`
  const happens = message === '' || outcome === 'slow' ? `${SILENT[outcome] ?? 'fail'}${said}` : `are told “${message}”`
  const remedy = outcome === 'slow' ? `Make it quicker to ${to}` : `Mend what goes wrong when people try to ${to}`
  return createTrouble(`People who try to ${to} ${happens}`, `${remedy}${said}`, message)
}

const MAX_TASKS = 3

function tasksOf(product: ProductState, targets: readonly string[]): string {
  const tasks = targets.map((target) => taskAt(product, target))
  if (tasks.length > MAX_TASKS) return `${tasks.slice(0, MAX_TASKS).join(', ')} or do more`
  return listOf(tasks, 'or')
}

/** Targets that are no screens. */
const TARGETS_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  support: 'ask support',
  docs: 'use the documentation',
}

/** What people do at a target, after "to", in the third person. */
export function taskAt({ screens }: ProductState, target: string): string {
  const words = screens.find(({ id }) => id === target)?.words.to
  if (words === undefined) return TARGETS_WITHOUT_SCREEN[target] ?? stepWords(target).to
  return inThirdPerson(words)
}
