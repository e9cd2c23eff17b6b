import type { PanelRun } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import { clean, truncate } from '../../presentation/clean.js'
import type { Missing } from '../../presentation/missing-analysis.js'
import { type ReportView, reportView } from '../../presentation/panel.js'
import { type IntentView, pressureWords, TEXT_CHECK } from '../../presentation/scores.js'
import type { Row, Summary } from '../reply.js'
import { type KindView, quotesOf, rowOf, scoreOf } from './rows.js'

const FINDINGS = 3
const VIEWS = 3
const FIXES = 3

/** A pressure test or focus group. */
export function panelView(run: PanelRun): KindView {
  const view = reportView(run)
  const { pressure, unclaimed } = view.scores
  const views = view.dissent.views
  return {
    headline: [
      `${pressureWords(pressure.value, view.band)}, by ${view.trust.who}.`,
      view.missing ? 'The analysis is missing.' : heldBack(view.dissent),
      unclaimed,
      view.unrated,
    ]
      .filter(Boolean)
      .join(' '),
    missing: view.missing ? missingSentence(view.missing) : undefined,
    title: view.title,
    about: view.about || undefined,
    scores: scoresOf(view),
    trust: view.trust,
    findings: view.weaknesses
      .slice(0, FINDINGS)
      .map(({ what, severity, said }) => ({ finding: what, weight: severity, said: quotesOf(said, 2) })),
    minority: view.dissent.made
      ? {
          method: view.dissent.label.toLowerCase(),
          count: views.length,
          none: view.dissent.none === '' ? undefined : view.dissent.none,
          unclear: view.dissent.unclear === '' ? undefined : view.dissent.unclear,
          views: views
            .slice(0, VIEWS)
            .map(({ view: what, unheard, said }) => ({ view: what, unheard, said: quotesOf(said, 2) })),
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
      by_archetype: {
        about: `What each kind of people made of it, 0 to 100. ${view.scores.unmeasured}`.trimEnd(),
        rows: view.archetypes.map(({ kind, people, ...scores }) =>
          rowOf({ title: kind, facts: { people, ...scores } }),
        ),
      },
      people: { about: 'What each synthetic person answered, also in private.', rows: peopleRows(run) },
      discussion: {
        about: view.talk?.sentence ?? 'Nobody talked: every answer was given alone.',
        rows: talkRows(view),
      },
      minority_report: {
        about: aboutDissent(view.dissent),
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

const missingSentence = ({ why, stands, lacks, price, command, failed }: Missing): string =>
  `The analysis is missing. ${why} What stands: ${stands} What is missing: ${lacks} A person can buy only the analysis${price}: ${command}${failed && ` ${failed}`}`

function heldBack({ views, none }: ReportView['dissent']): string {
  if (views.length === 0) return none
  return `${counted(views.length, 'view was', 'views were')} held by somebody and taken up by nobody.`
}

const aboutDissent = ({ label, sentence, why, none, unclear, compared }: ReportView['dissent']): string =>
  [`${label}.`, sentence, why, none, unclear, compared].filter(Boolean).join(' ')

function scoresOf({ scores, band, intent }: ReportView): Summary['scores'] {
  const word = band === null ? TEXT_CHECK : ''
  return [
    scoreOf({ ...scores.pressure, word: band ?? TEXT_CHECK }),
    ...scores.others.map((score) => scoreOf({ ...score, word })),
    ...(intent ? [buyingScore(intent, word)] : []),
  ]
}

function buyingScore({ topTwo, topTwoInterval, mean }: IntentView, word: string): Summary['scores'][number] {
  const percent = (share: number) => Math.round(share * 100)
  return scoreOf(
    {
      name: 'Would buy (top-2 box)',
      value: percent(topTwo),
      unit: '%',
      interval: topTwoInterval,
      sameKinds: null,
      word: [word, `mean intent ${mean.toFixed(1)} of 5`].filter(Boolean).join(', '),
    },
    percent,
  )
}

function findingRows(view: ReportView): Row[] {
  return [
    ...view.weaknesses.map(({ what, severity, said }) =>
      rowOf({ title: what, facts: { kind: 'weakness', severity }, said }),
    ),
    ...view.gaps.map(({ claim, issue, fix, said }) =>
      rowOf({
        title: claim,
        text: joined(issue, fix && `Fix: ${fix}`),
        facts: { kind: 'credibility gap' },
        said,
      }),
    ),
    ...view.frictions.map(({ what, severity, who, said }) =>
      rowOf({ title: what, text: who, facts: { kind: 'friction', severity }, said }),
    ),
    ...view.vulnerabilities.map(({ what, attack, said }) =>
      rowOf({
        title: what,
        text: attack && `Attack: ${attack}`,
        facts: { kind: 'open to competitors' },
        said,
      }),
    ),
    ...view.fixes.map(({ what, addresses, priority, said }) =>
      rowOf({ title: what, text: addresses, facts: { kind: 'fix', priority }, said }),
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
  return responses.map((response) =>
    rowOf({
      title: response.persona_name,
      facts: {
        persona_id: clean(response.persona_id),
        kind: clean(response.archetype).replaceAll('-', ' '),
        at_first: response.gut_sentiment,
        on_second_thought: response.considered_sentiment,
        'purchase intent of 10': response.purchase_intent,
      },
      text: joined(
        response.considered_response,
        response.action_threshold && `Would act if: ${response.action_threshold}`,
      ),
      said: [
        { who: response.persona_name, quote: response.gut_reaction, where: 'at first' },
        { who: response.persona_name, quote: response.social_response, where: 'in company' },
        { who: response.persona_name, quote: response.private_thoughts, where: 'in private' },
      ],
    }),
  )
}

function talkRows({ talk }: ReportView): Row[] {
  return (talk?.topics ?? []).flatMap(({ title, reached, turns }) => {
    const rows = turns.map(({ turn, speaker, to, text, margin }) =>
      rowOf({
        title: `${turn}. ${speaker}${to ? ` to ${to}` : ''}`,
        text,
        said: margin.map(({ label, view, quote }) => ({
          who: speaker,
          quote: quote || view,
          where: label.toLowerCase(),
        })),
      }),
    )
    if (title) rows.unshift(rowOf({ title: `Topic: ${title}`, text: reached ? '' : 'Not reached.' }))
    return rows
  })
}

function minorityRows({ dissent }: ReportView): Row[] {
  return [
    ...dissent.views.map(({ view, unheard, heardTurns, said }) => {
      const row = rowOf({ title: view, text: unheard, facts: { held_by: said.length }, said })
      if (heardTurns.length > 0) row.facts['heard in'] = `turn ${heardTurns.join(' and ')}`
      return row
    }),
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
