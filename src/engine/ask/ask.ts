import type { AskInput, LifeQuestion } from '../../domain/ask.js'
import { isRehearsal } from '../../domain/run.js'
import type { EngineDeps } from '../deps.js'
import { recollect } from '../focus-group/transcript.js'
import { trustWithoutStudy } from '../paired/trust.js'
import { tokensOf } from '../panel/planned-calls.js'
import type { Pipeline, PipelineOutcome } from '../pipeline.js'
import { checkedAnswer } from './checked-answer.js'
import { LOOK_BACK_RULES, lookBackPrompt } from './look-back-prompt.js'
import { REPLY_RULES, replyPrompt } from './prompt.js'

const SIZES = { schema: 80, answer: 85 } as const

/** Goes on talking to one respondent: one call, with everything that this person remembers and nobody else's secrets. */
export const askPipeline: Pipeline<'ask'> = {
  plan(input) {
    if ('life' in input) {
      const { shared, own } = lookBackPrompt('', lifeFacts(input))
      const input_tokens = tokensOf(LOOK_BACK_RULES) + tokensOf(shared) + tokensOf(own) + SIZES.schema
      return [{ task: 'look_back', stage: 1, count: 1, input_tokens, output_tokens: SIZES.answer }]
    }
    const { shared, own } = replyPrompt('', factsOf(input))
    const input_tokens = tokensOf(REPLY_RULES) + tokensOf(shared) + tokensOf(own) + SIZES.schema
    return [{ task: 'reply', stage: 1, count: 1, input_tokens, output_tokens: SIZES.answer }]
  },
  async run(deps, input) {
    if ('life' in input) return lookBack(deps, input)
    const { persona, question, earlier } = input
    const rules = await deps.step('rules', null, () => ({ reply: REPLY_RULES }))
    deps.report('stage', { stage: 'reply', sentence: `${persona.name} thinks about it` })
    const facts = factsOf(input)
    const { reply, mind } = await deps.ask('reply', 'reply', facts, replyPrompt(rules.reply, facts))
    return {
      result: {
        persona_id: persona.persona_id,
        persona_name: persona.name,
        archetype: persona.archetype,
        question,
        answer: reply,
        mind,
        earlier,
      },
      trust: trustWithoutStudy(deps, [{ item: persona, value: reply }]),
    }
  },
}

/** Somebody of a simulation answers from their own weeks. */
async function lookBack(deps: EngineDeps, input: LifeQuestion): Promise<PipelineOutcome<'ask'>> {
  const { life, question, earlier } = input
  const { persona_id, name, kind } = life.person
  const rules = await deps.step('rules', null, () => ({ look_back: LOOK_BACK_RULES }))
  deps.report('stage', { stage: 'reply', sentence: `${name} thinks about it` })
  const facts = lifeFacts(input)
  const { reply, mind } = await deps.ask('look_back', 'look_back', facts, lookBackPrompt(rules.look_back, facts))
  const outcomes = [{ item: life.person, value: reply }]
  const result = { persona_id, persona_name: name, archetype: kind, question, mind, earlier }
  if (isRehearsal(deps))
    return {
      result: { ...result, answer: reply },
      trust: { ...trustWithoutStudy(deps, outcomes), sentence: REHEARSED },
    }
  const { answer, quotes } = checkedAnswer(reply, input)
  return { result: { ...result, answer }, trust: trustWithoutStudy(deps, outcomes, { quotes }) }
}

const REHEARSED =
  'Rules put the answer together from what the simulation recorded of this person; no language model and no person was asked. It reads English questions only.'

const lifeFacts = ({ life, earlier, question }: LifeQuestion) => ({ life, earlier, question })

const factsOf = ({
  stimulus,
  about,
  category,
  skepticism,
  persona,
  response,
  reasons,
  heard,
  earlier,
  question,
}: AskInput) => ({
  stimulus,
  about,
  category,
  skepticism,
  persona,
  response,
  reasons,
  heard: recollect(heard),
  earlier,
  question,
})
