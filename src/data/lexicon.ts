import { z } from 'zod'
import { Category } from '../domain/persona.js'
import { Evidence } from '../domain/research.js'
import { dataFile } from './data-file.js'
import { expression, wordList } from './word-list.js'

/** Kinds of objections. The order matters: a sentence has the first kind whose words it contains. */
export const OBJECTIONS = [
  'unreadable',
  'harm',
  'absurd',
  'thin',
  'long',
  'price_missing',
  'price_dearer',
  'pressure',
  'strings',
  'crowd',
  'jargon',
  'superlative',
  'vague',
  'figure',
  'promise',
  'price_high',
  'missing',
  'irrelevant',
] as const
export type Objection = (typeof OBJECTIONS)[number]

/** Kinds of private objections, which people do not say aloud. */
export const PRIVATE_OBJECTIONS = [
  'money',
  'household',
  'habit',
  'image',
  'hassle',
  'motive',
  'regret',
  'career',
  'conformity',
] as const
export type PrivateObjection = (typeof PRIVATE_OBJECTIONS)[number]

/** Kinds of arguments for a proposition. */
export const ARGUMENTS = ['proof', 'fit', 'plain', 'guarantee', 'value', 'crowd_good', 'novel'] as const
export type Argument = (typeof ARGUMENTS)[number]

/** Kinds of weaknesses of a claim, the gravest first. */
export const CLAIM_WEAKNESSES = ['absurd', 'superlative', 'figure', 'promise', 'vague'] as const
export type ClaimWeakness = (typeof CLAIM_WEAKNESSES)[number]

/** Concepts that people care about and texts mention. */
export const CONCEPTS = [
  'health',
  'taste',
  'ease',
  'savings',
  'planet',
  'family',
  'safety',
  'quality',
  'honesty',
  'privacy',
  'control',
  'novelty',
  'comfort',
  'pleasure',
  'status',
  'reliability',
  'growth',
  'compatibility',
  'support',
  'tradition',
  'community',
  'fairness',
] as const
export type Concept = (typeof CONCEPTS)[number]

/** Situations that a message to a sales agent creates, the gravest first. */
export const SITUATIONS = [
  'opt_out',
  'trick',
  'bot_question',
  'legal',
  'not_the_decider',
  'bad_fit',
  'rival',
  'price',
  'ready',
  'cold',
  'vague',
] as const
export type Situation = (typeof SITUATIONS)[number] | 'going_on'

/** Topics for qualifying a prospect. */
export const QUALIFYING_TOPICS = ['need', 'budget', 'authority', 'timeline'] as const
export type QualifyingTopic = (typeof QUALIFYING_TOPICS)[number]

const GLOBAL_LIST = wordList('gu')
const points = z.number().min(0).max(1)
const weightedList = z.strictObject({ weight: points, heard: wordList('u') })
const levels = z.array(z.strictObject({ level: z.string(), heard: wordList('i') })).min(2)

const EvidenceKind = Evidence.shape.kind

/** The words that the offline behaviour model recognizes, by file. */
export const LEXICON = {
  objections: dataFile(
    'lexicon/objections.yaml',
    z.strictObject({
      spoken: z.record(z.enum(OBJECTIONS), weightedList),
      private: z.record(z.enum(PRIVATE_OBJECTIONS), weightedList),
    }),
  ),
  claims: dataFile(
    'lexicon/claims.yaml',
    z.strictObject({
      superlative: GLOBAL_LIST,
      vague: GLOBAL_LIST,
      jargon: GLOBAL_LIST,
      weak_proof: GLOBAL_LIST,
      benefit: GLOBAL_LIST,
      figure: GLOBAL_LIST,
      pressure: GLOBAL_LIST,
      guarantee: GLOBAL_LIST,
      crowd: GLOBAL_LIST,
      strings: GLOBAL_LIST,
      harm: GLOBAL_LIST,
      novelty: GLOBAL_LIST,
      absurd: z.array(GLOBAL_LIST).min(1),
      evidence: z.record(
        z.enum(['test', 'sample', 'outside_body', 'place_to_check', 'date']),
        z.strictObject({ points, heard: GLOBAL_LIST }),
      ),
    }),
  ),
  concepts: dataFile(
    'lexicon/concepts.yaml',
    z.record(
      z.enum(CONCEPTS),
      z
        .array(expression)
        .min(1)
        .transform((stems) => new RegExp(`\\b(?:${stems.join('|')})`, 'iu')),
    ),
  ),
  topics: dataFile(
    'lexicon/topics.yaml',
    z.record(
      Category,
      z.array(z.strictObject({ topic: z.string().min(1), matters_to: z.enum(CONCEPTS), heard: wordList('u') })).min(1),
    ),
  ),
  conversations: dataFile(
    'lexicon/conversations.yaml',
    z.strictObject({
      situations: z.record(z.enum(SITUATIONS), wordList('i')),
      asked: z.record(z.enum(QUALIFYING_TOPICS), wordList('i')),
    }),
  ),
  research: dataFile(
    'lexicon/research.yaml',
    z.strictObject({
      kinds: z.array(z.strictObject({ kind: EvidenceKind, heard: wordList('i') })).min(1),
      core_axes: z.record(
        z.enum([
          'experience_level',
          'company_size',
          'tech_adoption',
          'risk_tolerance',
          'patience_level',
          'learning_style',
          'collaboration_style',
        ]),
        levels,
      ),
      context_axes: z.array(z.strictObject({ axis: z.string(), levels })),
      edge_cases: z.array(z.strictObject({ name: z.string(), heard: wordList('i') })),
      tools: wordList('gi'),
    }),
  ),
}

export type Topic = ReturnType<typeof LEXICON.topics>['fmcg'][number]
