import type { AnswerOf } from '../../../domain/run/tasks.js'
import type { SessionPlan } from '../../../domain/simulation/session-plan.js'
import type { ExitWords, Session } from '../../../domain/simulation/simulated-session.js'
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

/** Checks sentences one by one, and counts them. */
function checkSentences({ input, product, last, told }: ModelWordsContext) {
  const prices = input.product.price.plans.map(({ per_month }) => per_month)
  const known = knownFactsIn(told, prices)
  const session = new Set(stemsOf(`${input.product.summary} ${recordOf(product, last)}`))
  const everything = new Set(stemsOf(`${input.product.summary} ${told.replaceAll('_', ' ')}`))
  const counts = { checked: 0, left_out: 0 }
  const unless = (isStrange: boolean, sentence: string): string => {
    if (sentence !== '') counts.checked++
    if (!isStrange) return sentence
    counts.left_out++
    return ''
  }
  return {
    counts,
    /** What somebody intends: no number or name that they were not told. */
    intended: (sentence: string) => unless(namesUnknownFact(sentence, known), sentence),
    /** What they say of the last session: also about that session. */
    lookingBack: (sentence: string) =>
      unless(namesUnknownFact(sentence, known) || !isAboutRecord(sentence, session), sentence),
    /** What they say of the product and their weeks with it: also about what they were told. */
    ofEverything: (sentence: string) =>
      unless(namesUnknownFact(sentence, known) || !isAboutRecord(sentence, everything), sentence),
    unfounded: (sentence: string) => unless(true, sentence),
  }
}

/**
 * A model's plan for a person, without sentences that name what is in no record. What they intend may contain only
 * numbers and names the person was told; what they say of the last session must also be about that session. Whether a
 * sentence is true of what it names is not checked. `recalled`: ids of the memories shown, on which a conclusion rests.
 */
export function checkedModelWords(
  { look_back, plan, why, expects, tell_others, memory, insight }: SessionPlan,
  context: ModelWordsContext & { readonly recalled: readonly number[] },
): SessionPlan {
  const { counts, intended, lookingBack, ofEverything, unfounded } = checkSentences(context)
  const words = { look_back: look_back && { ...look_back, quote: lookingBack(look_back.quote) }, why: intended(why) }
  // As earlier versions stored it: these sentences alone, and no others to count.
  if (expects === undefined) return { ...words, plan, left_out: counts.left_out || undefined }
  const remembered = memory && { ...memory, text: lookingBack(memory.text) }
  const evidence = insight?.evidence_ids ?? []
  const rests = evidence.length > 0 && evidence.every((id) => context.recalled.includes(id))
  const concluded = insight && { ...insight, text: (rests ? ofEverything : unfounded)(insight.text) }
  return {
    ...words,
    plan: plan.map((step) => ({ ...step, why: intended(step.why ?? '') })),
    expects: intended(expects),
    tell_others: tell_others && { ...tell_others, words: ofEverything(tell_others.words) },
    memory: remembered?.text ? remembered : null,
    insight: concluded?.text ? concluded : null,
    ...counts,
  }
}

/** The answer to the closing question, checked as the words of sessions are. */
export function checkedExitWords(
  { look_back, why }: AnswerOf<'exit_interview'>,
  context: ModelWordsContext,
): ExitWords {
  const { counts, lookingBack, ofEverything } = checkSentences(context)
  const { frustration, confidence, delight, confusion } = look_back.felt
  return {
    look_back: { frustration, confidence, delight, confusion, quote: lookingBack(look_back.quote) },
    why: ofEverything(why),
    left_out: counts.left_out,
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
