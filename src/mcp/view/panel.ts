import type { PressureBand } from '../../domain/analysis.js'
import type { PanelRun } from '../../domain/run-document.js'
import { clean, truncate } from '../../presentation/clean.js'
import type { Missing } from '../../presentation/missing-analysis.js'
import { type ReportView, reportView } from '../../presentation/panel.js'
import type { Row, Summary } from '../reply.js'
import { type KindView, rowOf, saidOf } from './rows.js'

const FINDINGS = 3
const VIEWS = 3
const FIXES = 3

/** A pressure test or focus group. */
export function panelView(run: PanelRun): KindView {
  const view = reportView(run)
  const { pressure } = view.scores
  const views = view.dissent.views
  return {
    headline: `${scoreWords(pressure.value, view.band)}, by ${view.trust.who}. ${view.missing ? 'The analysis is missing.' : heldBack(views.length)}`,
    missing: view.missing ? missingSentence(view.missing) : undefined,
    title: view.title,
    scores: scoresOf(view),
    trust: view.trust,
    findings: view.weaknesses
      .slice(0, FINDINGS)
      .map(({ what, severity, said }) => ({ finding: what, weight: severity, said: saidOf(said, 2) })),
    minority: view.dissent.made
      ? {
          method: view.dissent.label.toLowerCase(),
          count: views.length,
          views: views
            .slice(0, VIEWS)
            .map(({ view: what, unheard, said }) => ({ view: what, unheard, said: saidOf(said, 2) })),
        }
      : null,
    fixes: view.fixes.slice(0, FIXES).map(({ what }) => truncate(what, 400)),
    sections: {
      findings: {
        about: view.missing
          ? missingSentence(view.missing)
          : 'Everything the analysis found, with the words it rests on.',
        rows: findingRows(view),
      },
      pressure_map: {
        about: 'Each claim against each person: who believes it, who does not and why.',
        rows: mapRows(view),
      },
      people: { about: 'What each synthetic person answered, also in private.', rows: peopleRows(run) },
      discussion: {
        about: view.talk?.sentence ?? 'Nobody talked: every answer was given alone.',
        rows: talkRows(view),
      },
      minority_report: {
        about: `${view.dissent.label}. ${view.dissent.sentence} ${view.dissent.why}`,
        rows: minorityRows(view),
      },
    },
    next: view.dissent.made
      ? {
          tool: 'get_minority_report',
          why: 'It says who held back what, how strongly and in whose words; tell the person about it.',
        }
      : undefined,
  }
}

const scoreWords = (score: number, band: PressureBand | null): string =>
  `Pressure score ${score} of 100 (${band ?? 'by the text check'})`

const missingSentence = ({ why, stands, lacks, price, command, failed }: Missing): string =>
  `The analysis is missing. ${why} What stands: ${stands} What is missing: ${lacks} A person can buy only the analysis${price}: ${command}${failed && ` ${failed}`}`

const heldBack = (count: number): string =>
  count === 0
    ? 'No view was held back.'
    : `${count} ${count === 1 ? 'view was' : 'views were'} held by somebody and taken up by nobody.`

function scoresOf({ scores, band, intent }: ReportView): Summary['scores'] {
  const three = [scores.pressure, ...scores.others].map(({ name, value, interval }) => ({
    name,
    value,
    of: 100,
    low: interval && Math.round(interval.low),
    high: interval && Math.round(interval.high),
    word: name === scores.pressure.name ? (band ?? '') : '',
  }))
  const top = intent.topTwoInterval
  const percent = (share: number) => Math.round(share * 100)
  const wouldBuy = {
    name: 'Would buy, % (top-2 box)',
    value: percent(intent.topTwo),
    of: 100,
    low: top && percent(top.low),
    high: top && percent(top.high),
    word: `mean intent ${intent.mean.toFixed(1)} of 5`,
  }
  return [...three, wouldBuy]
}

function findingRows(view: ReportView): Row[] {
  return [
    ...view.weaknesses.map(({ what, severity, said }) =>
      rowOf({ title: what, facts: { kind: 'weakness', severity }, said: [...said] }),
    ),
    ...view.gaps.map(({ claim, issue, fix, said }) =>
      rowOf({
        title: claim,
        text: joined(issue, fix && `Fix: ${fix}`),
        facts: { kind: 'credibility gap' },
        said: [...said],
      }),
    ),
    ...view.frictions.map(({ what, severity, who, said }) =>
      rowOf({ title: what, text: who, facts: { kind: 'friction', severity }, said: [...said] }),
    ),
    ...view.vulnerabilities.map(({ what, attack, said }) =>
      rowOf({
        title: what,
        text: attack && `Attack: ${attack}`,
        facts: { kind: 'open to competitors' },
        said: [...said],
      }),
    ),
    ...view.fixes.map(({ what, addresses, priority, said }) =>
      rowOf({ title: what, text: addresses, facts: { kind: 'fix', priority }, said: [...said] }),
    ),
  ]
}

function mapRows({ map }: ReportView): Row[] {
  return map.rows.map(({ claim, counts, cells, doubters, attack, fix }) =>
    rowOf({
      title: claim,
      text: joined(attack && `Attack: ${attack}`, fix && `Fix: ${fix}`),
      facts: { ...counts },
      marks: cells.map(({ who, stance }) => ({ who, mark: stance })),
      said: doubters.map(({ who, rejects, why, proof }) => ({
        who,
        quote: why,
        where: `${rejects ? 'rejects it' : 'doubts it'}${proof ? `, wants as proof: ${proof}` : ''}`,
      })),
    }),
  )
}

function peopleRows(run: PanelRun): Row[] {
  const { responses } = run.result
  return responses.map((one) =>
    rowOf({
      title: one.persona_name,
      facts: {
        persona_id: clean(one.persona_id),
        kind: clean(one.archetype).replaceAll('-', ' '),
        at_first: one.gut_sentiment,
        on_second_thought: one.considered_sentiment,
        'purchase intent of 10': one.purchase_intent,
      },
      text: joined(one.considered_response, one.action_threshold && `Would act if: ${one.action_threshold}`),
      said: [
        { who: one.persona_name, quote: one.gut_reaction, where: 'at first' },
        { who: one.persona_name, quote: one.social_response, where: 'in company' },
        { who: one.persona_name, quote: one.private_thoughts, where: 'in private' },
      ],
    }),
  )
}

function talkRows({ talk }: ReportView): Row[] {
  return (talk?.topics ?? []).flatMap(({ title, reached, turns }) => [
    ...(title ? [rowOf({ title: `Topic: ${title}`, text: reached ? '' : 'Not reached.' })] : []),
    ...turns.map(({ turn, speaker, to, text, margin }) =>
      rowOf({
        title: `${turn}. ${speaker}${to ? ` to ${to}` : ''}`,
        text,
        said: margin.map(({ label, view, quote }) => ({
          who: speaker,
          quote: quote || view,
          where: label.toLowerCase(),
        })),
      }),
    ),
  ])
}

function minorityRows({ dissent }: ReportView): Row[] {
  return [
    ...dissent.views.map(({ view, unheard, heardTurns, said }) =>
      rowOf({
        title: view,
        text: unheard,
        facts: {
          held_by: said.length,
          ...(heardTurns.length > 0 ? { 'heard in': `turn ${heardTurns.join(' and ')}` } : {}),
        },
        said: [...said],
      }),
    ),
    ...dissent.conformity.map(({ who, aloud, before, after, shift }) =>
      rowOf({
        title: `${who} said one thing aloud and wrote another`,
        facts: { kind: 'conformity', 'shift in points of 5': shift },
        said: [
          { who, quote: before, where: 'on the secret ballot before' },
          { who, quote: aloud, where: 'aloud' },
          { who, quote: after, where: 'on the secret ballot after' },
        ],
      }),
    ),
  ]
}

const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join('\n')
