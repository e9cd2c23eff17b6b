import { z } from 'zod'
import { SENTENCE_FIELDS, STATEMENT_FIELDS } from '../domain/personas/persona-profile.js'
import { dataFile } from './data-file.js'
import { ARGUMENTS, HIDDEN_OBJECTIONS, OBJECTIONS } from './lexicon.js'
import { wordList } from './word-list.js'

/** Registers of speech; written answers are equal in all of them. */
const REGISTERS = ['plain', 'warm', 'formal'] as const
export type Register = (typeof REGISTERS)[number]
export type PerRegister = Readonly<Record<Register, string>>

/** Moves of a turn in a discussion, relative to the turn it answers. */
const MOVES = ['agree', 'object', 'add', 'concede', 'ask', 'answer'] as const
export type Move = (typeof MOVES)[number]

/** Fields of a person made up from an audience. */
const ASSUMED_FIELDS = [...STATEMENT_FIELDS, ...SENTENCE_FIELDS] as const
export type AssumedField = (typeof ASSUMED_FIELDS)[number]

const CONDITIONS = [
  'wary',
  'bold',
  'hurried',
  'patient',
  'novice',
  'expert',
  'late',
  'learns_from_documentation',
  'learns_from_video',
  'learns_from_peers',
  'learns_by_trying',
  'works_in_a_community',
  'works_in_a_team',
  'works_alone',
  'quarter_hour_a_day',
  'half_hour_a_day',
  'hour_a_day',
  'two_hours_a_day',
] as const

const VARIABLES = ['q', 'it', 'product', 'price', 'own', 'name', 'buy', 'cue', 'memory', 'dear']

/** A sentence with `{variables}`. */
const template = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const unknown = (text.match(/\{[^}]*\}?|\}/g) ?? []).find((variable) => !VARIABLES.includes(variable.slice(1, -1)))
    if (unknown !== undefined)
      context.addIssue({
        code: 'custom',
        message: `“${unknown}” is no variable; there are {${VARIABLES.join('}, {')}}.`,
      })
  })
const line = z.string().min(1)
const lines = z.tuple([line], line)

const recordOf = <K extends string, S extends z.ZodType>(keys: readonly K[], each: S) => z.record(z.enum(keys), each)
const perRegister = recordOf(REGISTERS, template)

/** An expression with the fragments that it names, which may name others. */
const expanded = (find: string, fragments: Readonly<Record<string, string>>): string =>
  find.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const fragment = fragments[name]
    return fragment === undefined ? whole : expanded(fragment, fragments)
  })

/** All phrases of the offline behaviour model, by file. */
export const PHRASES = {
  objections: dataFile(
    'phrases/objections.yaml',
    recordOf(
      OBJECTIONS,
      z.strictObject({
        friction: template,
        spoken: perRegister,
        why_not: template,
        proof_wanted: template,
        threshold: template,
        finding: template,
        fix: template,
        attack: template,
      }),
    ),
  ),
  answers: dataFile(
    'phrases/answers.yaml',
    z.strictObject({
      registers: recordOf(['warm', 'formal'], wordList('u')),
      gut: recordOf(['positive', 'mixed', 'neutral', 'negative'], perRegister),
      standpoint: perRegister,
      social: recordOf(['recommend', 'shrug', 'warn'], perRegister),
      arguments: recordOf(ARGUMENTS, z.strictObject({ reason: template, spoken: perRegister })),
      hidden: recordOf(HIDDEN_OBJECTIONS, z.strictObject({ reason: template, thought: template })),
      nothing_hidden: template,
      purchase: z.tuple([template, template, template, template, template]),
      no_threshold: template,
      memories: recordOf(['bad', 'good', 'said', 'none'], template),
      links: recordOf(MOVES, perRegister),
      tail: perRegister,
      impacts: recordOf(['open', ...MOVES], template),
      replies: recordOf(['repeats', 'price_missing', 'price_high', 'price_fair', 'believed', 'not_believed'], template),
    }),
  ),
  agent: dataFile(
    'phrases/agent.yaml',
    z.strictObject({
      openings: recordOf(
        ['cold', 'ready', 'vague', 'price', 'rival', 'not_the_decider', 'bad_fit', 'legal', 'going_on'],
        lines,
      ),
      questions: recordOf(['need', 'budget', 'authority', 'timeline'], lines),
      referrals: lines,
      removed: lines,
      clinging: lines,
      bot: lines,
      human: lines,
      discreet: lines,
      dodges: lines,
      no_price: lines,
      pushes: lines,
      find_out: lines,
      goodbyes: lines,
      confirmed: lines,
    }),
  ),
  prospect: dataFile(
    'phrases/prospect.yaml',
    z.strictObject({ first: lines, unasked: lines, no_idea: lines, agrees: lines, leaves: lines }),
  ),
  assumed: dataFile(
    'phrases/assumed.yaml',
    recordOf(
      ASSUMED_FIELDS,
      z
        .array(z.strictObject({ when: z.enum(CONDITIONS).optional(), text: line }))
        .refine((all) => all.some(({ when }) => when === undefined), 'One sentence has to be true of everybody.'),
    ),
  ),
  editing: dataFile(
    'phrases/editing.yaml',
    z
      .strictObject({
        fragments: z.record(z.string(), line),
        left: recordOf(['absurd', 'superlative'], line),
        rules: z
          .array(
            z.strictObject({
              kinds: z.array(z.enum(OBJECTIONS)).min(1),
              find: line,
              replace: z.string(),
              why: line,
              oncePerSentence: z.literal(true).optional(),
              saysElsewhere: z.literal(true).optional(),
            }),
          )
          .min(1),
      })
      .transform(({ fragments, left, rules }) => ({
        left,
        rules: rules.map((rule) => ({ ...rule, find: expanded(rule.find, fragments) })),
      })),
  ),
}

export type EditingRule = ReturnType<typeof PHRASES.editing>['rules'][number]
