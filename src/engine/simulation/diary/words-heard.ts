import type { SessionAnswer } from '../../../domain/simulation/session-plan.js'
import type { Session, SessionWords } from '../../../domain/simulation/simulated-session.js'
import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import { stemsOf } from '../../evaluation/checks/stems.js'
import type { ProductState } from '../product-state.js'
import { OUTCOME_WORDS } from '../session/prompt.js'
import { isAboutRecord, knownFactsIn, mentionsRecord, namesUnknownFact } from './record-words.js'

type ModelWordsContext = {
  readonly input: SimulationInput
  readonly product: ProductState
  readonly last: Session | null
  /** What the model was told about the product and this person. */
  readonly told: string
}

/**
 * A model's words for a person, without sentences that name what is in no record. The reason for coming may contain
 * only numbers and names the person was told; the quote on the last session must also be about that session. Whether a
 * sentence is true of what it names is not checked.
 */
export function checkedModelWords(
  { look_back, why }: SessionAnswer,
  { input, product, last, told }: ModelWordsContext,
): SessionWords {
  const known = knownFactsIn(
    told,
    input.product.price.plans.map(({ per_month }) => per_month),
  )
  const reason = namesUnknownFact(why, known) ? '' : why
  const quote = look_back?.quote ?? ''
  const isKept =
    !namesUnknownFact(quote, known) &&
    isAboutRecord(quote, new Set(stemsOf(`${input.product.summary} ${recordOf(product, last)}`)))
  const left_out = Number(reason !== why) + Number(!isKept)
  return {
    look_back: look_back && { ...look_back, quote: isKept ? quote : '' },
    why: reason,
    ...(left_out > 0 && { left_out }),
  }
}

/** The events of a session, in the words of the product and of this program. */
function recordOf(product: ProductState, session: Session | null): string {
  const lines = (session?.events ?? []).map(({ action, target, outcome, defect }) =>
    [action, placeWords(product, target), OUTCOME_WORDS[outcome], messageAt(product, target, defect)]
      .concat(outcome === 'limit' ? PRICE_WORDS : '')
      .join(' '),
  )
  return [product.name, ...lines].join(' ').replaceAll('_', ' ')
}

const PRICE_WORDS = 'price plan plans limit trial paywall money cost upgrade pay paying paid charge charged'
const TARGETS_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  docs: 'documentation docs guide manual answer',
  support: 'support answer asked wrote question mail reply',
  product: 'uninstalled uninstall removed deleted',
}

const placeWords = ({ screens }: ProductState, target: string): string => {
  const screen = screens.find(({ id }) => id === target)
  return screen === undefined
    ? (TARGETS_WITHOUT_SCREEN[target] ?? target)
    : `${target} ${screen.words.to} ${screen.words.did}`
}

const messageAt = ({ screens }: ProductState, target: string, defect: string | null): string =>
  screens.find(({ id }) => id === target)?.defects.find(({ id }) => id === defect)?.message ?? ''

type Trouble = { readonly target: string; readonly defect: string | null; readonly cause: string | null }

/** Whether a person's words name the place of a trouble, or the product's message there. */
export function namesTrouble(words: string, product: ProductState, { target, defect, cause }: Trouble): boolean {
  const about = cause === 'price' || cause === 'limit' ? PRICE_WORDS : ''
  const named = `${placeWords(product, target)} ${messageAt(product, target, defect)} ${about}`
  return mentionsRecord(words, new Set(stemsOf(named.replaceAll('_', ' '))))
}
