import { z } from 'zod'
import { DeskFilter } from '../../domain/panel/dissent.js'
import { SECTIONS } from './action-ids.js'

/**
 * What a button or a modal refers to. Ids and keys only: the caller and their permission are looked up at each request,
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
  /** Id of a draft that waits for confirmation, or of a text too long for its field. */
  pending: z.string().max(100).optional(),
  channel: z.string().max(50).optional(),
  /** Whether `channel` is open to everybody. */
  open: z.boolean().optional(),
  /** `ts` of the thread that the answer belongs in. */
  ts: z.string().max(50).optional(),
  agent_version: z.string().max(200).optional(),
  page: z.int().min(0).optional(),
  project: z.string().max(60).optional(),
  /** Filter and page of the desk that the button was pressed on. */
  desk: z.strictObject({ ...DeskFilter.shape, page: z.int().min(0).default(0) }).optional(),
  /** Whether the button was pressed in the Home tab. */
  home: z.boolean().optional(),
})
export type ActionPayload = z.infer<typeof ActionPayload>

/**
 * Serializes a payload for a button's `value` or a modal's `private_metadata`; always far below Slack's 2,000
 * characters.
 */
export const writeActionPayload = (payload: ActionPayload): string => JSON.stringify(payload)

/** Parses a payload; `null` where it is not ours: from an old message, or forged. */
export function readActionPayload(value: string | undefined): ActionPayload | null {
  if (value === undefined || value.length > 2_000) return null
  try {
    return ActionPayload.parse(JSON.parse(value))
  } catch {
    return null
  }
}
