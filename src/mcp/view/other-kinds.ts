import type { Interval } from '../../domain/panel/scores.js'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { askView } from '../../presentation/ask.js'
import { clean } from '../../presentation/clean.js'
import { type Candidate, comparisonView } from '../../presentation/comparison.js'
import { personaSetView } from '../../presentation/persona-set.js'
import { refinementView } from '../../presentation/refinement.js'
import { OTHER_KINDS, TEXT_CHECK } from '../../presentation/scores.js'
import { signed } from '../../presentation/words.js'
import type { Row } from '../reply.js'
import { personaUri } from '../resource-uris.js'
import { type KindView, rowOf, scoreOf } from './rows.js'

/** A comparison of propositions. */
export function comparisonKind(run: RunWithResult<'comparison'>): KindView {
  const view = comparisonView(run, {})
  return {
    headline: headlineOf(view),
    title: view.candidates.map(({ label, name }) => `${label}: ${name}`).join('; '),
    about: view.about || undefined,
    scores: view.ranked.map(({ label, scores: { pressure }, band, claims }) =>
      scoreOf({
        ...pressure,
        name: `Pressure of ${label}`,
        word: `${band ?? TEXT_CHECK}${claims.length === 0 ? ', no claim to believe: credibility a neutral ½' : ''}`,
      }),
    ),
    trust: view.trust,
    findings: view.differences.map(({ sentence, p, seen }) => ({
      finding: sentence,
      weight: view.offline ? '' : `${seen ? 'difference seen' : 'no difference seen'}, ${p}`,
      said: [],
    })),
    sections: {
      propositions: {
        about: `${view.order.design} ${view.order.effect} Between: ${OTHER_KINDS}.`.trim(),
        rows: view.candidates.map(({ label, name, stimulus, claims, intent, scores, people }) =>
          rowOf({
            title: `${label}: ${name}`,
            text: stimulus,
            facts: {
              ...figureOf('pressure', scores.pressure),
              ...Object.assign({}, ...scores.others.map((score) => figureOf(score.name.toLowerCase(), score))),
              ...figureOf('would buy, %', buyingOf(intent)),
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
    next: { tool: 'get_run', section: 'propositions', why: 'It shows what people said of each.' },
  }
}

type Figure = { readonly value: number | string; readonly interval: Interval | null }

/** A figure as a fact, and its interval as another one where it was measured. */
function figureOf(name: string, { value, interval }: Figure): Row['facts'] {
  if (interval === null) return { [name]: value }
  return { [name]: value, [`${name}, between`]: `${Math.round(interval.low)} to ${Math.round(interval.high)}` }
}

function buyingOf(intent: Candidate['intent']): Figure {
  if (intent === null) return { value: 'not measured', interval: null }
  const { topTwo, topTwoInterval: share } = intent
  return {
    value: Math.round(100 * topTwo),
    interval: share && { low: 100 * share.low, high: 100 * share.high },
  }
}

function headlineOf({ best, offline, differences, sentence, panelNote }: ReturnType<typeof comparisonView>): string {
  if (best) return `Proposition ${best.label} does best on this panel. ${panelNote}`.trim()
  // Some propositions differ, although none beats every other one.
  if (offline || differences.some(({ seen }) => seen)) return sentence
  return `None does best: this panel does not tell them apart. ${panelNote}`.trim()
}

/** A question to a respondent. */
export function askKind(run: RunWithResult<'ask'>): KindView {
  const view = askView(run, {})
  return {
    headline: `${view.name} answered.`,
    title: `${view.name}, ${view.kind}`,
    trust: view.trust,
    findings: [
      {
        finding: `Asked: ${view.question}`,
        weight: view.mind,
        said: [{ who: view.name, quote: view.answer, where: '' }],
      },
    ],
    sections: {
      discussion: {
        about: 'What was asked before, oldest first.',
        rows: [...view.earlier, { question: view.question, answer: view.answer }].map(({ question, answer }) =>
          rowOf({ title: question, said: [{ who: view.name, quote: answer, where: '' }] }),
        ),
      },
    },
  }
}

/** A refinement: the rewritten proposition and its lift. */
export function refinementKind(run: RunWithResult<'refinement'>): KindView {
  const view = refinementView(run, {})
  return {
    headline: view.sentence,
    title: view.title,
    about: view.about || undefined,
    scores: [
      scoreOf({ name: 'Pressure before', value: view.before, word: view.band ? '' : TEXT_CHECK }),
      ...(view.tested ? [scoreOf({ name: 'Pressure after', value: view.after, word: view.band ?? TEXT_CHECK })] : []),
    ],
    trust: view.trust,
    findings: view.applied.map(({ original, replacement, finding, why, effect }) => ({
      finding: `“${original}” ${replacement === '' ? 'is taken out' : `is now “${replacement}”`}. ${why}`,
      weight: [effect && `alone ${effect}`, finding && `answers: ${finding}`].filter(Boolean).join('; '),
      said: [],
    })),
    sections: {
      edits: {
        about: `The text now: ${view.refined}`,
        rows: [...view.applied, ...view.dropped].map(editRow),
      },
    },
  }
}

type EditView = ReturnType<typeof refinementView>['applied'][number]

function editRow({ original, replacement, finding, why, problem, effect, dropped }: EditView): Row {
  const row = rowOf({
    title: finding || original,
    text: [`From: ${original}`, `To: ${replacement}`, why, problem].filter(Boolean).join('\n'),
    facts: { status: dropped ? 'dropped' : 'applied' },
  })
  if (effect) row.facts.effect = effect
  return row
}

/** A persona generation. */
export function personaSetKind(run: RunWithResult<'persona_generation'>): KindView {
  const result = run.result
  const view = personaSetView(run, {})
  return {
    headline: `${view.people} synthetic people are saved as the persona set ${clean(result.set_name)}.`,
    title: [`${view.title}.`, view.reading?.sentences.join(' '), view.sentence, view.sourced].filter(Boolean).join(' '),
    scores: [scoreOf({ name: 'Diversity (pairs covered)', value: view.coverage, unit: '%' })],
    trust: view.trust,
    findings: view.kinds.slice(0, 6).map(({ name, description, count }) => ({
      finding: `${name}: ${description}`,
      weight: `${count} people`,
      said: [],
    })),
    sections: {
      people: {
        about: 'Everybody in the set.',
        rows: result.personas.map((person) => personaRow(result.set_name, person)),
      },
    },
  }
}

/** A person of a saved set, as a row with the address of its resource. */
export const personaRow = (set: string, person: PersonaProfile): Row =>
  rowOf({
    title: `${person.name}, ${person.age}, ${person.role}`,
    text: [
      ['Said: ', person.own_words.map((words) => `“${words}”`)],
      ['Wants: ', person.goals],
      ['Is troubled by: ', person.pain_points],
      ['Would not accept: ', person.deal_breakers],
    ]
      .filter(([, statements]) => (statements?.length ?? 0) > 0)
      .map(([name, statements]) => `${name}${[statements].flat().join('; ')}`)
      .join('\n'),
    facts: {
      persona_id: clean(person.id),
      uri: clean(personaUri(set, person.id)),
      kind: clean(person.archetype),
      experience: person.experience_level,
      confidence: Number(person.confidence_score.toFixed(2)),
    },
  })
