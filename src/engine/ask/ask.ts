import type { AskInput } from '../../domain/ask.js'
import { recollect } from '../focus-group/transcript.js'
import { trustWithoutStudy } from '../paired/trust.js'
import { tokensOf } from '../panel/planned-calls.js'
import type { Pipeline } from '../pipeline.js'
import { REPLY_RULES, replyPrompt } from './prompt.js'

const SIZES = { schema: 80, answer: 85 } as const

/** Goes on talking to one respondent: one call, with everything that this person remembers and nobody else's secrets. */
export const askPipeline: Pipeline<'ask'> = {
  plan(input) {
    const { shared, own } = replyPrompt('', factsOf(input))
    const input_tokens = tokensOf(REPLY_RULES) + tokensOf(shared) + tokensOf(own) + SIZES.schema
    return [{ task: 'reply', stage: 1, count: 1, input_tokens, output_tokens: SIZES.answer }]
  },
  async run(deps, input) {
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
