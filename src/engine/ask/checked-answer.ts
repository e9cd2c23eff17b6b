import type { LifeQuestion } from '../../domain/ask.js'
import type { Trust } from '../../domain/run.js'
import { sentencesIn } from '../../domain/sentences.js'
import { stemsOf } from '../evaluation/checks/stems.js'
import { inventsFigure, isAboutRecord, toldBy } from '../simulation/record-words.js'
import { lookBackPrompt } from './look-back-prompt.js'

type Life = LifeQuestion['life']

const LEFT =
  /\bI(?:['’]ve| have| had)? (?:quit|uninstalled|cancell?ed|deleted|gave up on|given up on|stopped using|left)\b(?! (?:it )?(?:for (?:the|that|to|now|later)|again|open|alone|that day))/iu
const STAYED = /\bI(?:['’]m| am)? still (?:use|using|open|opening|there|with it)\b|\bI (?:never left|kept using)\b/iu
const PAID = /\bI(?:['’]ve| have| had)? (?:paid|bought|subscribed|upgraded)\b/iu
const NOT_PAID =
  /\bI (?:never|did ?n[o'’]t|did not|have ?n[o'’]t|have not) (?:pay|paid|bought|buy|subscribed?|upgraded?)\b/iu
const DAY = /\bdays? (\d+)\b/giu
/** What is wished, asked or denied is no statement of what happened. */
const SUPPOSED =
  /\b(?:would|could|should|might|may|if|wish|maybe|perhaps|want|never|no|not|none|nothing|cannot)\b|n['’]t\b|\?$/iu

const NOTHING_LEFT = '(The answer was left out: it said what the record of these weeks does not hold.)'

/**
 * What somebody answers about their weeks, without the sentences that the record of those weeks denies or knows nothing
 * of: whether they left and paid, days after their last one, numbers, names and things. English words decide.
 */
export function checkedAnswer(reply: string, question: LifeQuestion): { answer: string; quotes: Trust['quotes'] } {
  const { shared, own } = lookBackPrompt('', { ...question, earlier: [], question: '' })
  const record = new Set(stemsOf(`${shared}\n${own}`))
  const asked = lookBackPrompt('', question)
  const told = toldBy(`${asked.shared}\n${asked.own}`, [])
  const sentences = sentencesIn(reply).map((sentence) => sentence.trim())
  const kept = sentences.filter(
    (sentence) =>
      !contradicts(sentence, question.life) &&
      !inventsFigure(sentence, told) &&
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
