import { z } from 'zod'
import { MAX_ABOUT, PanelInput } from '../panel/pressure-test.js'
import { Category } from '../personas/persona.js'

export const ProjectName = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,59}$/,
    'The name of a project has 1 to 60 small letters, digits and hyphens, such as oat-drink.',
  )

const settings = {
  /** Product, price and audience, shown to the panel and not scored. */
  product: z.string().trim().max(MAX_ABOUT),
  category: Category.nullable(),
  /** Archetype ids and names of persona sets; empty: the category's default panel. */
  panel: z.array(z.string().trim().min(1)).max(24),
  personas: PanelInput.shape.personas.removeDefault().nullable(),
  /** US dollars; `null`: only the caps per run and per month apply. */
  budget_usd: z.number().min(0).max(1_000_000).nullable(),
}

/** Defaults that a project gives to its runs, and the budget of all its runs together. */
export const ProjectSettings = z.strictObject({
  product: settings.product.default(''),
  category: settings.category.default(null),
  panel: settings.panel.default([]),
  personas: settings.personas.default(null),
  budget_usd: settings.budget_usd.default(null),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

/** A change of some settings. */
export const ProjectChange = z.strictObject(settings).partial()
export type ProjectChange = z.infer<typeof ProjectChange>

export type Project = ProjectSettings & {
  readonly project_id: string
  readonly name: string
  readonly created_at: Date
}
/** `committed_usd`: spent, including by runs deleted since, and reserved by runs in progress. */
export type ProjectSummary = Project & { readonly runs: number; readonly committed_usd: number }

/** A panel request with the project's settings where the request leaves them open. */
export function withProjectDefaults<R extends object>(request: R, project: ProjectSettings): R {
  const { product, category, panel, personas } = project
  const gives = { about: product, category: category ?? undefined, panel, personas: personas ?? undefined }
  return Object.assign(gives, definedIn(request))
}

const definedIn = <R extends object>(request: R): R =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as R
