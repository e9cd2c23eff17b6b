import type { CheckResult, Judgement, Suspicion } from '../../../domain/evaluation/evaluation.js'

/** The passages of a conversation that words could not decide, in the order in which a judge is asked about them. */
export const suspicionsOf = (checks: readonly CheckResult[]): Suspicion[] =>
  checks.flatMap(({ status, suspicions }) => (status === 'suspected' ? suspicions : []))

/**
 * The checks after judging: a check with a passage that more than half of the judges confirm has failed, a check whose
 * passages are all cleared has passed. Every other suspicion stays.
 */
export function settleChecks(checks: readonly CheckResult[], judgements: readonly Judgement[]): CheckResult[] {
  let number = 0
  return checks.map((check) => {
    if (check.status !== 'suspected') return check
    const suspicions = check.suspicions.map((suspicion) => {
      number += 1
      return decided(suspicion, number, judgements)
    })
    const confirmed = suspicions.filter(({ outcome }) => outcome === 'confirmed')
    if (confirmed.length > 0)
      return {
        ...check,
        status: 'failed',
        sentence: `${[...new Set(confirmed.map(({ sentence }) => sentence))].join(' ')} The judge confirms it.`,
        evidence: confirmed.map(({ passage }) => passage),
        suspicions,
      }
    const open = suspicions.filter(({ outcome }) => outcome === 'open')
    if (open.length === 0)
      return {
        ...check,
        status: 'passed',
        sentence: 'What was suspected the judge has cleared.',
        evidence: [],
        suspicions,
      }
    return { ...check, evidence: open.map(({ passage }) => passage), suspicions }
  })
}

function decided(suspicion: Suspicion, number: number, judgements: readonly Judgement[]): Suspicion {
  const answers = judgements.flatMap(({ judge, suspicions }) =>
    suspicions.filter((answer) => answer.number === number).map(({ breach, quote }) => ({ judge, breach, quote })),
  )
  const most = (breach: boolean) => answers.filter((answer) => answer.breach === breach).length * 2 > judgements.length
  let outcome: Suspicion['outcome'] = 'open'
  if (most(true)) outcome = 'confirmed'
  else if (most(false)) outcome = 'cleared'
  return { ...suspicion, outcome, answers }
}
