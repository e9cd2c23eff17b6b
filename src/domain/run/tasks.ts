import { z } from 'zod'
import { AgentFacts } from '../evaluation/agent.js'
import { AgentAnswer, ConversationTurn, ProspectAnswer, ToolCall } from '../evaluation/conversation.js'
import { JudgeAnswer, PairAnswer } from '../evaluation/judgement.js'
import { Dimension } from '../evaluation/rubric.js'
import { HiddenFact } from '../evaluation/test-case.js'
import { AnalystAnswer } from '../panel/analysis.js'
import { Life, ReplyAnswer } from '../panel/ask.js'
import { Claim, ClaimsAnswer } from '../panel/claim.js'
import { DiscussionScript } from '../panel/discussion.js'
import { FidelityAnswer } from '../panel/fidelity.js'
import { BallotAnswer, Reason, Recollection, RoomTurn, SpokenTurn, ViewMark } from '../panel/focus-group.js'
import { Finding, RewriteAnswer } from '../panel/refinement.js'
import { PersonaAnswer, PrivateReason, Response } from '../panel/response.js'
import { ShortReaction } from '../panel/short-reaction.js'
import { Picture, PictureReading } from '../panel/stimulus.js'
import { Category, Persona, SkepticismLevel } from '../personas/persona.js'
import { PlanAnswer } from '../personas/persona-plan.js'
import { PersonaBrief, PersonaProse } from '../personas/persona-profile.js'
import { Evidence, Passage, Respondent, SynthesisAnswer } from '../personas/research.js'
import { ExitAnswer, ExitFacts, SessionAnswer, SessionFacts } from '../simulation/session-plan.js'

export type TaskDefinition = {
  /** Which configured model answers. */
  readonly role: 'persona' | 'analysis' | 'judge'
  /** The structured material behind the prompt. The offline model answers from it; its hash is the memo key. */
  readonly facts: z.ZodType
  /** Schema of the answer. No records, and no unions at the root: structured output supports neither. */
  readonly answer: z.ZodType
  /** The answer judges or is judged: an answer that is too long or out of range is invalid, never cut or clipped. */
  readonly exact?: true
  /** The run can do without the answer: a request that the provider rejects settles this step alone. */
  readonly optional?: true
  readonly max_tokens: number
}

const stimulus = {
  stimulus: z.string(),
  /** Context beside the proposition: product, price, audience; '' for none. */
  about: z.string(),
  category: Category,
  skepticism: SkepticismLevel,
}
/** A respondent with everything nobody else sees: answer and private ballot. */
const respondent = { persona: Persona, response: Response, reasons: z.array(Reason) }

/** What a judge knows beside the conversation. It never sees the weights, so it cannot echo them. */
const judgedCase = {
  case_id: z.string(),
  name: z.string(),
  category: z.string(),
  expected_behavior: z.string(),
  /** The agent's instructions. */
  instructions: z.string(),
  dimensions: z.array(Dimension.omit({ weight: true })),
}

/** Every question to a language model. A new task is an entry here, a prompt in the engine and an offline answer. */
export const TASKS = {
  claims: {
    role: 'persona',
    facts: z.object({ stimulus: z.string(), about: z.string(), category: Category }),
    answer: ClaimsAnswer,
    max_tokens: 1_500,
  },
  read_pictures: {
    role: 'analysis',
    facts: z.object({
      pictures: z.array(Picture.omit({ data: true }).extend({ length: z.int() })),
    }),
    answer: PictureReading,
    max_tokens: 6_000,
  },
  respond: {
    role: 'persona',
    facts: z.object({
      ...stimulus,
      persona: Persona,
      claims: z.array(Claim),
      /** Whether private reasons are asked for: a discussion follows. */
      ballot: z.boolean(),
      /** Number of the instrument's wording; 0 is the standard. */
      variant: z.int(),
      /** Propositions this person saw earlier in this sitting, with their words about buying; oldest first. */
      seen: z.array(z.object({ stimulus: z.string(), purchase_statement: z.string() })),
      /** What was out of character in the last try; '' on the first try. */
      feedback: z.string(),
    }),
    answer: PersonaAnswer,
    max_tokens: 3_000,
  },
  react: {
    role: 'persona',
    facts: z.object({ ...stimulus, persona: Persona }),
    answer: ShortReaction,
    max_tokens: 600,
  },
  check_fidelity: {
    role: 'persona',
    facts: z.object({ people: z.array(z.object({ persona: Persona, response: Response })) }),
    answer: FidelityAnswer,
    exact: true,
    max_tokens: 1_500,
  },
  rate_intent: {
    role: 'persona',
    facts: z.object({ purchase_statement: z.string() }),
    answer: z.object({
      /** Probability of each point, "definitely would not buy" first. */
      probabilities: z.array(z.number().min(0).max(1)).min(5).max(5),
    }),
    max_tokens: 300,
  },
  /** Rates many statements in one call, each by itself. */
  rate_panel: {
    role: 'persona',
    facts: z.object({ statements: z.array(z.string()) }),
    answer: z.object({
      /** One for each statement, short because there are many: "7:4", its number and its point on the scale. */
      codes: z.array(z.string().max(12)).max(60),
    }),
    max_tokens: 1_500,
  },
  discuss_quick: {
    role: 'persona',
    facts: z.object({ ...stimulus, personas: z.array(Persona), responses: z.array(Response) }),
    answer: DiscussionScript,
    max_tokens: 4_000,
  },
  speak: {
    role: 'persona',
    facts: z.object({
      ...stimulus,
      ...respondent,
      /** Names of everybody in the room. */
      room: z.array(z.string()),
      topic: z.string(),
      /** Numbers of the person's own reasons already said aloud. */
      voiced: z.array(z.string()),
      /** What was heard in the room; empty in the opening round. */
      heard: Recollection,
      /** Whether this is the closing round, in which everybody answers aloud what the ballot asks. */
      closing: z.boolean(),
    }),
    answer: SpokenTurn,
    max_tokens: 600,
  },
  ballot: {
    role: 'persona',
    facts: z.object({ ...stimulus, ...respondent, heard: Recollection }),
    answer: BallotAnswer,
    max_tokens: 1_000,
  },
  /** Marks of what each turn does to each view, coded blind: turns without speakers, views without holders, both shuffled. */
  code_views: {
    role: 'persona',
    optional: true,
    facts: z.object({
      turns: z.array(z.object({ turn: z.int(), text: z.string() })),
      views: z.array(z.object({ view: z.string(), text: z.string(), side: PrivateReason.shape.side })),
    }),
    answer: z.object({ marks: z.array(ViewMark).max(400) }),
    max_tokens: 8_000,
  },
  analyse: {
    role: 'analysis',
    optional: true,
    facts: z.object({
      ...stimulus,
      claims: z.array(Claim),
      responses: z.array(Response),
      /** The one-call discussion; `null` where none was held. */
      discussion: DiscussionScript.nullable(),
      /** The live discussion as the room heard it; empty without one. */
      turns: z.array(RoomTurn),
      /** Views computed as suppressed: the analyst explains them and does not edit them. */
      suppressed: z.array(z.object({ view: z.string(), holders: z.array(z.string()) })),
    }),
    answer: AnalystAnswer,
    max_tokens: 8_000,
  },
  rewrite: {
    role: 'analysis',
    facts: z.object({ stimulus: z.string(), category: Category, findings: z.array(Finding) }),
    answer: RewriteAnswer,
    max_tokens: 4_000,
  },
  reply: {
    role: 'persona',
    facts: z.object({
      ...stimulus,
      ...respondent,
      heard: Recollection,
      earlier: z.array(z.object({ question: z.string(), answer: z.string() })),
      question: z.string(),
    }),
    answer: ReplyAnswer,
    max_tokens: 900,
  },
  /** The answer of a person who lived with a product, about that time. */
  look_back: {
    role: 'persona',
    facts: z.object({
      life: Life,
      earlier: z.array(z.object({ question: z.string(), answer: z.string() })),
      question: z.string(),
    }),
    answer: ReplyAnswer,
    max_tokens: 900,
  },
  agent_turn: {
    role: 'analysis',
    facts: z.object({
      agent: AgentFacts,
      case_id: z.string(),
      /** Part of the facts, so that trials have different keys: an answer is never reused for another trial. */
      trial: z.int(),
      conversation: z.array(ConversationTurn),
      /** Calls made in this turn, with their answers. */
      called: z.array(ToolCall),
    }),
    answer: AgentAnswer,
    exact: true,
    max_tokens: 1_500,
  },
  prospect_turn: {
    role: 'persona',
    facts: z.object({
      case_id: z.string(),
      trial: z.int(),
      /** Who the prospect is, in words. */
      who: z.string(),
      hidden_facts: z.array(HiddenFact),
      conversation: z.array(ConversationTurn),
      /** Messages the prospect has left, this one included. */
      turns_left: z.int(),
    }),
    answer: ProspectAnswer,
    max_tokens: 600,
  },
  judge_case: {
    role: 'judge',
    facts: z.object({
      ...judgedCase,
      rubric_focus: z.array(z.string()),
      must: z.array(z.string()),
      must_not: z.array(z.string()),
      conversation: z.array(ConversationTurn),
      trial: z.int(),
      judge: z.int(),
      /** Problems with this judge's first answer; empty in the first round. */
      problems: z.array(z.string()),
      /** Passages that words cannot decide; left out where there are none. */
      doubts: z
        .object({
          /** Instructions for answering them, as of the run's beginning. */
          rules: z.string(),
          passages: z.array(z.object({ question: z.string(), passage: z.string(), against: z.string() })),
          /** What the agent may state besides its instructions. */
          may_say: z.array(z.string()),
        })
        .optional(),
    }),
    answer: JudgeAnswer,
    exact: true,
    max_tokens: 3_000,
  },
  judge_pair: {
    role: 'judge',
    facts: z.object({
      ...judgedCase,
      first: z.array(ConversationTurn),
      second: z.array(ConversationTurn),
      trial: z.int(),
    }),
    answer: PairAnswer,
    exact: true,
    max_tokens: 800,
  },
  synthesise: {
    role: 'analysis',
    facts: z.object({ passages: z.array(Passage), part: z.int(), parts: z.int() }),
    answer: SynthesisAnswer,
    max_tokens: 8_000,
  },
  plan_personas: {
    role: 'analysis',
    facts: z.object({
      evidence: z.array(Evidence),
      respondents: z.array(Respondent),
      count: z.int(),
      diversity: z.number(),
      /** An audience: nobody was asked, so there is no evidence. */
      audience: z.string().optional(),
    }),
    answer: PlanAnswer,
    max_tokens: 6_000,
  },
  write_persona: {
    role: 'persona',
    facts: z.object({
      brief: PersonaBrief,
      /** Evidence this person may rest on: findings of its own respondent, and findings about everybody or its kind. */
      evidence: z.array(Evidence),
      /** The research's description of the respondent, without a name; '' where there is none. */
      respondent_is: z.string(),
      archetypes: z.array(z.object({ name: z.string(), description: z.string() })),
      edge_cases: z.array(z.object({ name: z.string(), description: z.string() })),
      /** A person of the set that this one resembled too much; '' on the first try. */
      unlike: z.string(),
      audience: z.string().optional(),
      /** What contradicted the brief in the last try; absent on the first try. */
      contradicted: z.string().optional(),
    }),
    answer: PersonaProse,
    max_tokens: 2_500,
  },
  session: {
    role: 'persona',
    facts: SessionFacts,
    answer: SessionAnswer,
    max_tokens: 1_200,
  },
  /** Somebody who left, or whose weeks are over, looks back on the last session and says why. */
  exit_interview: {
    role: 'persona',
    optional: true,
    facts: ExitFacts,
    answer: ExitAnswer,
    max_tokens: 400,
  },
} as const satisfies Record<string, TaskDefinition>

export type TaskName = keyof typeof TASKS
export type FactsOf<T extends TaskName> = z.infer<(typeof TASKS)[T]['facts']>
export type AnswerOf<T extends TaskName> = z.infer<(typeof TASKS)[T]['answer']>
