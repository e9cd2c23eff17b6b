import { sum } from '../../statistics/descriptive.js'

type Joined = { readonly member: number; readonly invited_by: number | null }

/** Everybody who came through one user, over any number of invitations. */
export type ReferralTree = {
  readonly root: number
  readonly members: readonly number[]
  /** Length of the longest chain of invitations; 0 for a user who brought nobody. */
  readonly depth: number
}

/** One tree for each user who came without an invitation. */
export function referralTrees(members: readonly Joined[]): ReferralTree[] {
  const invited = new Map<number, number[]>()
  for (const { member, invited_by } of members)
    if (invited_by !== null) invited.set(invited_by, [...(invited.get(invited_by) ?? []), member])
  return members
    .filter(({ invited_by }) => invited_by === null)
    .map(({ member: root }) => {
      const own = [root]
      let depth = -1
      for (let level = [root]; level.length > 0; depth++) {
        level = level.flatMap((member) => invited.get(member) ?? [])
        own.push(...level)
      }
      return { root, members: own, depth }
    })
}

/** Share of the invited users whom the top hundredth of users (at least one) brought; 0 where nobody was invited. */
export function shareOfTopSenders(members: readonly Joined[]): number {
  const brought = new Map<number, number>()
  for (const { invited_by } of members)
    if (invited_by !== null) brought.set(invited_by, (brought.get(invited_by) ?? 0) + 1)
  const joins = sum([...brought.values()])
  if (joins === 0) return 0
  const top = [...brought.values()].sort((a, b) => b - a).slice(0, Math.max(1, Math.floor(members.length / 100)))
  return sum(top) / joins
}
