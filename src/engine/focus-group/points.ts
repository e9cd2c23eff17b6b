import type { GroupDynamics } from '../../domain/panel/discussion.js'
import type { CodedTurn, View } from './suppressed-views.js'

export const turnsWith = (did: 'supports' | 'contradicts', view_id: string, turns: readonly CodedTurn[]): number[] =>
  turns.filter((coded) => coded[did].includes(view_id)).map(({ turn }) => turn)

/**
 * Points of agreement and contention, from coded turns. A turn that states a view counts for it, a turn that states its
 * opposite against it; adding and asking count for neither side. A person on both sides counts by their last turn.
 * Agreed: at least half of the room is for it and nobody against. Contested: there are people on each side.
 */
export function pointsOfAgreement(
  views: readonly View[],
  turns: readonly CodedTurn[],
  names: ReadonlyMap<string, string>,
): Pick<GroupDynamics, 'consensus_points' | 'contentious_points'> {
  const points = views.map(({ view_id, text }) => ({ text, ...sidesOf(view_id, turns) }))
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ')
  return {
    consensus_points: points
      .filter(({ supporters, opponents }) => supporters.length >= Math.max(2, names.size / 2) && opponents.length === 0)
      .map(({ text, supporters }) => `${text} (${namesOf(supporters)})`),
    contentious_points: points
      .filter(({ supporters, opponents }) => supporters.length >= 1 && opponents.length >= 1)
      .map(
        ({ text, supporters, opponents }) =>
          `${text} (said by ${namesOf(supporters)}; contradicted by ${namesOf(opponents)})`,
      ),
  }
}

function sidesOf(view_id: string, turns: readonly CodedTurn[]) {
  const lastWord = new Map<string, 'supports' | 'contradicts'>()
  for (const { speaker, supports, contradicts } of turns) {
    if (supports.includes(view_id)) lastWord.set(speaker, 'supports')
    if (contradicts.includes(view_id)) lastWord.set(speaker, 'contradicts')
  }
  const who = (stood: 'supports' | 'contradicts') =>
    [...lastWord].flatMap(([speaker, did]) => (did === stood ? [speaker] : []))
  return { supporters: who('supports'), opponents: who('contradicts') }
}
