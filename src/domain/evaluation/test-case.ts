import { z } from 'zod'

const line = z.string().trim().min(1)
export const MAX_CASE_TURNS = 20
/** Rules the agent must keep or must not break; the judge answers each. */
const Rules = z
  .array(line, 'Write rules as a list of sentences, even where there is one: ["…"].')
  .max(20, 'A case has at most 20 rules of a kind.')
  .default([])

/** Something a simulated prospect knows and says only when asked. */
export const HiddenFact = z.object({
  topic: z.enum(['budget', 'authority', 'need', 'timeline', 'other']),
  /** In the prospect's own words. */
  fact: line.max(600),
  /**
   * Words that show the fact has been told; one of them is enough. They decide whether the agent found it out, not a
   * model.
   */
  told_by: z.array(line.max(120)).min(1, 'A hidden fact needs at least one word or phrase in `told_by`.').max(12),
})
export type HiddenFact = z.infer<typeof HiddenFact>

/** A tool's answer in a case, and the call it answers. */
export const ToolMock = z.object({
  tool: line,
  /** Arguments the call must have; further arguments are allowed. Texts are compared without letter case. */
  arguments: z.record(z.string(), z.json()).default({}),
  answer: z.json().default(null),
  /** Whether the case fails without this call. */
  required: z.boolean().default(true),
})
export type ToolMock = z.infer<typeof ToolMock>

/** Requirements for a trial to pass, in place of the score's threshold. All that are given must hold. */
const SuccessRule = z.object({
  min_score: z.number().min(0).max(10).optional(),
  /** Minimum number of hidden facts found out. */
  facts_found: z.int().min(1).optional(),
  tool_called: z.string().optional(),
  /** The agent must say at least one of these phrases. */
  says_any: z.array(line).min(1).max(100).optional(),
})

/** A situation for an agent: one message, or a prospect who answers back. */
export const TestCase = z
  .object({
    name: line.max(200),
    /** The prospect's first message. */
    input: z.string().trim().max(20_000).default(''),
    expected_behavior: z.string().trim().max(5_000).default(''),
    /** Ids of the dimensions this case is most about. */
    rubric_focus: z.array(z.string()).max(100).default([]),
    category: z.string().trim().default('general'),
    /** Description of the prospect. With it the case is a conversation. */
    persona: z.string().trim().max(5_000).nullable().default(null),
    hidden_facts: z.array(HiddenFact).max(12).default([]),
    /** Maximum number of messages of the prospect; 1 is a single question and answer. */
    max_turns: z.int().min(1).max(MAX_CASE_TURNS).optional(),
    must: Rules,
    must_not: Rules,
    /** What the agent may state besides its prompt, its skill and its tools' answers. */
    allowed_claims: z.array(line).max(50).default([]),
    tools_mock: z.array(ToolMock).max(20).default([]),
    /** Whether required calls have to come in the order of `tools_mock`. */
    tools_in_order: z.boolean().default(false),
    success: SuccessRule.nullable().default(null),
    /** Cases of one cluster (one prospect, one document) are not independent of each other. */
    cluster_id: z.string().nullable().default(null),
    /** A critical case that does not pass prevents approval, whatever the other scores. */
    critical: z.boolean().default(false),
  })
  .superRefine((test, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message })
    if (test.input === '' && test.persona === null)
      problem(`The case "${test.name}" needs an \`input\` (one message) or a \`persona\` (a conversation).`)
    if (test.persona === null && test.hidden_facts.length > 0)
      problem(`The case "${test.name}" hides facts, but has no \`persona\` that could tell them.`)
    if (test.persona === null && (test.max_turns ?? 1) > 1)
      problem(`The case "${test.name}" has several turns, but no \`persona\` to take them.`)
    if ((test.success?.facts_found ?? 0) > test.hidden_facts.length)
      problem(`The case "${test.name}" wants more facts found than it hides.`)
  })
export type TestCase = z.infer<typeof TestCase>

const DEFAULT_TURNS = 6
export const turnsOf = ({ persona, max_turns }: Pick<TestCase, 'persona' | 'max_turns'>): number =>
  persona === null ? 1 : (max_turns ?? DEFAULT_TURNS)
