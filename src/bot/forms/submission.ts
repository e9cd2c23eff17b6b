import type { SlackSettings } from '../../domain/slack-settings.js'
import { AppError } from '../../errors.js'
import { readSettings } from '../../service/slack-settings.js'
import { keptText, quoteRun } from '../../service/start-run.js'
import type { readRef } from '../blocks/action-payload.js'
import { originHere, startAloud, type Wanted } from '../commands/start-run.js'
import type { Heard } from '../inbound/invocation.js'
import { askedIn, listOf, settingsIn, textOf } from './form-values.js'
import { fieldErrors, type readFields } from './read-fields.js'
import { readUpload } from './uploads.js'

/** A window that was sent, with what was entered in it and what it was about. */
export type Submitted = Heard & {
  readonly fields: ReturnType<typeof readFields>
  readonly ref: NonNullable<ReturnType<typeof readRef>>
}

/**
 * Settings as chosen in the window; what it did not ask for is as `repeated` has it, or as the person chose last. `null`:
 * what is wrong was said.
 */
export async function chosen(
  { caller, request, answer, fields }: Submitted,
  repeated: Partial<SlackSettings> = {},
): Promise<SlackSettings | null> {
  const before = { ...(await readSettings(caller.ctx, caller.user)), ...repeated }
  const { settings, faults } = settingsIn(before, fields, askedIn(request.view?.values))
  if (Object.keys(faults).length === 0) return settings
  await answer.ack(fieldErrors(faults))
  return null
}

/** The run a window was opened from. */
export const runOf = ({ ref }: Submitted): string => {
  if (ref.run) return ref.run
  throw new AppError('conflict', { problem: 'This window belongs to an older message; open it again.' })
}

/** The window closes before the run is told of: a word in a window nobody sees any more helps nobody. */
export async function launch(submitted: Submitted, wanted: Wanted): Promise<void> {
  await quoteRun(submitted.caller.ctx, wanted)
  await submitted.answer.ack()
  await startAloud(submitted, wanted)
}

/** Who sees the result, as the window asks it. */
export const visibilityIn = ({ fields }: Submitted): 'channel' | 'only_me' =>
  textOf(fields, 'visibility') === 'only_me' ? 'only_me' : 'channel'

/** Where a window was opened from: its channel, or the person's own conversation. */
export const here = ({ caller, request, ref }: Submitted, visibility: 'channel' | 'only_me' = 'channel') => {
  const channel = ref.channel ?? null
  return originHere(
    { caller, request: { ...request, is_private: ref.open !== true } },
    {
      channel,
      visibility: channel === null ? 'only_me' : visibility,
    },
  )
}

/** A text: typed, kept because it was too long for its field, or what it was before. Errors: `not_found`. */
export async function typedOrKept(
  { caller, fields, ref }: Submitted,
  field: 'proposition' | 'guide',
  before: string,
): Promise<string> {
  const typed = textOf(fields, field)
  if (typed !== '') return typed
  return ref.pending ? keptText(caller.ctx, { pending: ref.pending, user_id: caller.user }) : before
}

/** What is to be tested: uploaded, or as `typedOrKept` says. */
export async function propositionIn(submitted: Submitted, before: string): Promise<string> {
  const [file] = listOf(submitted.fields, 'files')
  if (file) return (await readUpload(submitted.caller, file, submitted.deps.apiUrl)).text
  return typedOrKept(submitted, 'proposition', before)
}

/** Uploaded notes for a discussion. */
export async function notesIn({ caller, fields, deps }: Submitted): Promise<{ name: string; text: string }[]> {
  const notes = []
  for (const id of listOf(fields, 'files')) notes.push(await readUpload(caller, id, deps.apiUrl))
  return notes
}
