import type { FocusGroupInput } from '../../domain/pressure-test.js'
import { planStudy } from '../panel/plan.js'
import { runStudy, type StudyInput } from '../panel/study.js'
import type { Pipeline } from '../pipeline.js'

/** A discussion of its own: a subject and notes that everybody reads first, and topics that a moderator leads through. */
export const focusGroupPipeline: Pipeline<'focus_group'> = {
  plan: (input) => planStudy(asStudy(input)),
  async run(deps, input) {
    const { result, trust, topicTurns } = await runStudy(deps, asStudy(input))
    return {
      result: {
        ...result,
        topics: input.topics.map((topic, index) => ({ topic, first_turn: topicTurns[index] ?? null })),
      },
      trust,
    }
  },
}

/** What participants read beforehand is the subject with the notes below it. */
function asStudy({ notes, topics, ...input }: FocusGroupInput): StudyInput {
  const read = notes.map(({ name, text }) => `--- ${name} ---\n${text}`)
  return {
    ...input,
    stimulus: [input.stimulus, ...read].join('\n\n'),
    topics,
    focus_group: 'live',
    controls: false,
    stability: 0,
  }
}
