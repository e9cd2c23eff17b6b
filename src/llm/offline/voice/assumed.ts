import { type AssumedField, PHRASES } from '../../../data/phrases.js'
import type { PersonaBrief } from '../../../domain/persona-profile.js'

const levelOf = ({ levels }: PersonaBrief, axis: string): string => levels.find((one) => one.axis === axis)?.level ?? ''
const learnsBy = (brief: PersonaBrief): string => levelOf(brief, 'How they learn')
const worksWith = (brief: PersonaBrief): string => levelOf(brief, 'Working alone or together')

type Condition = NonNullable<ReturnType<typeof PHRASES.assumed>[AssumedField][number]['when']>

const HOLDS: Readonly<Record<Condition, (brief: PersonaBrief) => boolean>> = {
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
}

/** What is likely of somebody with these levels where no finding says anything; always marked as assumed. At least one. */
export const assumedOf = (field: AssumedField, brief: PersonaBrief): string[] =>
  PHRASES.assumed()[field].flatMap(({ when, text }) => (when === undefined || HOLDS[when](brief) ? [text] : []))
