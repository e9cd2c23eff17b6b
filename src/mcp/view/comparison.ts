import type { RunWithResult } from '../../domain/run-document.js'
import { comparisonView } from '../../report/view/comparison.js'
import { signed } from '../../report/view/wording.js'
import type { KindView } from './kind-view.js'
import { trustSentence } from './panel.js'
import { rowOf } from './rows.js'

/** A comparison of propositions. */
export function comparisonKind(run: RunWithResult<'comparison'>): KindView {
  const view = comparisonView(run, {})
  return {
    headline: headlineOf(view),
    title: view.candidates.map(({ label, name }) => `${label}: ${name}`).join('; '),
    scores: view.ranked.map(({ label, scores: { pressure }, band }) => ({
      name: `Pressure of ${label}`,
      value: pressure.value,
      of: 100,
      low: pressure.interval && Math.round(pressure.interval.low),
      high: pressure.interval && Math.round(pressure.interval.high),
      word: band ?? '',
    })),
    trust: { light: view.trust.light?.light ?? null, sentence: trustSentence(view.trust) },
    findings: view.differences.map(({ sentence, p, seen }) => ({
      finding: sentence,
      weight: view.offline ? '' : `${seen ? 'difference seen' : 'no difference seen'}, ${p}`,
      said: [],
    })),
    minority: null,
    fixes: [],
    sections: {
      propositions: {
        about: `${view.order.design} ${view.order.effect}`.trim(),
        rows: view.candidates.map(({ label, name, stimulus, claims, intent, scores, people }) =>
          rowOf({
            title: `${label}: ${name}`,
            text: stimulus,
            facts: {
              pressure: scores.pressure.value,
              ...Object.fromEntries(scores.others.map((one) => [one.name.toLowerCase(), one.value])),
              'would buy, %': Math.round(intent.topTwo * 100),
              ...Object.fromEntries(claims.map(({ claim, believed }) => [claim.slice(0, 80), believed])),
            },
            said: people.map(({ who, kind, quote }) => ({ who, quote, where: kind })),
          }),
        ),
      },
      findings: {
        about: 'Each pair on the same people, in points of the pressure score.',
        rows: view.differences.map(({ label, mean, p, sentence, seen }) =>
          rowOf({ title: label, text: sentence, facts: { mean: signed(mean), p, seen } }),
        ),
      },
    },
    next: { tool: 'get_run', why: 'With section propositions it shows what people said of each.' },
  }
}

function headlineOf({ best, offline, sentence }: ReturnType<typeof comparisonView>): string {
  if (best) return `Proposition ${best.label} does best on this panel.`
  return offline ? sentence : 'None does best: this panel does not tell them apart.'
}
