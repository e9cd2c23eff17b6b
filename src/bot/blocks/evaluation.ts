import { type CaseResult, type EvaluationResult, judgedBy, type Trial } from '../../domain/evaluation/evaluation.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { formatScore } from '../../domain/text/format-score.js'
import { counted, plural } from '../../domain/text/words.js'
import {
  conversationOf,
  MAX_IN_FULL,
  messagesOf,
  type Message as Spoken,
  worstFirst,
} from '../../presentation/evaluation/conversations.js'
import { findingsOf } from '../../presentation/evaluation/findings.js'
import { type EvaluationNames, namesOf } from '../../presentation/evaluation/names.js'
import { OUTCOMES, trialOutcome } from '../../presentation/evaluation/outcomes.js'
import { judgeTrustOf } from '../../presentation/evaluation/trust.js'
import { dimensionScores, firstOf, verdictOf, WHY_UNJUDGED } from '../../presentation/evaluation/verdict.js'
import type { Quotation } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  header,
  type Inline,
  italic,
  list,
  type MessageScale,
  message,
  moment,
  paragraph,
  quote,
  rich,
  shortList,
  table,
  takeScaled,
  words,
} from './blocks.js'
import type { Message } from './message.js'
import { type Card, leadLine, NAME, scoreLine, span } from './score-card-layout.js'
import { cut, line, neutralizeMrkdwn, sentences } from './text.js'
import { sectionMessage, type ThreadPart } from './thread-part.js'
import { provenanceLine, provenanceShort } from './trust.js'
import type { ConversationMark, Reactions, Review } from './view-models.js'

type EvaluationRun = RunWithResult<'evaluation'>

/** Conversations that went worst, each in a message of its own with buttons to mark it. */
const WORST = 3
const OPEN_FINDINGS = 2
const MAX_FINDINGS = 8
const MAX_TURNS = 20

/** What stands in the way of approval, then the worst conversations, for people to mark. */
export function evaluationParts(run: EvaluationRun): ThreadPart[] {
  const names = namesOf(run.result)
  return [
    { key: 'verdict', render: ({ review }) => verdictMessage(run, names, review ?? null) },
    ...worstCases(run.result).map((worst) => ({
      key: `case:${worst.test.case_id}`,
      render: ({ conversationMarks }: Reactions) => caseMessage(run, names, worst, conversationMarks ?? []),
    })),
  ]
}

function verdictMessage(run: EvaluationRun, names: EvaluationNames, review: Review | null): Message {
  const { result } = run
  const { critical, failures, weaknesses, recommendations } = findingsOf(result, names, new Map())
  const judge = judgeTrustOf(result)
  const title =
    critical.length > 0
      ? `In the way of approval: ${counted(critical.length, 'critical failure')}`
      : titleWithoutFailure(result)
  const open = [critical, failures].find((items) => items.length > 0) ?? weaknesses
  const others = [
    { title: 'Critical failures', items: critical },
    { title: 'Failures', items: failures },
    { title: 'Weaknesses', items: weaknesses },
    { title: 'What to change', items: recommendations },
  ].filter(({ items }) => items.length > 0)
  const found = (what: string, said: readonly Quotation[], scale: MessageScale) => [
    paragraph(words(line(what, 300 * scale.words))),
    said[0] ? sayingOf(said[0], scale) : null,
  ]
  const head = (scale: MessageScale) =>
    rich(
      ...open.slice(0, OPEN_FINDINGS).flatMap(({ what, said }) => found(what, said, scale)),
      paragraph(bold(`Judge: ${judge.word.toLowerCase()}. `), words(line(judge.sentence, 300 * scale.words))),
      review && reviewLine(review, scale),
    )
  const items = (texts: readonly { readonly what: string }[], scale: MessageScale) =>
    shortList(texts, MAX_FINDINGS, scale, ({ what }) => [words(line(what, 240 * scale.words))])
  return sectionMessage(run, {
    title,
    text: `${title}${open[0] ? `, first of all: ${neutralizeMrkdwn(open[0].what, 300)}` : ''}.`,
    section: 'verdict',
    blocks: (scale) => [
      head(scale),
      ...others.map((group) =>
        container(`${group.title}: ${group.items.length}`, [rich(...items(group.items, scale))]),
      ),
      container('How far the judge can be believed', [
        rich(list(judge.facts.map(({ name, text }) => [bold(`${name}: `), words(line(text, 200 * scale.words))]))),
      ]),
    ],
    plain: (scale) => [
      head(scale),
      ...others.map((group) =>
        rich(paragraph(bold(group.title)), ...items(group.items, { ...scale, items: scale.items * 0.4 })),
      ),
    ],
  })
}

/** Title where no check failed. A conversation that broke off was checked up to there only. */
function titleWithoutFailure({ verdict, trials }: EvaluationResult): string {
  const suspected = verdict.suspected.length
  if (suspected > 0) return `In the way of approval: ${counted(suspected, 'suspected breach', 'suspected breaches')}`
  const held = trials.filter(({ status }) => status !== 'error').length
  if (held === 0) return 'No conversation could be checked to its end'
  if (held === trials.length) return 'Nothing critical failed'
  return `Nothing critical failed in ${held} of ${counted(trials.length, 'conversation')}`
}

const sayingOf = ({ quote: text, who, where }: Quotation, scale: MessageScale) =>
  quote(words(line(text, 260 * scale.words)), words('\n'), bold(line(who, 60)), words(`, ${line(where, 160)}`))

type Worst = { readonly test: CaseResult; readonly trial: Trial }

/** The cases that went worst, in the report's order, each with its worst conversation. */
function worstCases(result: EvaluationResult): Worst[] {
  return worstFirst(result)
    .slice(0, MAX_IN_FULL)
    .flatMap(({ test }) => {
      const talks = result.trials.filter(({ case_id, turns }) => case_id === test.case_id && turns.length > 0)
      const trial = worstTrial(talks)
      return trial ? [{ test, trial }] : []
    })
    .slice(0, WORST)
}

/** The conversation with the most failed checks; among equals the one with the lowest score. */
function worstTrial(trials: readonly Trial[]): Trial | undefined {
  const failed = ({ checks }: Trial) => checks.filter(({ status }) => status === 'failed').length
  return [...trials].sort((a, b) => failed(b) - failed(a) || (a.score ?? 11) - (b.score ?? 11) || a.trial - b.trial)[0]
}

function caseMessage(
  run: EvaluationRun,
  names: EvaluationNames,
  { test, trial }: Worst,
  marks: readonly ConversationMark[],
): Message {
  const { result } = run
  const name = names.caseName(test.case_id)
  const by = judgedBy(result)
  const { checksFailed, suspicions, judges } = conversationOf([trial], names, by)
  const outcome = OUTCOMES[trialOutcome(trial, by)].word
  const points = trial.score === null ? '' : `, ${formatScore(trial.score)} of 10`
  const title = `${line(name, 90)}: ${outcome}${points}`
  const mark = marks.find(({ case_id, trial: number }) => case_id === test.case_id && number === trial.trial)
  const feedbackText = judges.find(({ feedback }) => feedback !== '')?.feedback ?? ''
  const why = (scale: MessageScale) =>
    rich(
      paragraph(
        italic(
          `Trial ${trial.trial} of ${result.trials.filter(({ case_id }) => case_id === test.case_id).length}, the one that went worst.`,
        ),
      ),
      test.missing.length > 0 &&
        paragraph(bold('What was missing: '), words(line(test.missing.join(' '), 400 * scale.words))),
      ...checksFailed
        .slice(0, 3)
        .flatMap(({ title: what, sentence, said }) => [
          paragraph(bold(`${what}. `), words(line(sentence, 250 * scale.words))),
          said[0]
            ? quote(words(line(said[0].quote, 250 * scale.words)), words('\n'), bold(line(said[0].who, 60)))
            : null,
        ]),
      ...suspicions
        .slice(0, 3)
        .flatMap(({ title: what, decision, against, said }) => [
          paragraph(
            bold(`${what}. `),
            words(line(`${decision}${against === '' ? '' : ` It may go against “${against}”.`}`, 250 * scale.words)),
          ),
          said[0] ? quote(words(line(said[0].quote, 250 * scale.words))) : null,
        ]),
      feedbackText !== '' && paragraph(bold('Judge: '), words(line(feedbackText, 300 * scale.words))),
      mark !== undefined &&
        paragraph(
          words(`${mark.passed ? '👍' : '👎'} Marked ${mark.passed ? 'good' : 'bad'} by ${line(mark.by, 60)}.`),
        ),
    )
  const spoken = (scale: MessageScale) => {
    const messages = messagesOf(trial)
    const { first, rest } = takeScaled(messages, MAX_TURNS, scale)
    return rich(
      ...first.map((spoken) => spokenLine(spoken, names.agent, scale)),
      rest > 0 && paragraph(italic(`… ${counted(rest, 'more message')} in the full report.`)),
    )
  }
  const payload = { run: run.run_id, case: test.case_id, trial: trial.trial }
  const buttons = actions(
    mark?.passed !== true && button({ label: 'Good', action: ACTIONS.markGood, payload }),
    mark?.passed !== false && button({ label: 'Bad', action: ACTIONS.markBad, payload }),
  )
  const ask = context('What do you say? People’s marks show how far the judge can be believed.', provenanceLine(run))
  return message({
    text: `Worst conversations: ${neutralizeMrkdwn(name, 90)}, ${outcome}. ${provenanceShort(run)}.`,
    blocks: (scale) => [
      header(title),
      why(scale),
      container('Read the conversation', [spoken(scale)], { subtitle: counted(trial.turns.length, 'message') }),
      buttons,
      ask,
    ],
    plain: (scale) => [header(title), why(scale), spoken({ ...scale, items: scale.items * 0.4 }), buttons, ask],
  })
}

/** A turn of a conversation; words that count against the agent are bold. */
function spokenLine({ agent, synthetic, stretches, calls }: Spoken, name: string, scale: MessageScale) {
  const max = 500 * scale.words
  const prospect = synthetic ? 'Synthetic prospect' : 'Prospect'
  const who = agent ? name : prospect
  let left = max
  const spans: Inline[] = []
  for (const { text, marked } of stretches) {
    if (left < 10) break
    const kept = line(text, left)
    left -= kept.length
    spans.push(marked ? bold(`${kept} `) : words(`${kept} `))
  }
  return paragraph(
    bold(`${line(who, 60)}: `),
    ...(spans.length > 0 ? spans : [italic('says nothing')]),
    ...calls.slice(0, 3).map((call) => italic(` [calls ${line(call.tool, 40)}${call.refused ? ', refused' : ''}]`)),
    words('\n'),
  )
}

/** Approved or not, the score, what stands in the way, and what a person decided. */
export function evaluationCard(run: EvaluationRun, review: Review | null): Card {
  const result = run.result
  const names = namesOf(result)
  const { word, score, value, interval, confidence } = verdictOf(result)
  const { critical_failures } = result.verdict
  const first = firstOf(result, names)
  const rehearsed = judgedBy(result) === 'rehearsal'
  const version = line(result.agent.version, 30)
  const critical = critical_failures.length
  const blocked = critical === 0 ? '' : `, ${critical} critical ${plural(critical, 'failure')}`
  const points = value === null ? '' : `, ${score} of 10`
  const overall = value === null ? [] : [scoreLine('Overall', value / 10, score, span(interval, formatScore))]
  const dimensions = dimensionScores(result, names)
    .slice(0, 8)
    .map(({ name, value, figure, interval }) =>
      scoreLine(cut(name, NAME), value / 10, figure, span(interval, formatScore)),
    )
  const lines = [...overall, ...dimensions]
  return {
    title: `${word}: ${line(names.agent, 60)} ${version}${points}`,
    summary: `${word.toLowerCase()}${points}${blocked}`,
    lead: (scale) => [
      // The trust line says already that a rehearsal does not judge the agent.
      !rehearsed && leadLine(first.title, first.what, 260 * scale.words),
      !rehearsed &&
        first.said !== null &&
        quote(words(line(first.said.quote, 200 * scale.words)), words('\n'), bold(line(first.said.who, 60))),
      review && reviewLine(review, scale),
    ],
    figures: [
      // Slack refuses a table without lines.
      ...(lines.length === 0 ? [] : [table(lines)]),
      // Where nothing was judged, the lead line gives the reason already.
      !rehearsed && first.title !== WHY_UNJUDGED && paragraph(words(line(result.verdict.sentence, 400))),
      ...result.notes.map((note) => paragraph(italic(line(note, 300)))),
    ],
    note: sentences(
      'Ranges: 95% with other prospects of this kind.',
      confidence !== '' && `How sure it is that the mean over such prospects is 8 or more: ${confidence}.`,
    ),
  }
}

function reviewLine({ action, by, at, text }: Review, scale: MessageScale) {
  const reason = text ? `: ${line(text, 500 * scale.words)}` : '.'
  return paragraph(
    words(action === 'approved' ? '✅ ' : '✋ '),
    bold(action === 'approved' ? 'Approved' : 'Changes asked for'),
    words(` by ${line(by, 60)}, `),
    moment(at),
    words(reason),
  )
}
