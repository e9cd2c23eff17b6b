import type { RunWithResult } from '../../domain/run-document.js'
import { askView } from '../../report/view/ask.js'
import { refinementView } from '../../report/view/refinement.js'
import type { KindView } from './kind-view.js'
import { trustSentence } from './panel.js'
import { rowOf } from './rows.js'

/** A question to a respondent. */
export function askKind(run: RunWithResult<'ask'>): KindView {
  const view = askView(run, {})
  return {
    headline: `${view.name} answered.`,
    title: `${view.name}, ${view.kind}`,
    scores: [],
    trust: { light: view.trust.light?.light ?? null, sentence: trustSentence(view.trust) },
    findings: [
      {
        finding: `Asked: ${view.question}`,
        weight: view.mind,
        said: [{ who: view.name, quote: view.answer, where: '' }],
      },
    ],
    minority: null,
    fixes: [],
    sections: {
      discussion: {
        about: 'What was asked before, oldest first.',
        rows: [...view.earlier, { question: view.question, answer: view.answer }].map(({ question, answer }) =>
          rowOf({ title: question, said: [{ who: view.name, quote: answer, where: '' }] }),
        ),
      },
    },
    next: null,
  }
}

/** A rewritten proposition and what it gained. */
export function refinementKind(run: RunWithResult<'refinement'>): KindView {
  const view = refinementView(run, {})
  return {
    headline: view.sentence,
    title: view.title,
    scores: [
      { name: 'Pressure before', value: view.before, of: 100, low: null, high: null, word: '' },
      { name: 'Pressure after', value: view.after, of: 100, low: null, high: null, word: view.band ?? '' },
    ],
    trust: { light: view.trust.light?.light ?? null, sentence: trustSentence(view.trust) },
    findings: view.applied.slice(0, 3).map(({ finding, effect, replacement }) => ({
      finding: `${finding} Now: ${replacement}`,
      weight: effect ?? '',
      said: [],
    })),
    minority: null,
    fixes: [],
    sections: {
      edits: {
        about: `The text now: ${view.refined}`,
        rows: [...view.applied, ...view.dropped].map(
          ({ original, replacement, finding, why, problem, effect, dropped }) =>
            rowOf({
              title: finding || original,
              text: [`From: ${original}`, `To: ${replacement}`, why, problem].filter(Boolean).join('\n'),
              facts: { status: dropped ? 'dropped' : 'applied', ...(effect ? { effect } : {}) },
            }),
        ),
      },
    },
    next: null,
  }
}
