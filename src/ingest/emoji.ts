import { EMOJI } from '../data/emoji.js'

/** The emoji that Slack calls so, without colons; `null` for a workspace's own. */
export const emojiOf = (name: string): string | null => EMOJI().get(name) ?? null
