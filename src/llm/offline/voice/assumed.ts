import type { PersonaBrief } from '../../../domain/persona-profile.js'

export type AssumedField =
  | 'pain_points'
  | 'goals'
  | 'fears'
  | 'values'
  | 'evaluation_criteria'
  | 'deal_breakers'
  | 'delight_triggers'
  | 'referral_triggers'
  | 'typical_workflow'
  | 'time_availability'

type Phrases = (brief: PersonaBrief) => readonly string[]

const levelOf = ({ levels }: PersonaBrief, axis: string): string => levels.find((one) => one.axis === axis)?.level ?? ''
const wary = ({ risk_tolerance }: PersonaBrief): boolean => risk_tolerance < 1 / 3
const bold = ({ risk_tolerance }: PersonaBrief): boolean => risk_tolerance > 2 / 3
const hurried = ({ patience_level }: PersonaBrief): boolean => patience_level < 1 / 3
const novice = (brief: PersonaBrief): boolean => levelOf(brief, 'Experience') === 'Novice'
const expert = (brief: PersonaBrief): boolean => levelOf(brief, 'Experience') === 'Expert'
const late = (brief: PersonaBrief): boolean => /Laggard|Late/.test(levelOf(brief, 'Adoption of new things'))

const which = (...choices: readonly (readonly [boolean, string])[]): string[] =>
  choices.flatMap(([fits, phrase]) => (fits ? [phrase] : []))

/** What is likely of somebody with these levels where no finding says anything; always marked as assumed. */
export const ASSUMED: Readonly<Record<AssumedField, Phrases>> = {
  pain_points: (who) =>
    which(
      [novice(who), 'Gets stuck where words are not explained'],
      [expert(who), 'Tools hide what an experienced person needs'],
      [hurried(who), 'Loses patience with more than one screen'],
      [late(who), 'Has to relearn what worked before'],
      [true, 'The same information has to be entered twice'],
      [true, 'Nobody answers a question the same day'],
    ),
  goals: (who) =>
    which(
      [wary(who), 'Wants to change nothing that cannot be undone'],
      [bold(who), 'Wants to try it today rather than discuss it'],
      [hurried(who), 'Wants to be done within a few minutes'],
      [true, 'Wants the daily work to take less of the day'],
      [true, 'Wants to know what it will cost in the end'],
    ),
  fears: (who) =>
    which(
      [wary(who), 'Fears being blamed when something goes wrong'],
      [novice(who), 'Fears looking foolish in front of others'],
      [bold(who), 'Fears being held back by others'],
      [true, 'Fears paying for something nobody uses'],
    ),
  values: (who) =>
    which(
      [wary(who), 'Reliability before speed'],
      [bold(who), 'Speed before polish'],
      [expert(who), 'Control over details'],
      [true, 'Being told the truth plainly'],
    ),
  evaluation_criteria: (who) =>
    which(
      [levelOf(who, 'How they learn') === 'Documentation', 'Whether it is documented completely'],
      [levelOf(who, 'How they learn') === 'Video', 'Whether a short film shows it working'],
      [levelOf(who, 'How they learn') === 'Peer learning', 'Whether somebody they know uses it'],
      [levelOf(who, 'How they learn') === 'Trial-error', 'Whether it can be tried without asking anybody'],
      [true, 'What it costs after the first year'],
    ),
  deal_breakers: (who) =>
    which(
      [hurried(who), 'A sales call before the first look'],
      [wary(who), 'No way back once data has moved'],
      [true, 'A price that changes without notice'],
    ),
  delight_triggers: (who) =>
    which(
      [hurried(who), 'It works at the first try'],
      [expert(who), 'A setting for exactly what was missing'],
      [true, 'Somebody who admits a fault and mends it'],
    ),
  referral_triggers: (who) =>
    which(
      [
        levelOf(who, 'Working alone or together') === 'Community-driven',
        'Being asked about it in a group they belong to',
      ],
      [levelOf(who, 'Working alone or together') === 'Team', 'A colleague with the same trouble'],
      [true, 'Only after it has held for a year'],
    ),
  typical_workflow: (who) =>
    which(
      [levelOf(who, 'Working alone or together') === 'Solo', 'Works through the day alone, interrupted by messages'],
      [levelOf(who, 'Working alone or together') === 'Team', 'Shares the day with a team and its meetings'],
      [true, 'Fits new things between fixed duties'],
    ),
  time_availability: (who) =>
    which(
      [hurried(who), 'A few minutes between other things'],
      [who.patience_level > 2 / 3, 'An evening, if it is worth it'],
      [true, 'An hour a week at most'],
    ),
}
