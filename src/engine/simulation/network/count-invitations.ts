import { groupBy } from '../../group-by.js'
import type { PersonRow } from '../analysis/rows.js'
import { outcomeByFeelings } from '../session/session.js'
import type { Member, Referral } from './spread.js'

/**
 * The rows with the invitations that reached somebody who was no user, which only the spread through a network knows: a
 * person tells contacts without knowing who uses it already.
 */
export function withInvitations(
  rows: readonly PersonRow[],
  members: readonly Member[],
  referrals: readonly Referral[],
): PersonRow[] {
  const sentBy = groupBy(referrals, ({ from }) => from)
  const memberOf = new Map(members.map((member) => [member.journey.person, member]))
  return rows.map((row) => {
    const own = memberOf.get(row.person)
    const sent = sentBy.get(own?.member ?? -1) ?? []
    const last = own?.journey.sessions.at(-1)
    const reached = last !== undefined && sent.some(({ day }) => day === row.joined + last.day)
    const toldNobodyNew = row.outcome === 'referred' && last !== undefined && !reached
    return {
      ...row,
      invitations: sent.length,
      trigger: sent[0]?.trigger ?? null,
      outcome: toldNobodyNew ? outcomeByFeelings(last.after) : row.outcome,
    }
  })
}
