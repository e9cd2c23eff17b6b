import { LEXICON, type Objection, type PrivateObjection } from '../../../data/lexicon.js'
import type { DiscussionScript } from '../../../domain/discussion.js'
import type { Response } from '../../../domain/response.js'
import { objectionIn, privateObjectionIn } from '../reading/objections.js'
import { utterancesOf } from '../reading/sentences.js'

type Kind = Objection | PrivateObjection
export type UnsaidObjection = {
  readonly kind: Kind
  readonly holders: readonly { response: Response; sentence: string }[]
}

/** Objections in private thoughts that no respondent voiced, neither in a social response nor in the discussion. */
export function unsaidObjections(
  responses: readonly Response[],
  discussion: DiscussionScript | null,
): UnsaidObjection[] {
  const voiced = new Set<Kind>()
  const addVoiced = (text: string) => {
    for (const sentence of utterancesOf(text)) for (const kind of kindsIn(sentence)) voiced.add(kind)
  }
  for (const { social_response } of responses) addVoiced(social_response)
  for (const { statement } of discussion?.discussion_flow ?? []) addVoiced(statement)

  const unsaid = new Map<Kind, { response: Response; sentence: string }[]>()
  for (const response of responses) {
    const seen = new Set<Kind>()
    for (const sentence of utterancesOf(response.private_thoughts)) {
      const [kind] = kindsIn(sentence)
      if (kind === undefined || voiced.has(kind) || seen.has(kind)) continue
      seen.add(kind)
      const holders = unsaid.get(kind) ?? []
      holders.push({ response, sentence })
      unsaid.set(kind, holders)
    }
  }
  return [...unsaid]
    .map(([kind, holders]) => ({ kind, holders }))
    .sort((a, b) => b.holders.length * weightOf(b.kind) - a.holders.length * weightOf(a.kind))
}

function kindsIn(sentence: string): Kind[] {
  return [privateObjectionIn(sentence), objectionIn(sentence)].filter((kind) => kind !== null)
}

const weightOf = (kind: Kind): number =>
  ({ ...LEXICON.objections().private, ...LEXICON.objections().spoken })[kind].weight
