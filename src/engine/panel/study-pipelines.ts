import type { OfferReading } from '../../domain/panel/claim.js'
import type { FocusGroupInput, NotJudged, PressureTestInput } from '../../domain/panel/pressure-test.js'
import { SCORING_VERSION } from '../../domain/panel/scores.js'
import type { EngineDeps } from '../deps.js'
import { trustWithoutStudy } from '../paired/trust-without-study.js'
import type { Pipeline, PipelineOutcome } from '../pipeline.js'
import { judgeReadable, whyNotJudged } from './claims/readable.js'
import { withPicturesRead } from './pictures/read-pictures.js'
import { planStudy } from './plan.js'
import { readStudy, runStudy, type StudyInput } from './study.js'

/** The pressure test: a panel reads a proposition, answers alone, talks it over, and an analyst says what broke. */
export const pressureTestPipeline: Pipeline<'pressure_test'> = {
  plan: (input) => planStudy({ ...input, topics: [] }),
  async run(deps, asked) {
    const input = await withPicturesRead(deps, asked)
    const study = { ...input, topics: [] }
    const reading = await readStudy(deps, study)
    const refusal = whyNotJudged(reading.offer)
    if (refusal) return notJudged(deps, input, reading.offer, refusal)
    const { result, trust } = await runStudy(deps, study, reading)
    return { result, trust }
  },
}

/** A discussion of its own: a subject and notes that everybody reads first, and topics that a moderator leads through. */
export const focusGroupPipeline: Pipeline<'focus_group'> = {
  plan: (input) => planStudy(asStudy(input)),
  async run(deps, asked) {
    const input = await withPicturesRead(deps, asked)
    const study = asStudy(input)
    const { result, trust, topicTurns } = await runStudy(deps, study, await readStudy(deps, study))
    return {
      result: {
        ...result,
        topics: input.topics.map((topic, index) => ({ topic, first_turn: topicTurns[index] ?? null })),
      },
      trust,
    }
  },
}

/** The outcome of a refused proposition: nobody was asked and nothing more was paid for. */
function notJudged(
  { model }: EngineDeps,
  { stimulus, about, category, skepticism }: PressureTestInput,
  offer: OfferReading,
  not_judged: NotJudged,
): PipelineOutcome<'pressure_test'> {
  return {
    result: {
      judged: false,
      stimulus,
      about,
      category,
      skepticism,
      scoring_version: SCORING_VERSION,
      not_judged,
      claims: null,
      responses: [],
      intent: null,
      group_dynamics: null,
      analysis: null,
      minority_report: null,
    },
    trust: trustWithoutStudy({ model }, [], { readable: judgeReadable(offer) }),
  }
}

/** The focus group as a study: its stimulus is the subject with the notes below it. */
function asStudy({ notes, topics, ...input }: FocusGroupInput): StudyInput {
  const read = notes.map(({ name, text }) => `--- ${name} ---\n${text}`)
  return {
    ...input,
    stimulus: [input.stimulus, ...read].join('\n\n'),
    topics,
    focus_group: 'live',
    controls: false,
    assay: 'auto',
    second_model: null,
    stability: 0,
  }
}
