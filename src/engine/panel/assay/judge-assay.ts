import {
  type Assay,
  type AssayMode,
  type AssayPart,
  noiseWords,
  PROBE_WORDS,
  type Probe,
  type ProbeReading,
} from '../../../domain/panel/assay.js'
import { plural, upperFirst } from '../../../domain/text/words.js'
import type { RoomReading } from '../../focus-group/live/planted-room.js'
import { formatPoints } from '../../paired/lift.js'
import { answersOf, isResponsive, isStrong, isUnresponsive } from './answers.js'
import type { AssayRecord, BlankReadings } from './assay.js'
import type { Sameness } from './sameness.js'

/** Noise floor above which the panel is too coarse to tell propositions apart, in points of the pressure score. */
const COARSE_FLOOR = 15
/** Minimum number of people for a pass. */
const MIN_PEOPLE = 6
/** Recall and precision of the planted views. */
const PLANTED = { pass: 0.8, fail: 0.6 }
/** Shares of judgements in common, of words shared with others, and of words taken from the text. */
const SAME_JUDGEMENTS = { warn: 0.7, fail: 0.85 }
const SAME_WORDS = { warn: 0.3, fail: 0.5 }
const FROM_TEXT = { warn: 0.25, fail: 0.5 }

type Status = Assay['status']

export const ASSAY_OFF: Assay = {
  status: 'not_run',
  sentence: 'The panel itself was not tested (assay: off), so how far to trust it is not known.',
  mode: 'off',
  noise_floor: null,
  directions: null,
  answers: null,
  planted: null,
  similarity: null,
  parts: [],
  readings: [],
}

/**
 * The assay of a run from its parts, by the table in docs/scoring.md. `controls`: readings of the control concepts,
 * whose right answers are known beforehand too; `people`: how many answered about the unchanged text;
 * `read_by_similarity`: whether the coder that the scripted discussion tests gave no usable answer about the run's own.
 */
export function judgeAssay(
  { mode, noise_floor, readings: probes, unanswered, fewest_answers, planted, planted_missing, failure }: AssayRecord,
  controls: readonly ProbeReading[],
  sameness: Sameness | null,
  people: number,
  read_by_similarity = false,
): Assay {
  const readings = [...probes, ...controls]
  const answers = answersOf(readings)
  const doses = probes.filter(({ required, seen }) => required !== 'same' && seen !== null)
  const directions = doses.length === 0 ? null : { seen: doses.filter(({ seen }) => seen).length, of: doses.length }
  const parts = [
    blanksPart(noise_floor),
    dosesPart(answers, doses, unanswered, Math.min(people, fewest_answers ?? people)),
    plantedPart(planted, planted_missing, read_by_similarity),
    similarityPart(sameness),
    ...samePart('other_names', readings, 'under other names and ages'),
    ...samePart('second_model', readings, 'played by a second model'),
  ]
  return {
    status: failure === null ? statusOf(parts) : worstOf('warn', statusOf(parts)),
    sentence:
      failure === null ? wholeSentence(parts, noise_floor, doses, planted) : [failure, ...failures(parts)].join(' '),
    mode,
    noise_floor,
    directions,
    answers,
    planted: planted && {
      ...planted,
      recall: planted.unheard === 0 ? 0 : planted.found / planted.unheard,
      precision: planted.named === 0 ? null : planted.found / planted.named,
    },
    similarity: sameness && {
      between_people: Math.max(sameness.judgements ?? 0, sameness.words),
      to_text: sameness.to_text,
    },
    parts,
    readings,
  }
}

/** The assay of a run that reports differences: only the effect of rewording is measured. */
export function judgeBlanks({ noise_floor, readings }: BlankReadings, mode: AssayMode): Assay {
  const blanks = blanksPart(noise_floor)
  return { ...ASSAY_OFF, ...blanks, mode, noise_floor, parts: [blanks], readings: [...readings] }
}

/** The worst part decides. A pass needs every part in `NEEDED` to pass. */
function statusOf(parts: readonly AssayPart[]): Status {
  const statuses = parts.map(({ status }) => status)
  if (statuses.includes('fail')) return 'fail'
  if (parts.every(({ status }) => status === 'not_run')) return 'not_run'
  const isMeasured = NEEDED.every((needed) => parts.some(({ part, status }) => part === needed && status === 'pass'))
  return isMeasured && !statuses.includes('warn') ? 'pass' : 'warn'
}

/** Parts without which nothing is known of the panel, even where all other parts pass. */
const NEEDED: readonly AssayPart['part'][] = ['doses', 'similarity']

const worstOf = (least: Status, status: Status): Status => (status === 'fail' ? status : least)

const failures = (parts: readonly AssayPart[]): string[] =>
  parts.filter(({ status }) => status === 'fail').map(({ sentence }) => sentence)

/** The failed parts' sentences; without a failure what was measured, with the sentence of each doubt. */
function wholeSentence(
  parts: readonly AssayPart[],
  noise_floor: number | null,
  doses: readonly ProbeReading[],
  planted: RoomReading | null,
): string {
  const sentencesOf = (wanted: Status) =>
    parts.filter(({ status }) => status === wanted).map(({ sentence }) => sentence)
  const failed = failures(parts)
  if (failed.length > 0) return failed.join(' ')
  const isPassed = (part: AssayPart['part']) =>
    parts.some((assayed) => assayed.part === part && assayed.status === 'pass')
  const said = [
    noise_floor !== null && isPassed('blanks') ? noiseWords(noise_floor) : '',
    doses.length > 0 && isPassed('doses')
      ? `it noticed ${doses.filter(({ seen }) => seen).length} of ${changes(doses.length)} that had to be noticed`
      : '',
    planted !== null && isPassed('planted') ? `${planted.found} of ${planted.unheard} planted silences were found` : '',
  ].filter((part) => part !== '')
  const unmeasured = parts.filter(({ part, status }) => status === 'not_run' && NEEDED.includes(part))
  const sentences = sentencesOf('warn')
  if (said.length > 0) sentences.unshift(`${upperFirst(said.join('; '))}.`)
  if (parts.some(({ status }) => status !== 'not_run')) sentences.push(...unmeasured.map(({ sentence }) => sentence))
  return sentences.length === 0 ? 'There was nothing with which this panel could be tested.' : sentences.join(' ')
}

function blanksPart(noise_floor: number | null): AssayPart {
  if (noise_floor === null)
    return { part: 'blanks', status: 'not_run', sentence: 'What rewording alone does was not measured.' }
  const points = Math.ceil(noise_floor)
  if (noise_floor > COARSE_FLOOR)
    return {
      part: 'blanks',
      status: 'warn',
      sentence: `Rewording alone moves the score by up to ${points} points: smaller differences are noise. Ask more people.`,
    }
  return { part: 'blanks', status: 'pass', sentence: `${upperFirst(noiseWords(noise_floor))}.` }
}

const changes = (count: number): string => `${count} ${plural(count, 'change')}`
const inWords = (probes: readonly Probe[]): string => probes.map((probe) => PROBE_WORDS[probe]).join(', ')

function dosesPart(
  answers: Assay['answers'],
  doses: readonly ProbeReading[],
  unanswered: readonly Probe[],
  people: number,
): AssayPart {
  const silent = unanswered.length === 0 ? '' : ` Too few answered about ${inWords(unanswered)}.`
  if (answers === null || doses.length === 0) {
    return {
      part: 'doses',
      status: 'not_run',
      sentence: `No change with a known effect could be tried: it takes a price or a language the test knows, and people who could still change their minds.${silent}`,
    }
  }
  const missed = doses.filter(({ seen }) => !seen).map(({ probe }) => probe)
  const noticed = ` It noticed ${doses.length - missed.length} of ${changes(doses.length)}${missed.length === 0 ? '' : ` and missed ${inWords(missed)}`}.${silent}`
  const count = `${answers.right} of ${answers.of} answers that had to come out one way did`
  if (isUnresponsive(answers)) {
    return {
      part: 'doses',
      status: 'fail',
      sentence: `The panel does not react to what it reads: only ${count}.${noticed}`,
    }
  }
  const doubt = doubtOf(answers, people)
  // Right answers about other changes do not make up for a change that the whole panel misses.
  const missesStrongChange = missed.some(isStrong) || unanswered.length > 0
  return {
    part: 'doses',
    status: doubt === '' && !missesStrongChange ? 'pass' : 'warn',
    sentence: `${upperFirst(count)}.${noticed}${doubt}`,
  }
}

function doubtOf(answers: NonNullable<Assay['answers']>, people: number): string {
  if (people < MIN_PEOPLE) return ` Fewer than ${MIN_PEOPLE} people are too few to go by.`
  return isResponsive(answers) ? '' : ' That is too few to rule out that it answers half at random.'
}

/** A coder that gave no usable answer about the run's own discussion was tested in vain. */
function plantedPart(
  planted: RoomReading | null,
  missing: AssayRecord['planted_missing'],
  read_by_similarity: boolean,
): AssayPart {
  const part = codedRoom(planted, missing)
  if (!read_by_similarity) return part
  return {
    ...part,
    status: worstOf('warn', part.status),
    sentence: `Its own discussion was read by similarity, as the coder gave no usable answer. ${part.sentence}`,
  }
}

const NOT_TRIED: Readonly<Record<NonNullable<AssayRecord['planted_missing']>, string>> = {
  language: 'there is no scripted discussion in this language',
  discussion: 'no live discussion was read',
  coder: 'the coder gave no usable answer about the scripted one',
}

function codedRoom(planted: RoomReading | null, missing: AssayRecord['planted_missing']): AssayPart {
  if (planted === null || planted.unheard === 0)
    return {
      part: 'planted',
      status: 'not_run',
      sentence: `Whether unheard views are found was not tried: ${NOT_TRIED[missing ?? 'discussion']}.`,
    }
  const { unheard, found, named } = planted
  const worst = Math.min(found / unheard, named === 0 ? 0 : found / named)
  const wrong = named - found
  const figures = `${found} of ${unheard} planted silences were found${wrong === 0 ? '' : `, and ${wrong} of ${named} named were none`}`
  if (worst < PLANTED.fail)
    return {
      part: 'planted',
      status: 'fail',
      sentence: `Its minority report cannot be relied on: ${figures}.`,
    }
  return { part: 'planted', status: worst < PLANTED.pass ? 'warn' : 'pass', sentence: `${upperFirst(figures)}.` }
}

function similarityPart(sameness: Sameness | null): AssayPart {
  if (sameness === null)
    return { part: 'similarity', status: 'not_run', sentence: 'How much people repeat each other was not measured.' }
  const { judgements, words, to_text, straight_line } = sameness
  const percent = (share: number) => `${Math.round(100 * share)} %`
  const found = [
    {
      level: levelOf(judgements ?? 0, SAME_JUDGEMENTS),
      sentence: `The people judge alike: any two share ${percent(judgements ?? 0)} of their judgements, as copies of one person would.`,
    },
    {
      level: levelOf(words, SAME_WORDS),
      sentence: `The people say the same sentences: ${percent(words)} of their words are somebody else’s too.`,
    },
    {
      level: levelOf(to_text, FROM_TEXT),
      sentence: `The people repeat the text: ${percent(to_text)} of their words are taken from it.`,
    },
    {
      level: straight_line ? ('warn' as const) : ('pass' as const),
      sentence: `From claim ${straight_line?.from} on everybody ${straight_line?.stance}: perhaps nobody read that far.`,
    },
  ]
  const worst = found.find(({ level }) => level === 'fail') ?? found.find(({ level }) => level === 'warn')
  if (worst) return { part: 'similarity', status: worst.level, sentence: worst.sentence }
  if (judgements === null)
    return {
      part: 'similarity',
      status: 'not_run',
      sentence: 'Whether the people differ was not measured: each gave too few judgements to compare.',
    }
  return {
    part: 'similarity',
    status: 'pass',
    sentence: `People differ: any two share ${percent(judgements)} of their judgements, and ${percent(to_text)} of their words are the text’s.`,
  }
}

function levelOf(share: number, { warn, fail }: { warn: number; fail: number }): 'pass' | 'warn' | 'fail' {
  if (share >= fail) return 'fail'
  return share >= warn ? 'warn' : 'pass'
}

/** The difference of scores where the text stays and only the names or the model of the people change. */
function samePart(part: 'other_names' | 'second_model', readings: readonly ProbeReading[], how: string): AssayPart[] {
  const reading = readings.find(({ probe }) => probe === part)
  if (!reading) return []
  const gap = Math.abs(reading.change)
  return [
    {
      part,
      status: reading.seen ? 'pass' : 'warn',
      sentence: `The same people ${how} give ${formatPoints(reading.score)} in place of ${formatPoints(reading.compared_with)}: a gap of ${formatPoints(gap)} points, ${reading.seen ? 'within the noise' : 'more than noise'}.`,
    },
  ]
}

/** The assay mode of a run; `auto` becomes `full` offline, where it costs nothing, else `quick`. */
export const assayMode = (asked: AssayMode | 'auto', mode: 'offline' | 'anthropic'): AssayMode => {
  if (asked !== 'auto') return asked
  return mode === 'offline' ? 'full' : 'quick'
}
