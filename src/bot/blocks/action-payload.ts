import { z } from 'zod'
import { DeskFilter } from '../../domain/dissent.js'
import { SECTIONS } from './action-ids.js'

/**
 * What a button or a modal is about. Ids and keys only: who presses it and whether they may is looked up again each time,
 * never taken from here.
 */
export const ActionPayload = z.strictObject({
  run: z.uuid().optional(),
  /** Key of a suppressed view in its run: v1, v2, … */
  view: z
    .string()
    .regex(/^v[1-9]\d{0,3}$/)
    .optional(),
  persona: z.string().max(200).optional(),
  case: z.string().max(200).optional(),
  trial: z.int().min(1).optional(),
  section: z.enum(SECTIONS).optional(),
  vote: z.enum(['up', 'down']).optional(),
  /** Slack's ids of files that belong to the proposition. */
  files: z.array(z.string().max(50)).max(5).optional(),
  /** A submission that waits for its confirmation. */
  pending: z.string().max(100).optional(),
  channel: z.string().max(50).optional(),
  /** That channel is open to everybody. */
  open: z.boolean().optional(),
  /** `ts` of the thread that the answer belongs in. */
  ts: z.string().max(50).optional(),
  agent_version: z.string().max(200).optional(),
  page: z.int().min(0).optional(),
  project: z.string().max(60).optional(),
  /** The desk it was pressed on: what it shows, and which page. */
  desk: z.strictObject({ ...DeskFilter.shape, page: z.int().min(0).default(0) }).optional(),
  /** It was pressed in the Home tab. */
  home: z.boolean().optional(),
})
export type ActionPayload = z.infer<typeof ActionPayload>

/** A reference as a button's `value` or a modal's `private_metadata`; always far below Slack's 2,000 characters. */
export const writeActionPayload = (ref: ActionPayload): string => JSON.stringify(ref)

/** The reference back, `null` where it is none of ours: an old message's, or a forged one. */
export function readActionPayload(value: string | undefined): ActionPayload | null {
  if (value === undefined || value.length > 2_000) return null
  try {
    return ActionPayload.parse(JSON.parse(value))
  } catch {
    return null
  }
}
