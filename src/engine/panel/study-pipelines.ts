import type { FocusGroupInput } from '../../domain/pressure-test.js'
import type { Pipeline } from '../pipeline.js'
import { planStudy } from './plan.js'
import { runStudy, type StudyInput } from './study.js'

/** The pressure test: a panel reads a proposition, answers alone, talks it over, and an analyst says what broke. */
export const pressureTestPipeline: Pipeline<'pressure_test'> = {
  plan: (input) => planStudy({ ...input, topics: [] }),
  async run(deps, input) {
    const { result, trust } = await runStudy(deps, { ...input, topics: [] })
    return { result, trust }
  },
}

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
