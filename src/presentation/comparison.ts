import { bandOf } from '../domain/panel/analysis.js'
import type { ComparisonResult } from '../domain/panel/comparison.js'
import { isRehearsal } from '../domain/run/run.js'
import type { RunWithResult } from '../domain/run/run-document.js'
import { number } from '../domain/text/words.js'
import { clean, displayText, headline, truncate } from './clean.js'
import { type ReportOptions, readFrom } from './panel.js'
import { provenanceOf } from './provenance.js'
import { intentOf, pointOf, scoresOf, unratedWords } from './scores.js'
import { trustOf } from './trust.js'
import { day, phrase, readable, signed, significance } from './words.js'

export type ComparisonView = ReturnType<typeof comparisonView>
export type Candidate = ComparisonView['candidates'][number]

/** Most people shown for each proposition; the others are counted. */
const MAX_PEOPLE = 12

/** Everything in the report of a comparison. Every text in it has been through `clean`. */
export function comparisonView(run: RunWithResult<'comparison'>, { title, sources = [] }: ReportOptions) {
  const result = run.result
  const candidates = result.propositions.map((proposition) => candidateOf(run, proposition))
  const names = new Map(candidates.map(({ label, name }) => [label, name]))
  const answered = result.propositions[0]?.responses.length ?? 0
  return {
    title: headline(title ?? '', 120) || truncate(candidates.map(({ name }) => name).join(' or '), 110),
    date: day(run.completed_at),
    offline: run.model.mode === 'offline',
    trust: trustOf(run, answered),
    best:
      result.best === null
        ? null
        : { label: clean(result.best), name: names.get(result.best) ?? displayText(result.best) },
    sentence: phrase([result.sentence, result.panel_note].filter(Boolean).join(' ')),
    panelNote: phrase(result.panel_note ?? ''),
    about: clean(result.about ?? ''),
    readFrom: readFrom(sources),
    candidates,
    ranked: [...candidates].sort((a, b) => b.exact - a.exact),
    differences: result.differences.map(({ first, second, mean, interval, p_holm, difference_seen, sentence }) => ({
      label: `${clean(first)} minus ${clean(second)}`,
      mean,
      interval,
      seen: difference_seen,
      p: pOf(run, p_holm),
      sentence: phrase(sentence),
    })),
    /** Noise floor in points, which rewording alone brings; `null` where it was not measured. */
    floor: run.trust?.assay?.noise_floor ?? null,
    order: orderOf(result.order),
    made: provenanceOf(run, { category: result.category, skepticism: result.skepticism, answered }),
  }
}

/** "p = 0.024"; '' in a rehearsal, whose figures are no judgement. */
function pOf(run: RunWithResult<'comparison'>, p: number): string {
  if (isRehearsal(run)) return ''
  return significance(p)
}

function candidateOf(run: RunWithResult<'comparison'>, proposition: ComparisonResult['propositions'][number]) {
  const { pressure_score: exact } = proposition.scores
  const band = bandOf(run, exact)
  return {
    exact,
    band,
    label: clean(proposition.label),
    name: truncate(displayText(proposition.name), 60),
    stimulus: clean(proposition.stimulus),
    scores: scoresOf(proposition.scores, proposition),
    intent: intentOf(proposition.intent),
    unrated: unratedWords(proposition.intent, proposition.responses),
    claims: proposition.claims.map(({ claim_id, text }) => ({
      claim: displayText(text),
      believed: believed(proposition.responses, claim_id),
    })),
    people: proposition.responses.slice(0, MAX_PEOPLE).map((response) => ({
      who: truncate(displayText(response.persona_name), 40),
      kind: readable(response.archetype),
      intent: response.purchase_intent,
      /** "would buy: probably". */
      buying: `would buy: ${pointOf(response)}`,
      quote: headline(response.key_quotes[0] ?? response.gut_reaction, 140),
    })),
    others: Math.max(0, proposition.responses.length - MAX_PEOPLE),
  }
}

/** "4 of 6 believe it"; empty for a claim without beliefs. */
function believed(responses: ComparisonResult['propositions'][number]['responses'], id: string): string {
  const stances = responses.flatMap(({ beliefs }) =>
    (beliefs ?? []).filter(({ claim_id }) => claim_id === id).map(({ stance }) => stance),
  )
  if (stances.length === 0) return ''
  const count = stances.filter((stance) => stance === 'believes').length
  return phrase(`${number(count)} of ${number(stances.length)} believe it`)
}

function orderOf({ design, mean_by_place, orders }: ComparisonResult['order']) {
  const [first = 0] = mean_by_place
  const last = mean_by_place.at(-1) ?? first
  let effect = ''
  if (mean_by_place.length > 1)
    effect = `From the first place to the last the mean changes by ${signed(last - first)} points.`
  return {
    design: phrase(design),
    people: orders.length,
    places: mean_by_place.map((mean, i) => ({
      place: `Seen ${ORDINALS[i] ?? `at place ${i + 1}`}`,
      mean: mean.toFixed(1),
    })),
    effect,
  }
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
