import type { PressureTestInput } from '../../domain/pressure-test.js'
import { requireArchetypes } from '../personas/archetypes/archetypes.js'
import type { PlannedCalls } from '../pipeline.js'
import { ANALYSE_RULES } from './analyse/prompt.js'
import { DISCUSS_RULES, MOST_PARTICIPANTS } from './discuss/prompt.js'
import { RESPOND_RULES } from './respond/prompt.js'

/** Characters per token of English prose, on the careful side. */
const CHARACTERS_PER_TOKEN = 3.6
/** Sizes of what a call adds to its rules and the stimulus, in tokens, measured on typical answers. */
const SCHEMA = 450
const PERSONA = 330
const ANSWER = 480
const PARTICIPANT = 130
const SHORT_DIGEST = 75
const FULL_DIGEST = 340
const SCRIPT = 1_100
const ANALYSIS = 1_900
const FULL_DIGEST_UP_TO = 12

/** The calls a pressure test makes, stage by stage. Throws `invalid_input` for an unknown archetype. */
export function planPressureTest(input: PressureTestInput): PlannedCalls[] {
  requireArchetypes(input.panel)
  const stimulus = tokens(input.stimulus)
  const n = input.personas
  const calls: PlannedCalls[] = [
    {
      task: 'respond',
      stage: 1,
      count: n,
      input_tokens: tokens(RESPOND_RULES) + stimulus + SCHEMA + PERSONA,
      output_tokens: ANSWER,
    },
  ]
  const discussed = input.focus_group === 'off' ? 0 : 1
  if (discussed) {
    const participants = Math.min(n, MOST_PARTICIPANTS) * PARTICIPANT
    calls.push({
      task: 'discuss_quick',
      stage: 2,
      count: 1,
      input_tokens: tokens(DISCUSS_RULES) + stimulus + SCHEMA + participants,
      output_tokens: SCRIPT,
    })
  }
  const digest = n * (n <= FULL_DIGEST_UP_TO ? FULL_DIGEST : SHORT_DIGEST)
  calls.push({
    task: 'analyse',
    stage: 3,
    count: 1,
    input_tokens: tokens(ANALYSE_RULES) + stimulus + 2 * SCHEMA + digest + discussed * SCRIPT,
    output_tokens: ANALYSIS,
  })
  return calls
}

const tokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
