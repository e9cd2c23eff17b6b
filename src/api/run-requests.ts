import { extname } from 'node:path'
import { z } from 'zod'
import { EvaluationInput, HumanMarks } from '../domain/evaluation/evaluation.js'
import { Rubric } from '../domain/evaluation/rubric.js'
import { Question } from '../domain/panel/ask.js'
import { ComparisonInput } from '../domain/panel/comparison.js'
import { FocusGroupInput, PanelInput, PressureTestInput } from '../domain/panel/pressure-test.js'
import { MAX_STIMULUS } from '../domain/panel/stimulus.js'
import { PersonaGenerationInput } from '../domain/personas/persona-set.js'
import { MAX_DOCUMENT_CHARACTERS, MAX_DOCUMENTS } from '../domain/personas/research.js'
import { RunKind } from '../domain/run/kinds.js'
import { Product } from '../domain/simulation/product.js'
import { SimulationInput } from '../domain/simulation/simulation.js'
import { AgentRequest } from '../service/requests/evaluation.js'
import type { RequestOf } from '../service/run/submit-run.js'

/** A run id in a body; a malformed id is reported as not found, like an unknown one. */
const runId = z.string().min(1).max(64)

/** A research document as text; a name without an extension counts as Markdown. */
export const ResearchText = z
  .strictObject({ name: z.string().min(1).max(120), text: z.string().min(1).max(MAX_DOCUMENT_CHARACTERS) })
  .transform(({ name, text }) => ({ name: extname(name) ? name : `${name}.md`, bytes: Buffer.from(text, 'utf8') }))

/** Fields that a project may supply are optional here: the verb takes them from the project, or else the defaults. */
const panelOfProject = {
  category: PanelInput.shape.category.removeDefault().optional(),
  about: PanelInput.shape.about.removeDefault().optional(),
  panel: PanelInput.shape.panel.removeDefault().optional(),
  personas: PanelInput.shape.personas.removeDefault().optional(),
}

/** Of a file of 5 MB. */
const MAX_BASE64 = 6_700_000
/** A piece of a proposition beside its text; a file is given as base64, or as what `PUT /uploads/{name}` answered. */
const Attachment = z.union([
  z.strictObject({ text: z.string().min(1).max(MAX_STIMULUS) }),
  z.strictObject({ link: z.string().min(1).max(2_000) }),
  z.strictObject({ upload: z.string().min(1).max(60) }),
  z
    .strictObject({
      name: z.string().min(1).max(200),
      data: z
        .string()
        .max(
          MAX_BASE64,
          'A file may have 5 MB here; send it to PUT /uploads/{name} and give the upload that is answered.',
        )
        .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Give the bytes of the file in base64.'),
    })
    .transform(({ name, data }) => ({ name, bytes: Buffer.from(data, 'base64') })),
])
/** A text, the address of a page, or '' where the attachments are the whole proposition; checked once it is read. */
const brought = {
  stimulus: z.string().max(200_000),
  attachments: z.array(Attachment).max(10).optional(),
}

/** Request schema of each kind of run, without the fields that the verbs fill in themselves. */
export const REQUESTS = {
  pressure_test: PressureTestInput.omit({ people: true, second_model: true, sources: true, pictures: true })
    .extend({ ...panelOfProject, ...brought })
    .strict(),
  focus_group: FocusGroupInput.omit({ people: true, sources: true, pictures: true })
    .extend({ ...panelOfProject, ...brought })
    .strict(),
  evaluation: z.union([
    AgentRequest.omit({ case_notes: true, unreadable_cases: true }).strict(),
    z.strictObject({
      run_id: runId,
      rubric: Rubric.nullable().optional(),
      judges: z.int().min(1).max(7).optional(),
      judge_models: EvaluationInput.shape.judge_models.removeDefault().optional(),
      human_marks: HumanMarks.optional(),
    }),
  ]),
  persona_generation: z.strictObject({
    ...z.object(PersonaGenerationInput.shape).omit({ documents: true, records: true }).shape,
    files: z.array(ResearchText).max(MAX_DOCUMENTS).default([]),
  }),
  comparison: ComparisonInput.omit({ people: true, sources: true, panel_note: true })
    .extend({
      ...panelOfProject,
      propositions: z
        .array(z.union([z.strictObject({ name: z.string().max(200), ...brought }), z.strictObject({ run_id: runId })]))
        .min(2)
        .max(5),
    })
    .strict(),
  refinement: z.strictObject({ run_id: runId }),
  simulation: SimulationInput.omit({ people: true, product_version: true, arithmetic: true })
    .extend({ product: z.union([z.string().min(1).max(80), Product]) })
    .strict(),
  ask: z.strictObject({ run_id: runId, persona: z.string().min(1).max(200), question: Question }),
} as const satisfies { readonly [K in RunKind]: z.ZodType<RequestOf[K]> }

const MAX_BUDGET_USD = 10_000
export const Budget = z.number().min(0).max(MAX_BUDGET_USD).optional()

/** A run to start or to quote: its kind, and the request of that kind. */
type RunRequest = {
  kind: RunKind
  request: RequestOf[RunKind]
  project?: string | undefined
  budget_usd?: number | undefined
}

const InProject = z.string().max(60).optional()

const forms = RunKind.options.map((kind) =>
  z.strictObject({ kind: z.literal(kind), request: REQUESTS[kind], project: InProject, budget_usd: Budget }),
)
const [
  first = z.strictObject({ kind: z.literal('ask'), request: REQUESTS.ask, project: InProject, budget_usd: Budget }),
  ...others
] = forms
export const RunRequest = z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<RunRequest>

/** The request of a body, with its project. */
export const requestIn = ({ request, project }: RunRequest): RequestOf[RunKind] => ({ ...request, project })
