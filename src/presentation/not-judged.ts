import type { NotJudgedRun } from '../domain/run/run-document.js'
import { clean, headline, truncate } from './clean.js'
import { costOf } from './money.js'
import { factsIn } from './provenance.js'
import { day, moment, phrase } from './words.js'

export type NotJudgedView = ReturnType<typeof notJudgedView>

/** A run in which there was nothing to judge, for every surface: the reason, and what to send; no figure, no chart. */
export function notJudgedView(run: NotJudgedRun) {
  const { result, model, completed_at } = run
  const { stimulus, about, not_judged } = result
  const reader = model.mode === 'offline' ? 'the rules of the offline behaviour model' : clean(model.analysis)
  return {
    title: headline(stimulus, 90) || 'A text without words',
    date: day(completed_at),
    word: 'Not judged',
    reason: truncate(phrase(not_judged.reason), 500),
    whatToSend: truncate(phrase(not_judged.what_to_send), 500),
    nobody: 'Nobody was asked, and there is no score.',
    readBy: `Read by ${reader}.`,
    stimulus: clean(stimulus),
    about: clean(about),
    facts: factsIn({ Cost: costOf(run), Completed: moment(completed_at), Run: run.run_id }),
  }
}
