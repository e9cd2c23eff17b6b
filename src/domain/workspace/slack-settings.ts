import { z } from 'zod'
import { AssayMode } from '../panel/assay.js'
import { FocusGroupMode, MAX_PANELS, MAX_PERSONAS, MIN_PERSONAS, USUAL_PERSONAS } from '../panel/pressure-test.js'
import { Category, SkepticismLevel } from '../personas/persona.js'

/** A user's defaults for runs in Slack: changed in the settings only, never by a submitted form. Invalid fields fall back. */
export const SlackSettings = z.object({
  category: Category.catch('fmcg').default('fmcg'),
  panel: z.array(z.string().max(80)).max(100).catch([]).default([]),
  personaSet: z.string().nullable().catch(null).default(null),
  personas: z.int().min(MIN_PERSONAS).max(MAX_PERSONAS).catch(USUAL_PERSONAS).default(USUAL_PERSONAS),
  skepticism: SkepticismLevel.catch('medium').default('medium'),
  focusGroup: FocusGroupMode.catch('live').default('live'),
  controls: z.boolean().catch(true).default(true),
  assay: z
    .enum(['auto', ...AssayMode.options])
    .catch('auto')
    .default('auto'),
  stability: z.int().min(0).max(MAX_PANELS).catch(0).default(0),
  visibility: z.enum(['channel', 'only_me']).catch('channel').default('channel'),
  /** Cap of a run in dollars; `null`: the configured cap. */
  budgetUsd: z.number().min(0).nullable().catch(null).default(null),
})
export type SlackSettings = z.infer<typeof SlackSettings>
