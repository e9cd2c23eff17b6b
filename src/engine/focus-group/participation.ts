import type { MinorityReport } from '../../domain/panel/discussion.js'
import { mean, median, sum } from '../statistics/descriptive.js'

type SpokenTurn = {
  readonly turn: number
  readonly speaker: string
  readonly text: string
  readonly answersTurn: number | null
}

/** People's turns have a median of 49 words, and a third of them are shorter than this. */
const SHORT_TURN_WORDS = 25

/**
 * How evenly and how freely people talked. `gini`: of words per participant, silent ones included (0 even, towards 1 a
 * single speaker; groups of people: 0.195). `chain_depth`: mean length of chains in which participants answer each
 * other (people: 12.8). `median_words` per turn; `short_turn_share`: share of turns under 25 words. The moderator's
 * turns are left out. `null` where nobody spoke.
 */
export function participation(
  participants: readonly string[],
  turns: readonly SpokenTurn[],
): MinorityReport['participation'] {
  if (turns.length === 0) return null
  const words = turns.map(({ text }) => text.split(/\s+/).filter(Boolean).length)
  const wordsBySpeaker = new Map(participants.map((participant) => [participant, 0]))
  turns.forEach(({ speaker }, index) => {
    wordsBySpeaker.set(speaker, (wordsBySpeaker.get(speaker) ?? 0) + (words[index] ?? 0))
  })
  return {
    gini: gini([...wordsBySpeaker.values()]),
    chain_depth: meanChain(turns),
    median_words: median(words),
    short_turn_share: words.filter((count) => count < SHORT_TURN_WORDS).length / words.length,
  }
}

/** Gini coefficient of non-negative amounts: half the mean absolute difference over the mean. 0 where all are 0. */
export function gini(amounts: readonly number[]): number {
  const total = sum(amounts)
  if (total === 0) return 0
  const sorted = [...amounts].sort((a, b) => a - b)
  const ranked = sum(sorted.map((amount, index) => (2 * (index + 1) - sorted.length - 1) * amount))
  return ranked / (sorted.length * total)
}

/** Mean length of answer chains: an answer by another person extends a chain, a turn that answers nobody begins one. */
function meanChain(turns: readonly SpokenTurn[]): number {
  const depth = new Map<number, number>()
  const bySpeaker = new Map(turns.map(({ turn, speaker }) => [turn, speaker]))
  const lastTurns = new Set<number>()
  for (const { turn, speaker, answersTurn } of turns) {
    const continues = answersTurn !== null && depth.has(answersTurn) && bySpeaker.get(answersTurn) !== speaker
    depth.set(turn, continues ? (depth.get(answersTurn) ?? 0) + 1 : 1)
    if (continues) lastTurns.delete(answersTurn)
    lastTurns.add(turn)
  }
  return mean([...lastTurns].map((turn) => depth.get(turn) ?? 1))
}
