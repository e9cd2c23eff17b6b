import { JUDGING } from '../../../data/judging.js'
import { readText, TEXT_READERS, type TextReader } from '../../../data/text-readers.js'
import type { PanelInput } from '../../../domain/panel/pressure-test.js'
import type { IntentMethod, Response } from '../../../domain/panel/response.js'
import type { Trust } from '../../../domain/run/run.js'
import type { EngineDeps } from '../../deps.js'
import { median } from '../../statistics/descriptive.js'
import { CODER_RULES, callsByPerson, codedPmfs, coderPrompt } from './coder.js'
import { LIKERT_RULES, likertPrompt } from './likert.js'
import { meanOf, normalized, type Pmf, POINTS, rateBySimilarity, type Vector } from './similarity-rating.js'

/** The means (1–5) that a method gives to plain statements of its own lowest and highest point. */
export type AnchorRange = { readonly low: number; readonly high: number }

export type IntentRater = {
  readonly method: IntentMethod
  readonly anchorRange: AnchorRange
  /**
   * The distribution of each statement over the five points, in the order of `statements`; `null` for a missing rating.
   * `owners`: whose each statement is, where several are one person's and will be compared.
   */
  rate(key: string, statements: readonly string[], owners?: readonly string[]): Promise<(Pmf | null)[]>
}

/** Digits kept of a probability: finer than its meaning, and equal on every machine. */
const DIGITS = 6
const FULL_RANGE: AnchorRange = { low: 1, high: 5 }

export const INTENT_RULES = { coder: CODER_RULES, likert: LIKERT_RULES }
type IntentRules = typeof INTENT_RULES

/** Creates the rater of free-text answers about buying, with the method of the run's input. */
export async function createIntentRater(
  deps: EngineDeps,
  rules: IntentRules,
  asked: PanelInput['intent'],
): Promise<IntentRater> {
  // The step stores the encoder's name, so that a replay of the run knows it.
  const embedder = await deps.step('embedder', null, () => deps.embedder.model)
  const method = methodOf(asked, deps.model.mode, embedder)
  if (method === 'ssr') return createSimilarityRater(deps)
  const rate = { coder: rateByCoder, likert: rateByAsking, graded: rateByGrades }[method]
  return {
    method,
    anchorRange: FULL_RANGE,
    rate: (key, statements, owners) => rate(deps, rules, key, statements, owners),
  }
}

type Rate = (
  deps: EngineDeps,
  rules: IntentRules,
  key: string,
  statements: readonly string[],
  owners?: readonly string[],
) => Promise<(Pmf | null)[]>

/** The graded reader was trained on the bundled encoder; with another encoder similarity rating replaces it. */
function methodOf(asked: PanelInput['intent'], mode: EngineDeps['model']['mode'], embedder: string): IntentMethod {
  const method = asked === 'auto' ? BY_MODE[mode] : asked
  return method === 'graded' && embedder !== TEXT_READERS.intent().encoder ? 'ssr' : method
}
const BY_MODE = { anthropic: 'coder', offline: 'graded' } as const

const rateByGrades: Rate = (deps, _rules, key, statements) =>
  deps.step(`intent:${key}`, { statements, reader: TEXT_READERS.intent().version }, async () => {
    const vectors = await deps.embedder.embed(statements)
    return statements.map((text, index) => rounded(gradedPmf(TEXT_READERS.intent(), text, vectors[index] ?? [])))
  })

async function createSimilarityRater(deps: EngineDeps): Promise<IntentRater> {
  // Stored with the run, so that a deploy in the middle does not change what answers are compared with.
  const sentences = await deps.step('intent:anchors', null, JUDGING.intent_anchors)
  const anchorRange = await deps.step('intent:ends', { anchors: sentences, embedder: deps.embedder.model }, async () =>
    anchorRangeOf(await embedAnchors(deps, sentences)),
  )
  let anchors: Promise<readonly (readonly Vector[])[]> | null = null
  return {
    method: 'ssr',
    anchorRange,
    rate: (key, statements) =>
      deps.step(`intent:${key}`, { statements, embedder: deps.embedder.model }, async () => {
        anchors ??= embedAnchors(deps, sentences)
        const sets = await anchors
        const vectors = await deps.embedder.embed(statements)
        return vectors.map((vector) => rounded(rateBySimilarity(vector, sets)))
      }),
  }
}

/** Responses with the purchase intent their statements are rated with; `null` for a statement without a rating. */
export async function rateResponses(
  rater: IntentRater,
  key: string,
  responses: readonly Response[],
): Promise<Response[]> {
  const pmfs = await rater.rate(
    key,
    responses.map(({ purchase_statement }) => purchase_statement),
    responses.map(({ persona_id }) => persona_id),
  )
  return responses.map((response, index) => {
    const pmf = pmfs[index] ?? null
    return { ...response, intent_pmf: pmf && [...pmf], intent_method: pmf && rater.method }
  })
}

/** Share of answers without a rating above which no intent is reported for the panel. */
const MAX_UNRATED_SHARE = 1 / 3

/** Whether enough answers were rated to report the intent of all respondents. */
export const isIntentMeasured = (rated: number, of: number): boolean =>
  rated > 0 && (of - rated) / of <= MAX_UNRATED_SHARE

/**
 * One person's answers that are compared with each other: `intent_pmf` is kept only where each of them was rated, so
 * that a difference of scores is never one between two formulas.
 */
export const ratedAlike = (responses: readonly Response[]): Response[] =>
  responses.every(({ intent_pmf }) => intent_pmf !== null)
    ? [...responses]
    : responses.map((response) => ({ ...response, intent_pmf: null, intent_method: null }))

async function embedAnchors(
  deps: EngineDeps,
  sentences: readonly (readonly string[])[],
): Promise<readonly (readonly Vector[])[]> {
  const vectors = await deps.embedder.embed(sentences.flat())
  return sentences.map((set, index) => vectors.slice(index * set.length, (index + 1) * set.length))
}

/** Rates each set's lowest and highest statement with the other sets. The median keeps a single bad set from deciding. */
function anchorRangeOf(sets: readonly (readonly Vector[])[]): AnchorRange {
  const meanOfPoint = (point: number) =>
    median(
      sets.map((set, index) =>
        meanOf(
          rateBySimilarity(
            set.at(point) ?? [],
            sets.filter((_, other) => other !== index),
          ),
        ),
      ),
    )
  return { low: round(meanOfPoint(0)), high: round(meanOfPoint(-1)) }
}

/** A blind coder: a call sees statements and nothing else. A statement the coder leaves out is not rated. */
const rateByCoder: Rate = async (deps, rules, key, statements, owners = statements.map((_, place) => `${place}`)) => {
  const outcomes = await deps.fanOut(callsByPerson(owners), (places, index) => {
    const group = places.map((place) => statements[place] ?? '')
    return deps.ask(`intent:${key}:${index}`, 'rate_panel', { statements: group }, coderPrompt(rules.coder, group))
  })
  const pmfs = statements.map((): Pmf | null => null)
  for (const outcome of outcomes) {
    const coded = codedPmfs('value' in outcome ? outcome.value.codes : [], outcome.item.length)
    for (const [index, place] of outcome.item.entries()) {
      const pmf = coded[index]
      if (pmf) pmfs[place] = rounded(pmf)
    }
  }
  return pmfs
}

/** Follow-up Likert: a second call that sees only the statement. A statement whose call fails for good is not rated. */
const rateByAsking: Rate = async (deps, rules, key, statements) => {
  const outcomes = await deps.fanOut(statements, (purchase_statement, index) =>
    deps.ask(
      `likert:${key}:${index}`,
      'rate_intent',
      { purchase_statement },
      likertPrompt(rules.likert, purchase_statement),
    ),
  )
  return outcomes.map((outcome) => {
    const weights = 'value' in outcome ? outcome.value.probabilities : []
    return weights.some((weight) => weight > 0) ? rounded(normalized(weights)) : null
  })
}

/**
 * A distribution as a place on the scale, 0 (as low as the method can rate) to 1 (as high). Similarity ratings never
 * reach the ends of the five points; measured against its own plainest statements a "no" is a no.
 */
export function intentIndex(pmf: Pmf, { low, high }: AnchorRange): number {
  return high <= low ? 0.5 : Math.min(1, Math.max(0, (meanOf(pmf) - low) / (high - low)))
}

/** The intent index as a figure from 1 to 5. */
export const intentPoint = (pmf: Pmf, anchorRange: AnchorRange): number => 1 + 4 * intentIndex(pmf, anchorRange)

const round = (value: number): number => Number(value.toFixed(DIGITS))
const rounded = (pmf: Pmf): number[] => pmf.map(round)

/**
 * The distribution of one answer about buying by the graded reader: a normal distribution around its grade (1–5), as
 * wide as the reader's error on held-out statements.
 */
export function gradedPmf(reader: TextReader, text: string, vector: Vector): Pmf {
  const grade = Math.min(5, Math.max(1, readText(reader, text, vector)))
  return normalized(POINTS.map((point) => Math.exp(-0.5 * ((point - grade) / reader.error) ** 2)))
}

/** The check of the intent ratings; `undefined` where all answers about buying were rated. */
export function judgeIntent(responses: readonly Pick<Response, 'intent_pmf'>[]): Trust['intent'] {
  const of = responses.length
  const rated = responses.filter(({ intent_pmf }) => intent_pmf !== null).length
  if (rated === of) return undefined
  const basis = 'where one could not, the pressure score rests on belief and feeling alone'
  if (isIntentMeasured(rated, of))
    return { status: 'warn', sentence: `${rated} of ${of} answers about buying could be rated; ${basis}.`, rated, of }
  return {
    status: 'not_run',
    sentence: `Purchase intent was not measured: ${rated} of ${of} answers about buying could be rated; ${basis}.`,
    rated,
    of,
  }
}
