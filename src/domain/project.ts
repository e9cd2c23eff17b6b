import { z } from 'zod'
import { Category } from './persona.js'
import { MAX_ABOUT, PanelInput } from './pressure-test.js'

export const ProjectName = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,59}$/,
    'The name of a project has 1 to 60 small letters, digits and hyphens, such as oat-drink.',
  )

const settings = {
  /** Product, price and audience, told to the panel and not scored. */
  product: z.string().trim().max(MAX_ABOUT),
  category: Category.nullable(),
  /** Archetype ids and names of persona sets; empty: the category's default panel. */
  panel: z.array(z.string().trim().min(1)).max(24),
  personas: PanelInput.shape.personas.removeDefault().nullable(),
  /** US dollars; null: only the caps of runs and months hold. */
  budget_usd: z.number().min(0).max(1_000_000).nullable(),
}

/** What a project gives to its runs where they do not say otherwise, and what all of them may cost together. */
export const ProjectSettings = z.strictObject({
  product: settings.product.default(''),
  category: settings.category.default(null),
  panel: settings.panel.default([]),
  personas: settings.personas.default(null),
  budget_usd: settings.budget_usd.default(null),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

/** Some of them. */
export const ProjectChange = z.strictObject(settings).partial()
export type ProjectChange = z.infer<typeof ProjectChange>

export type Project = ProjectSettings & {
  readonly project_id: string
  readonly name: string
  readonly created_at: Date
}
/** `committed_usd`: spent, also by runs that were deleted since, and reserved by runs that go on. */
export type ProjectSummary = Project & { readonly runs: number; readonly committed_usd: number }

/** A request of a panel with what its project gives in the places that it left open. */
export function withProjectDefaults<R extends object>(request: R, project: ProjectSettings): R {
  const { product, category, panel, personas } = project
  const gives = { about: product, category: category ?? undefined, panel, personas: personas ?? undefined }
  return Object.assign(gives, definedIn(request))
}

const definedIn = <R extends object>(request: R): R =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as R
