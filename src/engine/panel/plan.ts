import { PANELS } from '../../data/archetypes.js'
import { ASSAY_TEXTS } from '../../data/assay.js'
import type { AssayMode } from '../../domain/panel/assay.js'
import type { Persona } from '../../domain/personas/persona.js'
import { CODE_VIEWS_RULES } from '../focus-group/live/code-views.js'
import { SPEAKERS_AT_ONCE } from '../focus-group/live/discussion.js'
import { BALLOT_RULES, SPEAK_RULES } from '../focus-group/live/prompt.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { PlannedCalls } from '../pipeline.js'
import { ANALYSE_RULES } from './analyse/prompt.js'
import { MAX_ASSAY_PEOPLE, PLANTED_ROOMS } from './assay/assay.js'
import { assayMode } from './assay/judge-assay.js'
import { MAX_CONTROL_PEOPLE } from './controls/controls.js'
import { defaultTurnCap, MAX_PARTICIPANTS } from './discuss/choose-participants.js'
import { DISCUSS_RULES } from './discuss/prompt.js'
import {
  planClaims,
  planFidelity,
  planPictures,
  planRatings,
  planReact,
  planRespond,
  showing,
  tokensOf,
} from './planned-calls.js'
import type { StudyInput } from './study.js'

/** Tokens that a call adds to its rules and the stimulus, and tokens of its answer, for texts of usual length. */
const SIZES = {
  script: { schema: 160, participant: 142, answer: 760, heard: 420 },
  speak: { schema: 160, person: 480, turn: 33, heard: 10, answer: 60 },
  ballot: { schema: 180, person: 480, answer: 140 },
  code: { schema: 120, view: 20, turn: 45, marks_per_turn: 1.5, mark: 38 },
  planted: { views: 10, turns: 21, marks: 15 },
  analyse: { schema: 950, full: 260, short: 43, claims: 200, view: 25, answer: 1_230 },
} as const
const MAX_FULL_ANSWERS = 12
const TYPICAL_VIEWS = 8
const TYPICAL_REASONS = 3
/** Seats sampled for the mean length of a persona's description. */
const SAMPLED_SEATS = 12

/** The calls a study makes of a language model, stage by stage. Throws `invalid_input` for an unknown archetype. */
export function planStudy(input: StudyInput): PlannedCalls[] {
  const { stimulus, focus_group, personas: n, pictures = [] } = input
  const sampledSeats = seatPanel({ ...input, count: Math.min(n, SAMPLED_SEATS) })
  const ballot = focus_group === 'live'
  const respond = showing(pictures, planRespond(stimulus, sampledSeats, { stage: 2, count: n, ballot }))
  const calls = [
    ...planPictures(pictures, 0),
    planClaims(stimulus, { stage: 1, count: 1 }),
    respond,
    ...planFidelity(n, respond, 3),
  ]
  if (input.controls) calls.push(...planControls(input, sampledSeats))
  if (input.stability > 0)
    calls.push(
      showing(pictures, planRespond(stimulus, sampledSeats, { stage: 2, count: n * input.stability, ballot: false })),
    )
  calls.push(...planAssay(input, assayMode(input.assay, 'anthropic'), sampledSeats))
  calls.push(...planRatings(input.intent, 5, ratings(input)))
  const discussionCalls = planDiscussion(input)
  calls.push(...discussionCalls)
  return [...calls, planAnalysis(input, Math.max(5, ...discussionCalls.map(({ stage }) => stage)) + 1)]
}

function planControls({ category }: StudyInput, sampledSeats: readonly Persona[]): PlannedCalls[] {
  const people = Math.min(MAX_CONTROL_PEOPLE, sampledSeats.length)
  const { absurd, known_good } = PANELS.controls()[category]
  return [absurd, known_good].map((text) => planReact(text, sampledSeats, { stage: 2, count: people }))
}

/** The calls of the assay: changed texts for the panel, and scripted discussions for the coder. */
function planAssay(input: StudyInput, mode: AssayMode, sampledSeats: readonly Persona[]): PlannedCalls[] {
  if (mode === 'off') return []
  const { stimulus, personas, topics, focus_group, intent, second_model, controls } = input
  const people = Math.min(personas, MAX_ASSAY_PEOPLE)
  const react = planReact(stimulus, sampledSeats, { stage: 5, count: 0 })
  const texts = topics.length > 0 ? 0 : TYPICAL_PROBES[mode]
  const calls: PlannedCalls[] = [
    { ...react, count: people * texts },
    ...planRatings(intent, 6, people * texts),
    ...planPlantedRooms(focus_group === 'live' ? PLANTED_ROOMS[mode] : 0),
  ]
  if (mode === 'quick' || texts === 0) return calls
  if (second_model !== null) calls.push({ ...react, count: people, model: second_model })
  if (controls) calls.push(...planPlausible(input, sampledSeats))
  return calls
}

/** Texts shown in the short form: the proposition and its changes, as many as a text with price and claims allows. */
const TYPICAL_PROBES = { quick: 4, full: 12 } as const

function planPlantedRooms(count: number): PlannedCalls[] {
  if (count === 0) return []
  const { code, planted } = SIZES
  const input_tokens = tokensOf(CODE_VIEWS_RULES) + code.schema + planted.views * code.view + planted.turns * code.turn
  return [{ task: 'code_views', stage: 6, count, input_tokens, output_tokens: planted.marks * code.mark }]
}

function planPlausible(
  { category, intent, focus_group }: StudyInput,
  sampledSeats: readonly Persona[],
): PlannedCalls[] {
  const people = Math.min(MAX_CONTROL_PEOPLE, sampledSeats.length)
  const texts = [ASSAY_TEXTS().weak[category], PANELS.controls()[category].known_good]
  return [
    ...texts.flatMap((text) => [
      planClaims(text, { stage: 1, count: 1 }),
      planRespond(text, sampledSeats, { stage: 2, count: people, ballot: focus_group === 'live' }),
    ]),
    ...planRatings(intent, 3, 2 * people),
  ]
}

/** The number of statements to rate: those of the panel, of rebuilt panels, of ballots and of controls. */
function ratings({ personas, focus_group, controls, stability }: StudyInput): number {
  const participants = focus_group === 'live' ? Math.min(personas, MAX_PARTICIPANTS) : 0
  return personas * (1 + stability) + 3 * participants + (controls ? 2 * Math.min(personas, MAX_CONTROL_PEOPLE) : 0)
}

function planDiscussion({ stimulus, focus_group, personas, topics, turns }: StudyInput): PlannedCalls[] {
  const participants = Math.min(personas, MAX_PARTICIPANTS)
  if (focus_group === 'off') return []
  if (focus_group === 'quick') {
    const { schema, participant, answer } = SIZES.script
    return [
      {
        task: 'discuss_quick',
        stage: 5,
        count: 1,
        input_tokens: tokensOf(DISCUSS_RULES) + tokensOf(stimulus) + schema + participants * participant,
        output_tokens: answer,
      },
    ]
  }
  const { speak, ballot } = SIZES
  const turnCap = Math.max(participants, turns ?? defaultTurnCap(participants, topics.length))
  const laterTurns = turnCap - participants
  const base = tokensOf(SPEAK_RULES) + tokensOf(stimulus) + speak.schema + speak.person
  const rounds = Math.ceil(laterTurns / SPEAKERS_AT_ONCE)
  const calls: PlannedCalls[] = [
    { task: 'speak', stage: 6, count: participants, input_tokens: base, output_tokens: speak.answer },
  ]
  for (let round = 0; round < rounds; round++) {
    calls.push({
      task: 'speak',
      stage: 7 + round,
      count: Math.min(SPEAKERS_AT_ONCE, laterTurns - round * SPEAKERS_AT_ONCE),
      input_tokens: base + speak.heard * speak.turn,
      output_tokens: speak.answer,
    })
  }
  // The closing round and the ballots run side by side; the coding follows beside the rating.
  calls.push({
    task: 'speak',
    stage: 7 + rounds,
    count: participants,
    input_tokens: base + speak.heard * speak.turn,
    output_tokens: speak.answer,
  })
  calls.push({
    task: 'ballot',
    stage: 7 + rounds,
    count: participants,
    input_tokens:
      tokensOf(BALLOT_RULES) + tokensOf(stimulus) + ballot.schema + ballot.person + speak.heard * speak.turn,
    output_tokens: ballot.answer,
  })
  const codedTurns = turnCap + participants
  calls.push({
    task: 'code_views',
    stage: 8 + rounds,
    count: 1,
    input_tokens:
      tokensOf(CODE_VIEWS_RULES) +
      SIZES.code.schema +
      TYPICAL_REASONS * participants * SIZES.code.view +
      codedTurns * SIZES.code.turn,
    output_tokens: Math.ceil(codedTurns * SIZES.code.marks_per_turn * SIZES.code.mark),
  })
  return calls
}

function planAnalysis({ stimulus, personas: n, focus_group, topics, turns }: StudyInput, stage: number): PlannedCalls {
  const { schema, full, short, claims, view, answer } = SIZES.analyse
  const participants = Math.min(n, MAX_PARTICIPANTS)
  const isLive = focus_group === 'live'
  const transcriptTokens = isLive
    ? (participants + (turns ?? defaultTurnCap(participants, topics.length))) * SIZES.speak.turn + TYPICAL_VIEWS * view
    : 0
  const script = focus_group === 'quick' ? SIZES.script.heard : 0
  return {
    task: 'analyse',
    stage,
    count: 1,
    input_tokens:
      tokensOf(ANALYSE_RULES) +
      tokensOf(stimulus) +
      schema +
      claims +
      n * (n <= MAX_FULL_ANSWERS ? full : short) +
      transcriptTokens +
      script,
    output_tokens: answer,
  }
}
