import type { AskInput, LifeQuestion } from '../../domain/panel/ask.js'
import { isRehearsal, type Trust } from '../../domain/run/run.js'
import { sentencesIn } from '../../domain/text/sentences.js'
import type { Prompt } from '../../llm/client.js'
import type { EngineDeps } from '../deps.js'
import { stemsOf } from '../evaluation/checks/stems.js'
import { recollect } from '../focus-group/transcript.js'
import { trustWithoutStudy } from '../paired/trust-without-study.js'
import { tokensOf } from '../panel/planned-calls.js'
import type { Pipeline, PipelineOutcome, PlannedCalls } from '../pipeline.js'
import { isAboutRecord, knownFactsIn, namesUnknownFact } from '../simulation/diary/record-words.js'
import { withoutFences } from '../untrusted-text.js'
import { LOOK_BACK_RULES, lookBackPrompt } from './look-back-prompt.js'
import { REPLY_RULES, replyPrompt } from './prompt.js'

const SIZES = { schema: 80, answer: 85 } as const

/** Continues the conversation with one respondent: one call with everything this person remembers and nobody else's secrets. */
export const askPipeline: Pipeline<'ask'> = {
  plan(input) {
    if ('life' in input) return planCall('look_back', lookBackPrompt(LOOK_BACK_RULES, lifeFacts(input)))
    return planCall('reply', replyPrompt(REPLY_RULES, factsOf(input)))
  },
  async run(deps, input) {
    if ('life' in input) return lookBack(deps, input)
    const { persona, question, earlier } = input
    const rules = await deps.step('rules', null, () => ({ reply: REPLY_RULES }))
    deps.report('stage', { stage: 'reply', sentence: `${persona.name} thinks about it` })
    const facts = factsOf(input)
    const { reply, mind } = await deps.ask('reply', 'reply', facts, replyPrompt(rules.reply, facts))
    return {
      result: {
        persona_id: persona.persona_id,
        persona_name: persona.name,
        archetype: persona.archetype,
        question,
        answer: reply,
        mind,
        earlier,
      },
      trust: trustWithoutStudy(deps, [{ item: persona, value: reply }]),
    }
  },
}

function planCall(task: 'reply' | 'look_back', { rules, shared, own }: Prompt): PlannedCalls[] {
  const input_tokens = tokensOf(rules) + tokensOf(shared) + tokensOf(own) + SIZES.schema
  return [{ task, stage: 1, count: 1, input_tokens, output_tokens: SIZES.answer }]
}

/** Answers a question to a person of a simulation, from their own weeks. */
async function lookBack(deps: EngineDeps, input: LifeQuestion): Promise<PipelineOutcome<'ask'>> {
  const { life, question, earlier } = input
  const { persona_id, name, kind } = life.person
  const rules = await deps.step('rules', null, () => ({ look_back: LOOK_BACK_RULES }))
  deps.report('stage', { stage: 'reply', sentence: `${name} thinks about it` })
  const facts = lifeFacts(input)
  const { reply, mind } = await deps.ask('look_back', 'look_back', facts, lookBackPrompt(rules.look_back, facts))
  const outcomes = [{ item: life.person, value: reply }]
  const result = { persona_id, persona_name: name, archetype: kind, question, mind, earlier }
  if (isRehearsal(deps))
    return {
      result: { ...result, answer: reply },
      trust: withStoredRowsNote(life, { ...trustWithoutStudy(deps, outcomes), sentence: REHEARSED }),
    }
  const { answer, quotes } = checkedAnswer(reply, input)
  return {
    result: { ...result, answer },
    trust: withStoredRowsNote(life, trustWithoutStudy(deps, outcomes, { quotes })),
  }
}

const FROM_ROWS =
  'This version computes other weeks for this person: the answer rests on the stored events, without their diary.'

/** Notes in the trust section that the life was read from stored rows. */
const withStoredRowsNote = ({ from_rows }: Life, trust: Trust): Trust =>
  from_rows ? { ...trust, sentence: `${trust.sentence} ${FROM_ROWS}` } : trust

const REHEARSED =
  'Rules put the answer together from what the simulation recorded of this person; no language model and no person was asked. It reads English questions only.'

const lifeFacts = ({ life, earlier, question }: LifeQuestion) => ({ life, earlier, question })

const factsOf = ({
  stimulus,
  about,
  category,
  skepticism,
  persona,
  response,
  reasons,
  heard,
  earlier,
  question,
}: AskInput) => ({
  stimulus,
  about,
  category,
  skepticism,
  persona,
  response,
  reasons,
  heard: recollect(heard),
  earlier,
  question,
})

type Life = LifeQuestion['life']

const LEFT =
  /\bI(?:['’]ve| have| had)? (?:quit|uninstalled|cancell?ed|deleted|gave up on|given up on|stopped using|left)\b(?! (?:it )?(?:for (?:the|that|to|now|later)|again|open|alone|that day))/iu
const STAYED = /\bI(?:['’]m| am)? still (?:use|using|open|opening|there|with it)\b|\bI (?:never left|kept using)\b/iu
const PAID = /\bI(?:['’]ve| have| had)? (?:paid|bought|subscribed|upgraded)\b/iu
const NOT_PAID =
  /\bI (?:never|did ?n[o'’]t|did not|have ?n[o'’]t|have not) (?:pay|paid|bought|buy|subscribed?|upgraded?)\b/iu
const DAY = /\bdays? (\d+)\b/giu
/** A wish, question or denial does not state what happened. */
const SUPPOSED =
  /\b(?:would|could|should|might|may|if|wish|maybe|perhaps|want|never|no|not|none|nothing|cannot)\b|n['’]t\b|\?$/iu

/** What every answer may name: "Good question.", "My memory of it is dim." */
const ABOUT_ASKING = 'question memory'

const NOTHING_LEFT = '(The answer was left out: it said what the record of these weeks does not hold.)'

/**
 * A person's answer about their weeks, without sentences that contradict the record of those weeks or have no basis in
 * it: about leaving and paying, days after the last one, numbers, names and things. Decided by English words.
 */
function checkedAnswer(reply: string, question: LifeQuestion): { answer: string; quotes: Trust['quotes'] } {
  const { shared, own } = lookBackPrompt('', { ...question, earlier: [], question: '' })
  const record = new Set(stemsOf(`${withoutFences(`${shared}\n${own}`)}\n${ABOUT_ASKING}`))
  const asked = lookBackPrompt('', question)
  const told = knownFactsIn(withoutFences(`${asked.shared}\n${asked.own}`), [])
  const sentences = sentencesIn(reply).map((sentence) => sentence.trim())
  const kept = sentences.filter(
    (sentence) =>
      !contradicts(sentence, question.life) &&
      !namesUnknownFact(sentence, told) &&
      (SUPPOSED.test(sentence) || isAboutRecord(sentence, record)),
  )
  return {
    answer: kept.length === 0 ? NOTHING_LEFT : kept.join(' '),
    quotes: judge(sentences.length, kept.length),
  }
}

function contradicts(sentence: string, { reason, days, paid }: Life): boolean {
  if ([...sentence.matchAll(DAY)].some(([, day]) => Number(day) > days)) return true
  if (/\b(?:if|would|could|might|almost|nearly)\b/iu.test(sentence)) return false
  return (reason === null ? LEFT : STAYED).test(sentence) || (paid ? NOT_PAID : PAID).test(sentence)
}

function judge(checked: number, verified: number): Trust['quotes'] {
  const dropped = checked - verified
  const sentence =
    dropped === 0
      ? 'No sentence of the answer names a number, a name or a thing that the record of these weeks does not hold; whether each is true of what it names was not checked.'
      : `${dropped} of ${checked} sentences of the answer were left out: the record of these weeks denies them, or knows nothing of what they name.`
  return { status: dropped === 0 ? 'pass' : 'warn', sentence, checked, verified, dropped }
}
