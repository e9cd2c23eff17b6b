import { type AssumedField, PHRASES } from '../../../data/phrases.js'
import type { PersonaBrief, PersonaProse, Statement } from '../../../domain/personas/persona-profile.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { type HashSource, pick } from '../model/random.js'

const UNKNOWN: Statement = { text: '', evidence_id: '' }

/**
 * A person of an audience is assumed. Every other persona holds what a document or a template states about it, and
 * nothing else. Which of a respondent's sentences tells a fear and which a goal is not read, so these fields stay empty
 * and the sentences are stored beside them verbatim.
 */
export function writePersona(facts: FactsOf<'write_persona'>, _read: unknown, seed: number): PersonaProse {
  if (facts.audience !== undefined) return assumePersona(facts, seed)
  const { brief, respondent_is, evidence } = facts
  const own = evidence.find(({ respondent }) => respondent !== '' && respondent === brief.respondent)
  const given = evidence.filter(({ respondent, who }) => respondent === '' && who === brief.archetype)
  const [description = UNKNOWN] = given.map(({ statement, evidence_id }) => ({ text: statement, evidence_id }))
  return {
    role: {
      text: respondent_is || brief.archetype,
      evidence_id: own?.evidence_id ?? description.evidence_id,
    },
    tech_stack: [],
    pain_points: [],
    goals: [],
    fears: [],
    values: [],
    evaluation_criteria: [],
    deal_breakers: [],
    delight_triggers: [],
    referral_triggers: [],
    typical_workflow: description,
    time_availability: UNKNOWN,
  }
}

/** A person made up from an audience: likely sentences for the drawn levels, all of them assumed. */
function assumePersona({ brief, unlike, contradicted = '' }: FactsOf<'write_persona'>, seed: number): PersonaProse {
  const source: HashSource = [seed, brief.id, brief.archetype, `${unlike}${contradicted}`]
  const say = (field: AssumedField, count = 1): Statement[] => {
    const phrases = assumedOf(field, brief)
    const first = pick(phrases as [string, ...string[]], [...source, field, 'assumed'])
    const rest = phrases.filter((phrase) => phrase !== first)
    return [first, ...rest].slice(0, count).map(assumed)
  }
  return {
    role: assumed(roleOf(brief)),
    tech_stack: [],
    pain_points: say('pain_points', 2),
    goals: say('goals', 2),
    fears: say('fears'),
    values: say('values'),
    evaluation_criteria: say('evaluation_criteria', 2),
    deal_breakers: say('deal_breakers'),
    delight_triggers: say('delight_triggers'),
    referral_triggers: say('referral_triggers'),
    typical_workflow: say('typical_workflow')[0] as Statement,
    time_availability: say('time_availability')[0] as Statement,
  }
}

const assumed = (text: string): Statement => ({ text, evidence_id: '' })

function roleOf(brief: PersonaBrief): string {
  const experience = levelOf(brief, 'Experience')
  const workplace = WORKPLACES.get(levelOf(brief, 'Company size')) ?? ' in a large organisation'
  return `${brief.archetype}${workplace}${experience === '' ? '' : `, ${experience.toLowerCase()}`}`
}

const WORKPLACES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['None', ''],
  ['Startup', ' in a startup'],
  ['SMB', ' in a small or middle-sized company'],
])

const levelOf = ({ levels }: PersonaBrief, axis: string): string =>
  levels.find((level) => level.axis === axis)?.level ?? ''
const learnsBy = (brief: PersonaBrief): string => levelOf(brief, 'How they learn')
const worksWith = (brief: PersonaBrief): string => levelOf(brief, 'Working alone or together')
const minutesOf = (brief: PersonaBrief): number => Number(levelOf(brief, 'Minutes a day'))

type Condition = NonNullable<ReturnType<typeof PHRASES.assumed>[AssumedField][number]['when']>

const CONDITION_CHECKS: Readonly<Record<Condition, (brief: PersonaBrief) => boolean>> = {
  wary: ({ risk_tolerance }) => risk_tolerance < 1 / 3,
  bold: ({ risk_tolerance }) => risk_tolerance > 2 / 3,
  hurried: ({ patience_level }) => patience_level < 1 / 3,
  patient: ({ patience_level }) => patience_level > 2 / 3,
  novice: (brief) => levelOf(brief, 'Experience') === 'Novice',
  expert: (brief) => levelOf(brief, 'Experience') === 'Expert',
  late: (brief) => /Laggard|Late/.test(levelOf(brief, 'Adoption of new things')),
  learns_from_documentation: (brief) => learnsBy(brief) === 'Documentation',
  learns_from_video: (brief) => learnsBy(brief) === 'Video',
  learns_from_peers: (brief) => learnsBy(brief) === 'Peer learning',
  learns_by_trying: (brief) => learnsBy(brief) === 'Trial-error',
  works_in_a_community: (brief) => worksWith(brief) === 'Community-driven',
  works_in_a_team: (brief) => worksWith(brief) === 'Team',
  works_alone: (brief) => worksWith(brief) === 'Solo',
  quarter_hour_a_day: (brief) => minutesOf(brief) === 15,
  half_hour_a_day: (brief) => minutesOf(brief) === 30,
  hour_a_day: (brief) => minutesOf(brief) === 60,
  two_hours_a_day: (brief) => minutesOf(brief) === 120,
}

/** Likely statements for these levels, at least one. */
const assumedOf = (field: AssumedField, brief: PersonaBrief): string[] =>
  PHRASES.assumed()[field].flatMap(({ when, text }) =>
    when === undefined || CONDITION_CHECKS[when](brief) ? [text] : [],
  )
