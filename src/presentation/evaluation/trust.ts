import {
  type CaseEvidence,
  type EvaluationResult,
  type JudgedBy,
  type JudgeTrust,
  judgedBy,
  TRUSTED_FROM,
} from '../../domain/evaluation/evaluation.js'
import { evaluationLight } from '../../domain/evaluation/evaluation-light.js'
import { formatBelow } from '../../domain/text/format-score.js'
import { counted, number, plural } from '../../domain/text/words.js'
import { cleanList, displayText, truncate } from '../clean.js'
import { type Fact, factsIn } from '../provenance.js'
import { type Cell, hiddenCells, lightView, STATUS_WORDS, type TrustView } from '../trust.js'
import { phrase, shareWords, signed } from '../words.js'
import { judgeSentence } from './names.js'

/** Models that played and judged, and the trust in the judge, which takes the place of a panel's. */
export function evaluationTrust(result: EvaluationResult): TrustView {
  return {
    who: conversationsIn(result),
    answeredBy: playedBy(result),
    light: lightOf(result),
    assay: null,
    cells: [
      judgeCell(result),
      judgementsCell(result),
      quotesCell(result),
      prospectsCell(result),
      ...hiddenCells(result.hidden),
      modelCell(result),
    ],
  }
}

/** "30 conversations with synthetic prospects", or the number of recorded ones. */
function conversationsIn({ trials }: EvaluationResult): string {
  const handedIn = trials.filter(({ simulated }) => !simulated).length
  const held = counted(trials.length, 'conversation')
  if (handedIn === 0) return `${held} with synthetic prospects`
  if (handedIn === trials.length) return `${held} that ${plural(trials.length, 'was', 'were')} handed in`
  return `${held}, ${number(handedIn)} of them handed in, the others with synthetic prospects`
}

function playedBy({ agent: { live }, models, trials }: EvaluationResult): string {
  const handedIn = trials.every(({ simulated }) => !simulated)
  const [agent, prospect, judge] = [models.agent, models.prospect, models.judge].map(displayText)
  const liveAgent = `The live agent at ${agent} answered for itself, its prospects were played by`
  if (models.mode === 'offline') {
    if (handedIn)
      return 'The conversations were held before; checked by the offline behaviour model, not by a language model.'
    if (!live) return 'Played and checked by the offline behaviour model, not by a language model.'
    return `${liveAgent} the offline behaviour model; checked by it, too; no language model was asked by this program.`
  }
  if (handedIn) return `The conversations were held before; judged by ${judge}.`
  if (live) return `${liveAgent} ${prospect}; judged by ${judge}.`
  return `The agent was played by ${agent}, the prospects by ${prospect}; judged by ${judge}. No real prospect was asked.`
}

/** The light of the verdict, with its reason. */
function lightOf(result: EvaluationResult): TrustView['light'] {
  const by = judgedBy(result)
  const light = evaluationLight(result)
  if (by !== 'model') return lightView(light, OFFLINE[by])
  if (result.verdict.status === 'unjudged') return lightView(light, 'There is no verdict to trust.')
  return lightView(light, judgeSentence(result.judge_trust.sentence))
}

/** What the offline model can say about an agent. */
export const OFFLINE: Record<Exclude<JudgedBy, 'model'>, string> = {
  rehearsal:
    'The offline model spoke for the agent by the words of its instructions and checked it by stated rules. It shows what an evaluation looks like and says nothing about the agent.',
  offline: 'The offline model checked what was said by stated rules. Look at the checks that failed; it judges nobody.',
}

const JUDGES = {
  trusted: { status: 'pass', word: 'Trusted' },
  not_trusted: { status: 'fail', word: 'Not trusted' },
  not_calibrated: { status: 'not_run', word: 'Not calibrated' },
} as const satisfies Record<JudgeTrust['status'], Pick<Cell, 'status' | 'word'>>

function judgeCell({ judge_trust: { status, sentence, calibration } }: EvaluationResult): Cell {
  const kappa = calibration?.kappa ?? null
  return {
    name: 'Judge',
    ...JUDGES[status],
    figure: kappa === null ? '' : `κ ${kappaFigure(kappa)}, ${counted(calibration?.marks ?? 0, 'mark')}`,
    text: judgeSentence(sentence),
  }
}

const JUDGEMENTS_WORDS = { not_run: 'None', fail: 'Many missing', warn: 'Some missing', pass: 'Complete' } as const

function judgementsStatus(asked: number, missing: number): keyof typeof JUDGEMENTS_WORDS {
  if (asked === 0) return 'not_run'
  if (missing * 10 > asked) return 'fail'
  return missing > 0 ? 'warn' : 'pass'
}

function judgementsCell({ judge_trust: { judgements, judges } }: EvaluationResult): Cell {
  const { asked, repaired, cannot_judge } = judgements
  const status = judgementsStatus(asked, cannot_judge)
  return {
    name: 'Judgements',
    status,
    word: JUDGEMENTS_WORDS[status],
    figure: phrase(`${number(asked - cannot_judge)} of ${number(asked)}`),
    text: `${counted(asked, 'judgement')} asked for from ${counted(judges, 'judge')}: ${number(repaired)} repaired in a second round, ${number(cannot_judge)} could not be had. A missing one never becomes a score.`,
  }
}

/** Every quote is looked up again, letter by letter, in the turn that it names. */
function quotesCell(result: EvaluationResult): Cell {
  const turns = new Map(
    result.trials.flatMap(({ case_id, trial, turns: said }) =>
      said.map((spoken) => [`${case_id}/${trial}/${spoken.turn}`, spoken] as const),
    ),
  )
  const quotes = quotesOf(result)
  const stands = ({ case_id, trial, turn, speaker, quote }: CaseEvidence) => {
    const at = turns.get(`${case_id}/${trial}/${turn}`)
    return at?.speaker === speaker && at.text.includes(quote)
  }
  if (quotes.length === 0)
    return { name: 'Quotes', status: 'not_run', word: 'None', figure: '', text: 'Nothing was quoted.' }
  const found = quotes.filter(stands).length
  const status = found === quotes.length ? 'pass' : 'fail'
  const figure = phrase(`${number(found)} of ${number(quotes.length)} word for word`)
  const text = `Every quote was looked up in the message it is said to come from: ${figure}.`
  return { name: 'Quotes', status, word: STATUS_WORDS[status], figure, text }
}

const quotesOf = ({ test_details: found, verdict, trials }: EvaluationResult): CaseEvidence[] => [
  ...[found.strengths, found.weaknesses, found.failures, found.recommendations, verdict.critical_failures]
    .flat()
    .flatMap(({ evidence }) => evidence),
  ...trials.flatMap(({ judgements }) =>
    judgements.flatMap(({ dimensions }) => dimensions.map(({ evidence }) => evidence)),
  ),
]

const PROSPECTS = {
  none: { status: 'not_run', word: 'None' },
  in_role: { status: 'pass', word: 'In their role' },
  faulty: { status: 'warn', word: 'With faults' },
} as const

function prospectsCell({ trials }: EvaluationResult): Cell {
  const faulty = trials.filter(({ simulator_faults }) => cleanList(simulator_faults).length > 0).length
  const held = trials.filter(({ turns }) => turns.length > 0).length
  const prospects = faulty === 0 ? 'in_role' : 'faulty'
  return {
    name: 'Prospects',
    ...PROSPECTS[held === 0 ? 'none' : prospects],
    figure: phrase(`${number(faulty)} of ${number(held)} with a fault`),
    text: 'Faults of the simulated prospects, such as telling a fact unasked, are kept apart from what the agent does wrong.',
  }
}

function modelCell(result: EvaluationResult): Cell {
  const { models } = result
  if (models.mode === 'offline') {
    const text = OFFLINE[judgedBy(result) === 'offline' ? 'offline' : 'rehearsal']
    return { name: 'Model', status: 'plain', word: 'Offline', figure: 'no language model', text }
  }
  return {
    name: 'Model',
    status: 'plain',
    word: 'Language model',
    figure: truncate(displayText(models.judge), 40),
    text: `Agent: ${displayText(models.agent)}. Prospects: ${displayText(models.prospect)}. Judge: ${displayText(models.judge)}.`,
  }
}

/** How far to believe the judge, figure by figure. */
export function judgeTrustOf({ judge_trust: trust }: EvaluationResult) {
  const { judgements, calibration, alpha, judges, plays } = trust
  return {
    ...JUDGES[trust.status],
    sentence: judgeSentence(trust.sentence),
    facts: [
      ...factsIn({
        Judge: judges === 1 ? displayText(trust.model) : `${counted(judges, 'judge')}, ${displayText(trust.model)}`,
        'Also played': plays.map((part) => (part === 'agent' ? 'the agent' : 'the prospects')).join(' and '),
        Judgements: `${number(judgements.asked)} asked for, ${number(judgements.repaired)} repaired, ${number(judgements.cannot_judge)} could not be had`,
        'Judges among each other (α)': judges > 1 && figure(alpha),
      }),
      ...calibrationFacts(calibration),
    ],
  }
}

function calibrationFacts(calibration: JudgeTrust['calibration']): Fact[] {
  if (calibration === null) return []
  const share = (value: number | null) => (value === null ? 'unknown' : shareWords(value))
  const recognised = (value: number | null) => {
    const bar = TRUSTED_FROM.rate
    const isShort = value !== null && value < bar && Math.round(value * 100) >= bar * 100
    return isShort ? `${formatBelow(bar * 100, value * 100, 1)}%` : share(value)
  }
  const { leniency, weighted_kappa } = calibration
  return factsIn({
    'Marks of people': number(calibration.marks),
    'Agreement on pass or fail (κ)': calibration.kappa === null ? 'unknown' : kappaFigure(calibration.kappa),
    'Agreement on scores (κ, quadratic)': weighted_kappa !== null && figure(weighted_kappa),
    'Passes what people pass (TPR)': recognised(calibration.true_positive_rate),
    'Fails what people fail (TNR)': recognised(calibration.true_negative_rate),
    Leniency: leniency !== null && `${signed(leniency, 2)} points beside people’s marks`,
    'Conversations that pass': `${share(calibration.pass_rate)} by the judge, ${share(calibration.corrected_pass_rate)} corrected for its errors`,
  })
}

const kappaFigure = (kappa: number): string => formatBelow(TRUSTED_FROM.kappa, kappa, 2).replace('-', '\u2212')
const figure = (value: number | null): string => (value === null ? 'unknown' : value.toFixed(2).replace('-', '\u2212'))
