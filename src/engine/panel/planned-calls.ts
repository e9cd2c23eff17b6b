import type { PanelInput } from '../../domain/panel/pressure-test.js'
import type { PictureSize } from '../../domain/panel/stimulus.js'
import type { Persona } from '../../domain/personas/persona.js'
import type { TaskName } from '../../domain/run/tasks.js'
import type { PlannedCalls } from '../pipeline.js'
import { CLAIMS_RULES } from './claims/prompt.js'
import { FIDELITY_RULES } from './fidelity/prompt.js'
import { CODER_RULES, STATEMENTS_PER_CALL } from './intent/coder.js'
import { LIKERT_RULES } from './intent/likert.js'
import { PICTURES_RULES } from './pictures/read-pictures.js'
import { describePersona, respondRules } from './respond/prompt.js'
import { REACT_RULES } from './short-form/prompt.js'

/** Characters per token of English prose. */
const CHARACTERS_PER_TOKEN = 4
/** Tokens of the output schema that a request carries. */
const SCHEMAS = { respond: 455, react: 110, claims: 57, check_fidelity: 180, rate_intent: 60, rate_panel: 80 } as const
/** Answers of typical length, in tokens. */
const ANSWERS = {
  respond: 385,
  belief: 29,
  reason: 40,
  react: 71,
  claim: 15,
  mark: 38,
  rate_intent: 20,
  statement: 50,
  code: 6,
} as const
const TYPICAL_CLAIMS = 5
const PEOPLE_PER_FIDELITY_CALL = 6
/** Tokens of a persona in the fidelity check. */
const PERSON_TO_CHECK = 200
/** Share of the panel that is usually asked again. */
const RETRY_SHARE = 0.05

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

type Block = { readonly stage: number; readonly count: number }

const meanPersonaTokens = (panel: readonly Persona[]): number =>
  Math.ceil(panel.reduce((sum, persona) => sum + tokensOf(describePersona(persona)), 0) / Math.max(1, panel.length)) +
  60

const plannedCalls = (
  task: TaskName,
  { stage, count }: Block,
  input_tokens: number,
  output_tokens: number,
  shared_tokens = 0,
): PlannedCalls => ({
  task,
  stage,
  count,
  input_tokens: Math.ceil(input_tokens),
  output_tokens: Math.ceil(output_tokens),
  shared_tokens,
})

/** Extracts the claims of `count` stimuli. */
export const planClaims = (stimulus: string, block: Block): PlannedCalls =>
  plannedCalls(
    'claims',
    block,
    tokensOf(CLAIMS_RULES) + tokensOf(stimulus) + SCHEMAS.claims,
    TYPICAL_CLAIMS * ANSWERS.claim,
  )

/** The full responses of a panel. */
export const planRespond = (
  stimulus: string,
  panel: readonly Persona[],
  { ballot, ...block }: Block & { ballot: boolean },
): PlannedCalls => {
  const shared = tokensOf(respondRules(0, ballot)) + tokensOf(stimulus) + TYPICAL_CLAIMS * ANSWERS.claim
  return plannedCalls(
    'respond',
    block,
    shared + SCHEMAS.respond + meanPersonaTokens(panel),
    ANSWERS.respond + TYPICAL_CLAIMS * ANSWERS.belief + (ballot ? 3 * ANSWERS.reason : 0),
    shared,
  )
}

/** The call that reads the pictures; empty without pictures. */
export function planPictures(pictures: readonly PictureSize[], stage: number): PlannedCalls[] {
  if (pictures.length === 0) return []
  const { shape, answer } = PICTURE
  const calls = plannedCalls(
    'read_pictures',
    { stage, count: 1 },
    tokensOf(PICTURES_RULES) + shape,
    pictures.length * answer,
  )
  return [showing(pictures, calls)]
}

/** The planned calls with the pictures shown in each of them. */
export const showing = (pictures: readonly PictureSize[], calls: PlannedCalls): PlannedCalls =>
  pictures.length === 0 ? calls : { ...calls, pictures }

const PICTURE = { shape: 70, answer: 160 } as const

/** Short reactions to a text. */
export const planReact = (text: string, panel: readonly Persona[], block: Block): PlannedCalls =>
  plannedCalls(
    'react',
    block,
    tokensOf(REACT_RULES) + tokensOf(text) + SCHEMAS.react + meanPersonaTokens(panel),
    ANSWERS.react,
  )

/** The fidelity check of `people` responses, and the usual share of repeated answers. */
export function planFidelity(people: number, again: PlannedCalls, stage: number): PlannedCalls[] {
  const calls = Math.ceil(people / PEOPLE_PER_FIDELITY_CALL)
  const peoplePerCall = people / calls
  const repeats = Math.floor(people * RETRY_SHARE)
  const checks = plannedCalls(
    'check_fidelity',
    { stage, count: calls },
    tokensOf(FIDELITY_RULES) + SCHEMAS.check_fidelity + peoplePerCall * PERSON_TO_CHECK,
    peoplePerCall * ANSWERS.mark,
  )
  if (repeats === 0) return [checks]
  return [checks, { ...again, stage: stage + 1, count: repeats }]
}

/** The calls that rate `statements` statements about buying; empty for methods that ask no model. */
export function planRatings(method: PanelInput['intent'], stage: number, statements: number): PlannedCalls[] {
  if (method === 'ssr' || method === 'graded' || statements === 0) return []
  const { statement, rate_intent, code } = ANSWERS
  if (method === 'likert')
    return [
      plannedCalls(
        'rate_intent',
        { stage, count: statements },
        tokensOf(LIKERT_RULES) + SCHEMAS.rate_intent + statement,
        rate_intent,
      ),
    ]
  const calls = Math.ceil(statements / STATEMENTS_PER_CALL)
  const perCall = statements / calls
  return [
    plannedCalls(
      'rate_panel',
      { stage, count: calls },
      tokensOf(CODER_RULES) + SCHEMAS.rate_panel + perCall * statement,
      perCall * code,
    ),
  ]
}
