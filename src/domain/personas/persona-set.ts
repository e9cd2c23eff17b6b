import { z } from 'zod'
import { Audience } from '../panel/audience.js'
import { seedUpTo } from '../run/seed.js'
import { ARCHETYPE_IDS } from './archetype-ids.js'
import { contradictionInAudience } from './contradictions.js'
import { PersonaPlan } from './persona-plan.js'
import { PersonaProfile } from './persona-profile.js'
import {
  ColumnNote,
  Evidence,
  MAX_DOCUMENTS,
  MAX_RESEARCH_CHARACTERS,
  Passage,
  RecordsTable,
  ResearchDocument,
  Respondent,
} from './research.js'

export const MAX_SET = 1_000

/** The name of a set: in `--panel my-set`, in lists, in reports. */
export const SetName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{1,39}$/,
    'The name of a persona set has 2 to 40 small letters, digits and hyphens, and begins with a letter.',
  )
  .refine(
    (name) => !ARCHETYPE_IDS.includes(name),
    'That is the name of a built-in archetype; give the persona set another one.',
  )

/** Makes a set's name from a title: "Night-shift nurses" becomes `night-shift-nurses`. `null` for a title without letters. */
export function setNameFrom(words: string): string | null {
  const name = words
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return name.length >= 2 ? name : null
}

/** A kind of person a user wants in the set: their own description, or one of the built-in archetypes. */
export const PersonaTemplate = z.object({
  name: z.string().min(1).max(80),
  description: z.string().min(1).max(600),
  /** How common the kind is beside the others; only the ratio counts. */
  weight: z.number().min(1).max(100).default(10),
  /** What is known about the kind, a sentence each; statements about a persona may cite these. */
  statements: z.array(z.string().min(1).max(400)).max(40).default([]),
  variations: z.array(z.string().min(1).max(80)).max(6).default([]),
})
export type PersonaTemplate = z.infer<typeof PersonaTemplate>

/** Input of a persona generation. Documents are text by now, and records lack the columns recognised as identifying people. */
export const PersonaGenerationInput = z
  .object({
    name: SetName,
    /** Description of the people where there is no research: everything about them is then assumed. */
    audience: Audience.optional(),
    documents: z
      .array(ResearchDocument)
      .max(MAX_DOCUMENTS, `At most ${MAX_DOCUMENTS} documents can be given.`)
      .default([]),
    records: z.array(RecordsTable).max(3, 'At most 3 files of records can be given.').default([]),
    templates: z.array(PersonaTemplate).max(12, 'At most 12 templates can be given.').default([]),
    /** Built-in archetypes of the pressure test to use as templates, by id. */
    archetypes: z.array(z.string()).max(12, 'At most 12 archetypes can be given.').default([]),
    count: z
      .int()
      .min(3, 'A persona set has at least 3 people.')
      .max(MAX_SET, `A persona set has at most ${MAX_SET.toLocaleString('en-US')} people.`)
      .default(30),
    /** 0: as common as in the research; 1: every level of every axis equally often. */
    diversity: z
      .number()
      .min(0, 'The diversity is a number from 0 to 1.')
      .max(1, 'The diversity is a number from 0 to 1.')
      .default(0.8),
    seed: seedUpTo(2 ** 32 - 1).default(1),
  })
  .superRefine(({ audience, documents, records, templates, archetypes }, context) => {
    const given = documents.length + records.length + templates.length + archetypes.length
    if (audience === undefined && given === 0)
      context.addIssue({
        code: 'custom',
        message:
          'Give at least one research document, file of records or template to make personas from, or an audience.',
      })
    const contradiction = audience === undefined ? null : contradictionInAudience(audience)
    if (contradiction !== null) context.addIssue({ code: 'custom', path: ['audience'], message: contradiction })
    if (audience !== undefined && given > 0)
      context.addIssue({
        code: 'custom',
        message:
          'An audience in words goes alone, as people made up from it are no findings: leave out the audience, or the files, templates and archetypes.',
      })
  })
  .refine(({ documents }) => documents.reduce((sum, { text }) => sum + text.length, 0) <= MAX_RESEARCH_CHARACTERS, {
    message: `The documents together have more than ${MAX_RESEARCH_CHARACTERS.toLocaleString('en-US')} characters; leave some out.`,
  })
export type PersonaGenerationInput = z.infer<typeof PersonaGenerationInput>

const axisFigures = z.object({
  axis_id: z.string(),
  name: z.string(),
  levels: z.int(),
  levels_covered: z.int(),
  /** H / ln k: 1 where all levels are equally common, 0 where everybody is alike. */
  entropy: z.number(),
})

/** How diverse a set is, counted from what was drawn, never judged by a model. */
export const DiversityReport = z.object({
  asked: z.number(),
  /** Share of the covered pairs of levels of two axes, of the pairs that this number of people can cover. */
  coverage: z.number(),
  coverage_before_repair: z.number(),
  pairs: z.object({ covered: z.int(), achievable: z.int() }),
  /** Mean of the axes' normalised entropies. */
  entropy: z.number(),
  axes: z.array(axisFigures),
  /** Coverage of every two axes, for the picture; axes by their place in `axes`. */
  axis_pairs: z.array(z.object({ a: z.int(), b: z.int(), covered: z.int(), achievable: z.int() })),
  /** Number of levels swapped between two people to fill a gap. */
  repairs: z.int(),
  reached: z.boolean(),
  sentence: z.string(),
})
export type DiversityReport = z.infer<typeof DiversityReport>

/** People with nearly the same description. */
export const TwinReport = z.object({
  /** Minimum cosine of two descriptions that count as twins. */
  threshold: z.number(),
  embedder: z.string(),
  replaced: z.array(z.object({ id: z.string(), like: z.string(), similarity: z.number(), round: z.int() })),
  left: z.array(z.object({ id: z.string(), like: z.string(), similarity: z.number() })),
  /** Mean over the people of the similarity to their nearest neighbour. */
  mean_nearest: z.number(),
  sentence: z.string(),
})
export type TwinReport = z.infer<typeof TwinReport>

/** How much of the set's content has a source. */
export const SourceReport = z.object({
  /** Statements about people, and how many of them a passage supports or not. */
  claims: z.int(),
  quoted: z.int(),
  assumed: z.int(),
  /** Cited sources that were rejected: unknown, or without a word in common with the statement. */
  rejected: z.int(),
  /** Statements left out because they repeat what another respondent said. */
  mixed: z.int().default(0),
  /** Quotes of the synthesis looked up in the documents. */
  quotes: z.object({ checked: z.int(), verified: z.int(), dropped: z.int() }),
  sentence: z.string(),
})
export type SourceReport = z.infer<typeof SourceReport>

/** Contradictions within a set, as far as code can tell, and how they were resolved. */
const ContradictionReport = z.object({
  /** People who got another level where two of their levels contradicted each other. */
  redrawn: z.int(),
  /** People written again because their text contradicted their drawn levels. */
  rewritten: z.array(z.object({ id: z.string(), why: z.string() })),
  /** Sentences that contradicted it again, and were replaced. */
  replaced: z.array(z.object({ id: z.string(), why: z.string() })),
  /** Contradictions that remain, such as those in real records. */
  left: z.array(z.object({ id: z.string(), why: z.string() })),
  sentence: z.string(),
})
export type ContradictionReport = z.infer<typeof ContradictionReport>

const inSetAndNot = z.object({ found: z.int(), in_set: z.int(), left: z.array(z.string()) })

/** How much of the research was read, and how much of it is in the set. */
export const ReadingReport = z.object({
  documents: z.array(
    z.object({
      name: z.string(),
      /** How the document's respondents are told apart. */
      structure: z.enum(['rows', 'turns', 'posts', 'headings', 'quotes', 'one person', 'none']),
      respondents: z.int(),
      sentences: z.int(),
      attached: z.int(),
      others: z.int(),
    }),
  ),
  /** Share of sentences attached to a respondent; sentences of the interviewer or seller are not counted. */
  read: z.number(),
  /** Shares of the statements about the people, drawn traits included, with a passage and without. */
  quoted: z.number(),
  assumed: z.number(),
  respondents: inSetAndNot,
  kinds: inSetAndNot,
  edge_cases: inSetAndNot,
  /** Wants, troubles, fears, criteria and refusals; `null` offline, where they cannot be told from other sentences. */
  needs: inSetAndNot.nullable(),
  sentences: z.array(z.string()),
})
export type ReadingReport = z.infer<typeof ReadingReport>

/** A set of synthetic people with everything it rests on. */
export const PersonaGenerationResult = z.object({
  set_name: SetName,
  synthetic: z.literal(true),
  asked: z.object({ count: z.int(), diversity: z.number() }),
  /** The audience these people were made up from; absent where they rest on research or templates. */
  audience: z.string().optional(),
  documents: z.array(z.object({ document_id: z.string(), name: z.string(), characters: z.int(), passages: z.int() })),
  records: z.array(z.object({ name: z.string(), rows: z.int(), columns: z.array(ColumnNote) })),
  /** The passages that something cites. */
  passages: z.array(Passage),
  evidence: z.array(Evidence),
  respondents: z.array(Respondent).default([]),
  plan: PersonaPlan,
  personas: z.array(PersonaProfile),
  diversity: DiversityReport,
  twins: TwinReport,
  sources: SourceReport,
  /** Absent in older sets. */
  contradictions: ContradictionReport.optional(),
  /** `null` in older sets, and in sets made of templates and figures alone. */
  reading: ReadingReport.nullable().default(null),
  sentence: z.string(),
})
export type PersonaGenerationResult = z.infer<typeof PersonaGenerationResult>

export const SET_FORMAT = 'pressure-test/persona-set/1'

/** A saved set as exported and imported. Version and times are those of the exporting installation. */
export const PersonaSetDocument = z.object({
  format: z.literal(SET_FORMAT),
  name: SetName,
  version: z.int().min(1),
  synthetic: z.literal(true),
  /** The origin of the set, in a sentence. */
  origin: z.string(),
  run_id: z.string().nullable(),
  last_updated: z.string(),
  passages: z.array(Passage),
  personas: z.array(PersonaProfile).min(1).max(MAX_SET),
})
export type PersonaSetDocument = z.infer<typeof PersonaSetDocument>

/** Members of saved sets as of the run's submission: the run does not change with the set. */
export const PanelPeople = z.object({
  sets: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      /** Number of people in the whole set; `members` are those a panel of this size can seat. */
      size: z.int(),
      members: z.array(PersonaProfile).min(1),
    }),
  ),
  passages: z.array(Passage),
})
export type PanelPeople = z.infer<typeof PanelPeople>

/** The sources of a panel's people: the statements about each, and the passage behind each statement. */
export const PanelSources = z.object({
  sets: z.array(z.object({ name: z.string(), version: z.int(), size: z.int() })),
  people: z.array(
    z.object({
      persona_id: z.string(),
      set: z.string(),
      role: z.string(),
      confidence_score: z.number(),
      claims: z.array(
        z.object({
          field: z.string(),
          text: z.string(),
          basis: z.enum(['quoted', 'sampled', 'assumed', 'given']),
          passage_id: z.string().nullable(),
          quote: z.string(),
        }),
      ),
    }),
  ),
  passages: z.array(Passage),
})
export type PanelSources = z.infer<typeof PanelSources>
