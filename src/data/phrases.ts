import { z } from 'zod'
import { SENTENCE_FIELDS, STATEMENT_FIELDS } from '../domain/persona-profile.js'
import { dataFile } from './data-file.js'
import { ARGUMENTS, CLAIM_WEAKNESSES, OBJECTIONS, PRIVATE_OBJECTIONS } from './lexicon.js'
import { wordList } from './word-list.js'

/** Manners of speaking. Every bank of phrases has one sentence per voice, so people of different voices never share one. */
export const VOICES = ['blunt', 'warm', 'dry', 'precise', 'keen', 'gentle', 'formal', 'story'] as const
export type Voice = (typeof VOICES)[number]
export type PerVoice = Readonly<Record<Voice, string>>

/** Moves of a turn in a quick discussion. */
const MOVES = ['open', 'agree', 'object', 'bridge', 'add', 'yield', 'insist', 'close'] as const
export type Move = (typeof MOVES)[number]

/** Moves of a turn in a live discussion, relative to the turn it answers. */
const TURN_MOVES = ['agree', 'object', 'add', 'concede', 'ask', 'answer'] as const
export type TurnMove = (typeof TURN_MOVES)[number]

const GUT_LEVELS = ['positive', 'mixed', 'neutral', 'negative', 'absurd', 'lost'] as const
export type GutLevel = (typeof GUT_LEVELS)[number]

const INTENT_BANDS = ['yes', 'maybe', 'unlikely', 'no'] as const
export type IntentBand = (typeof INTENT_BANDS)[number]

/** Fields of a generated persona that are assumed where the research says nothing. */
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
] as const

const VARIABLES = ['q', 'it', 'price', 'buy', 'other', 'value', 'own', 'topic', 'name']

/** A sentence with `[one|another]` choices and `{variables}`. */
const template = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message })
    if (/[[\]]/.test(text.replace(/\[[^[\]]*\]/g, ''))) problem('A “[” without its “]”, or a choice inside a choice.')
    const unknown = (text.match(/\{[^}]*\}?|\}/g) ?? []).find((variable) => !VARIABLES.includes(variable.slice(1, -1)))
    if (unknown !== undefined) problem(`“${unknown}” is no variable; there are {${VARIABLES.join('}, {')}}.`)
  })
const templates = z.tuple([template], template)
const line = z.string().min(1)
const lines = z.tuple([line], line)

const perVoice = z.record(z.enum(VOICES), template)
const recordOf = <K extends string, S extends z.ZodType>(keys: readonly K[], each: S) => z.record(z.enum(keys), each)
const OBJECTIONS_AND_NONE = [...OBJECTIONS, 'none'] as const
const ALL_OBJECTIONS = [...PRIVATE_OBJECTIONS, ...OBJECTIONS] as const

/** All phrases of the offline behaviour model, by file. */
export const PHRASES = {
  voices: dataFile('phrases/voices.yaml', recordOf(VOICES, wordList('u'))),
  reactions: dataFile(
    'phrases/reactions.yaml',
    z.strictObject({
      gut: recordOf(GUT_LEVELS, perVoice),
      intent: recordOf(INTENT_BANDS, perVoice),
      lost: perVoice,
      social: recordOf(['recommend', 'shrug', 'warn'], perVoice),
      said_aloud: recordOf(OBJECTIONS, perVoice),
    }),
  ),
  objections: dataFile('phrases/objections.yaml', recordOf(OBJECTIONS, perVoice)),
  frictions: dataFile('phrases/frictions.yaml', recordOf(OBJECTIONS, perVoice)),
  thresholds: dataFile('phrases/thresholds.yaml', recordOf(OBJECTIONS_AND_NONE, perVoice)),
  private: dataFile(
    'phrases/private.yaml',
    z.strictObject({ thoughts: recordOf(PRIVATE_OBJECTIONS, perVoice), blunt: recordOf(OBJECTIONS, perVoice) }),
  ),
  arguments: dataFile(
    'phrases/arguments.yaml',
    z.strictObject({ sentences: recordOf(ARGUMENTS, perVoice), concessions: perVoice }),
  ),
  ballot: dataFile(
    'phrases/ballot.yaml',
    z.strictObject({ against: recordOf(PRIVATE_OBJECTIONS, line), in_favour: recordOf(ARGUMENTS, line) }),
  ),
  belief: dataFile(
    'phrases/belief.yaml',
    recordOf(VOICES, z.tuple([line, line, line, line, line, line, line, line])).refine((ladder) => {
      const all = Object.values(ladder).flat()
      return new Set(all).size === all.length
    }, 'Two steps have the same sentence, so it could not be read back from the words.'),
  ),
  doubts: dataFile(
    'phrases/doubts.yaml',
    z.strictObject({ why_not: recordOf(CLAIM_WEAKNESSES, perVoice), proof_wanted: recordOf(CLAIM_WEAKNESSES, lines) }),
  ),
  memories: dataFile(
    'phrases/memories.yaml',
    z.strictObject({ leads: perVoice, effects: recordOf(['bad', 'good', 'even'], perVoice), none: perVoice }),
  ),
  purchase: dataFile('phrases/purchase.yaml', z.tuple([perVoice, perVoice, perVoice, perVoice, perVoice])),
  replies: dataFile(
    'phrases/replies.yaml',
    z.strictObject({
      leads: perVoice,
      repeats: perVoice,
      price: recordOf(['missing', 'high', 'fair'], perVoice),
      believed: perVoice,
      not_believed: perVoice,
    }),
  ),
  standpoint: dataFile(
    'phrases/standpoint.yaml',
    z.strictObject({
      gut: perVoice,
      considered: perVoice,
      belief_leads: perVoice,
      against_leads: perVoice,
      for_leads: perVoice,
      more_leads: perVoice,
      close_leads: perVoice,
    }),
  ),
  discussion: dataFile(
    'phrases/discussion.yaml',
    z.strictObject({ links: recordOf(MOVES, perVoice), impacts: recordOf(MOVES, templates) }),
  ),
  turns: dataFile('phrases/turns.yaml', z.strictObject({ links: recordOf(TURN_MOVES, perVoice), tails: perVoice })),
  findings: dataFile(
    'phrases/findings.yaml',
    z.strictObject({
      findings: recordOf(
        OBJECTIONS,
        z.strictObject({
          weakness: template,
          issue: template,
          fix: template,
          vulnerability: template,
          attack: template,
        }),
      ),
      unsaid: recordOf(ALL_OBJECTIONS, line),
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
        rules: z
          .array(
            z.strictObject({
              kinds: z.array(z.enum(OBJECTIONS)).min(1),
              find: line,
              replace: z.string(),
              why: line,
              oncePerSentence: z.literal(true).optional(),
            }),
          )
          .min(1),
      })
      .transform(({ fragments, rules }) =>
        rules.map((rule) => ({
          ...rule,
          find: rule.find.replace(/\{([a-z]+)\}/g, (whole, name: string) => fragments[name] ?? whole),
        })),
      ),
  ),
}

export type EditingRule = ReturnType<typeof PHRASES.editing>[number]
export type Finding = ReturnType<typeof PHRASES.findings>['findings']['figure']
