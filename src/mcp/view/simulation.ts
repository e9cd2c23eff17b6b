import type { RunWithResult } from '../../domain/run-document.js'
import { simulationView } from '../../presentation/simulation.js'
import { type KindView, rowOf, scoreOf } from './rows.js'

const SHOWN_DAYS = [1, 3, 7, 14, 30, 60, 90]
const hundredth = (value: number): number => Math.round(value * 100)

/** A simulation of people living with a product. */
export function simulationKind(run: RunWithResult<'simulation'>): KindView {
  const view = simulationView(run, {})
  const days = view.curve.filter(({ day }) => SHOWN_DAYS.includes(day) || day === view.days)
  return {
    headline: view.sentence,
    title: `${view.title} (${view.version}). ${view.life}`,
    about: view.hypothesis
      ? `Hypothesis: ${view.hypothesis.text} ${view.hypothesis.verdict}: ${view.hypothesis.sentence}`
      : undefined,
    scores: days.map(({ day, rate, low, high }) =>
      scoreOf({
        name: `Still there after ${day} days, %`,
        value: hundredth(rate),
        interval: { low: hundredth(low), high: hundredth(high) },
      }),
    ),
    trust: view.trust,
    findings: view.frictions.slice(0, 5).map(({ priority, name, sentence, people, quote }) => ({
      finding: `${priority} ${name}: ${sentence}`,
      weight: `${people} people`,
      said: quote ? [quote] : [],
    })),
    sections: {
      findings: {
        about: 'Where people got frustrated, by priority = 100 × severity × share of people × confidence ÷ effort.',
        rows: view.frictions.map(({ priority, name, sentence, arithmetic, people, quote }) =>
          rowOf({
            title: `${priority} ${name}`,
            text: `${sentence}\n${arithmetic}`,
            facts: { people },
            said: quote ? [quote] : [],
          }),
        ),
      },
      people: {
        about: 'Who lived with it, for how long, and some diaries. All of them are synthetic.',
        rows: [
          ...view.diaries.map(({ who, kind, entries }) =>
            rowOf({
              title: `Diary of ${who}, ${kind}`,
              text: entries.map(({ day, text }) => `Day ${day}: ${text}`).join('\n'),
            }),
          ),
          ...view.persons.map(({ name, kind, days, end, sessions }) =>
            rowOf({ title: `${name}, ${kind}`, facts: { days, sessions, end } }),
          ),
        ],
      },
    },
  }
}
