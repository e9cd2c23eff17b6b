import type { Trial } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import { cleanList } from '../../clean.js'
import { optional, phrase, type Said } from '../wording.js'
import { judgesOf } from './judges.js'
import { messagesOf } from './messages.js'
import { CHECKS, type EvaluationNames, FAILED_CHECKS } from './names.js'

type FailedCheck = { readonly title: string; readonly sentence: string; readonly said: readonly Said[] }

/** The conversation of a case that went worst, and what checks and judges said of it. */
export type ConversationView = ReturnType<typeof conversationOf>

export function conversationOf(trials: readonly Trial[], names: EvaluationNames, rehearsed: boolean) {
  const worst = worstOf(trials)
  const checks = worst?.checks ?? []
  return {
    which: worst && trials.length > 1 ? whichOf(worst, trials.length, rehearsed) : '',
    /** Why it has no score; '' where it has one, and where a judge says why. */
    problem: worst?.judgements.some(({ problem }) => problem !== '') ? '' : optional(worst?.problem ?? ''),
    messages: worst ? messagesOf(worst) : [],
    checksFailed: checks
      .filter(({ status }) => status === 'failed')
      .map(
        ({ check, sentence, evidence }): FailedCheck => ({
          title: FAILED_CHECKS[check],
          sentence: phrase(sentence),
          said: names.said(evidence),
        }),
      ),
    checksPassed: checks.filter(({ status }) => status === 'passed').map(({ check }) => CHECKS[check]),
    facts: worst && worst.facts_hidden > 0 ? phrase(`${worst.facts_found.length} of ${worst.facts_hidden}`) : '',
    faults: cleanList(worst?.simulator_faults ?? []),
    judges: worst ? judgesOf(worst, names) : [],
    others: trials.filter((one) => one !== worst).map((one) => inShort(one, rehearsed)),
  }
}

/** A failed check before a low score, and a conversation before none. */
function worstOf(trials: readonly Trial[]): Trial | undefined {
  const held = ({ turns }: Trial) => (turns.length > 0 ? 0 : 1)
  const failed = ({ checks }: Trial) => checks.filter(({ status }) => status === 'failed').length
  const score = (one: Trial) => one.score ?? Number.POSITIVE_INFINITY
  return [...trials].sort(
    (a, b) => held(a) - held(b) || failed(b) - failed(a) || compare(score(a), score(b)) || a.trial - b.trial,
  )[0]
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

const whichOf = (trial: Trial, of: number, rehearsed: boolean): string =>
  trial.score === null
    ? `Trial ${trial.trial} of ${of}`
    : `Trial ${trial.trial} of ${of}, the one that went worst: it ${endedWith(trial, rehearsed)} ${shown(trial.score)}`

function endedWith({ passed }: Trial, rehearsed: boolean): string {
  if (rehearsed) return 'was rehearsed with'
  return passed ? 'passed with' : 'failed with'
}

function inShort(one: Trial, rehearsed: boolean): string {
  const { trial, status, score } = one
  if (status === 'error') return `trial ${trial} could not be run`
  if (score === null) return `trial ${trial} could not be judged`
  return `trial ${trial} ${endedWith(one, rehearsed)} ${shown(score)}`
}
