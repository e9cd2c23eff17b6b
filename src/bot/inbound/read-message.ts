import { setTimeout as sleep } from 'node:timers/promises'
import { readNames } from '../../service/slack/slack-origins.js'
import type { SlackInvocation } from './invocation.js'
import { mentionedIn, type Names, readableText } from './slack-text.js'

/** People of one message who are looked up, and how long Slack may take: a form waits for its text for 3 s in all. */
const MAX_LOOKED_UP = 10
const LOOKUP_MS = 1_000

/** A Slack message as its readers see it, with the names of the people it mentions. */
export async function readMessage(invocation: SlackInvocation, text: string): Promise<string> {
  const ids = mentionedIn(text).slice(0, MAX_LOOKED_UP)
  return readableText(text, ids.length > 0 ? await namesOf(invocation, ids) : undefined)
}

/** Names that are known, and what Slack says of the others; nobody whose name cannot be found out. */
async function namesOf({ caller, deps }: SlackInvocation, ids: readonly string[]): Promise<Names> {
  const names = await readNames(caller.ctx, ids)
  const unknown = ids.filter((id) => !names.has(id) || names.get(id) === UNNAMED)
  await Promise.race([
    Promise.all(
      unknown.map(async (id) => {
        const name = await deps.callers.nameOf(caller, id)
        if (name !== null) names.set(id, name)
      }),
    ),
    sleep(deps.answerMs ?? LOOKUP_MS, undefined, { ref: false }),
  ])
  return new Map(names)
}

/** How a person is kept whose name was not known yet. */
const UNNAMED = 'somebody'
