import type { RunWithResult } from '../../domain/run/run-document.js'
import { NAMED_DAYS } from '../../domain/simulation/simulation.js'
import { counted, percent } from '../../domain/text/words.js'
import { type SimulationView, simulationView } from '../../presentation/simulation.js'
import { ended, shareWords } from '../../presentation/words.js'
import type { Summary } from '../reply.js'
import { type KindView, rowOf, scoreOf } from './rows.js'

/** Number of frictions and recommendations in the summary. */
const FIRST = 3
const hundredth = (value: number): number => Math.round(value * 100)

/** A simulation of people living with a product. */
export function simulationKind(run: RunWithResult<'simulation'>): KindView {
  const view = simulationView(run, {})
  const days = view.curve.filter(({ day }) => NAMED_DAYS.some((named) => named === day) || day === view.days)
  return {
    headline: view.sentence,
    title: `${view.title} (${view.version}). ${view.life}`,
    about: view.hypothesis
      ? `Hypothesis: ${view.hypothesis.text} ${view.hypothesis.verdict}: ${view.hypothesis.sentence}`
      : undefined,
    scores: days.map(({ day, rate, low, high }) =>
      scoreOf({
        name: `Still there after ${counted(day, 'day')}`,
        value: hundredth(rate),
        unit: '%',
        interval: { low: hundredth(low), high: hundredth(high) },
      }),
    ),
    trust: view.trust,
    findings: view.frictions.slice(0, FIRST).map(({ priority, name, sentence, people, quote }) => ({
      finding: `${priority} ${ended(name)} ${sentence}`,
      weight: counted(people, 'person', 'people'),
      said: quote ? [quote] : [],
    })),
    fixes: view.actions
      .slice(0, FIRST)
      .map(
        ({ priority, action, people, expected }) =>
          `${priority} ${ended(action)} ${counted(people, 'person', 'people')}, expected: ${expected}`,
      ),
    simulation: figuresOf(run, view),
    sections: sectionsOf(view),
    next: {
      tool: 'get_run',
      section: 'people',
      why: 'It lists whom ask_persona can ask: they remember these weeks.',
    },
  }
}

/** The summary's figures in structured form. */
function figuresOf({ result }: RunWithResult<'simulation'>, view: SimulationView): NonNullable<Summary['simulation']> {
  const at = (day: number) => {
    const point = result.retention_curve.find((reached) => reached.day === day)
    return point ? { rate: point.rate, low: point.low, high: point.high } : null
  }
  return {
    hypothesis_verdict: result.hypothesis?.verdict ?? null,
    retention: { day7: at(7), day30: at(30) },
    top_frictions: view.frictions
      .slice(0, FIRST)
      .map(({ name, priority, people, severity }) => ({ friction: name, priority, people, severity })),
    actions: view.actions.slice(0, FIRST).map(({ action, priority, people, expected, effect }) => ({
      action,
      priority,
      people,
      expected,
      effect: effect && { metric: effect.metric, estimate: effect.estimate, low: effect.low, high: effect.high },
    })),
    calibrated: result.calibration !== null,
    label: view.trust.answeredBy,
  }
}

function sectionsOf(view: SimulationView): KindView['sections'] {
  const about = 'Where people got frustrated, by priority = 100 × severity × share of people × confidence ÷ effort.'
  const sections: KindView['sections'] = {
    curve: {
      about:
        'Share still there after so many days (Kaplan–Meier, 95 %), active: share that did something with it that day (opening it alone does not count), at risk of leaving.',
      rows: view.curve.map(({ day, rate, low, high, at_risk, active }) =>
        rowOf({
          title: `Day ${day}: ${shareWords(rate)} (${percent(low)} to ${percent(high)})`,
          facts: active === null ? { at_risk } : { at_risk, active: shareWords(active) },
        }),
      ),
    },
    friction: {
      about,
      rows: [
        ...view.frictions.map(({ priority, name, inFile, sentence, arithmetic, people, quote }) =>
          rowOf({
            title: `${priority} ${name}`,
            text: `${sentence}\n${arithmetic}`,
            facts: { people, in_file: inFile },
            said: quote ? [quote] : [],
          }),
        ),
        ...view.actions.map(({ priority, action, rationale, people, expected }) =>
          rowOf({ title: `To do, ${priority}: ${action}`, text: rationale, facts: { people, expected } }),
        ),
      ],
    },
    people: {
      about:
        'Who lived with it, for how long, and some diaries. All of them are synthetic; ask_persona asks any of them.',
      rows: [
        ...view.diaries.map(({ who, kind, entries, closing }) =>
          rowOf({
            title: `Diary of ${who}, ${kind}`,
            text: [...entries.map(({ day, text }) => `Day ${day}: ${text}`), closing].filter(Boolean).join('\n'),
          }),
        ),
        ...view.persons.map(({ id, name, kind, days, end, sessions }) =>
          rowOf({ title: `${name}, ${kind}`, facts: { persona_id: id, days, sessions, end } }),
        ),
      ],
    },
  }
  if (view.spread === '') return sections
  const trees = view.trees.map((tree, place) =>
    rowOf({
      title: `Tree ${place + 1}`,
      facts: { users: tree.length, last_joined_on_day: Math.max(...tree.map(({ joined }) => joined)) + 1 },
    }),
  )
  return { ...sections, network: { about: view.spread, rows: trees } }
}
