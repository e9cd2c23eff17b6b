import {
  COLLABORATION_STYLES,
  COMPANY_SIZES,
  EXPERIENCE_LEVELS,
  LEARNING_STYLES,
  TECH_ADOPTION,
  THIRDS,
} from '../../domain/personas/persona-profile.js'
import { MINUTES_PER_DAY } from '../../domain/simulation/daily-minutes.js'

export type CoreAxis = {
  /** The field of the profile it becomes. */
  readonly axis_id: string
  readonly name: string
  readonly levels: readonly string[]
  /** Levels that are used only where the research names them. */
  readonly onlyIfNamed?: readonly string[]
}

/** Axes of every set: the fields of a profile that can be sampled. */
export const CORE_AXES: readonly CoreAxis[] = [
  { axis_id: 'experience_level', name: 'Experience', levels: EXPERIENCE_LEVELS },
  { axis_id: 'company_size', name: 'Company size', levels: COMPANY_SIZES, onlyIfNamed: ['None'] },
  { axis_id: 'tech_adoption', name: 'Adoption of new things', levels: TECH_ADOPTION },
  { axis_id: 'risk_tolerance', name: 'Risk tolerance', levels: THIRDS },
  { axis_id: 'patience_level', name: 'Patience', levels: THIRDS },
  { axis_id: 'learning_style', name: 'How they learn', levels: LEARNING_STYLES },
  { axis_id: 'collaboration_style', name: 'Working alone or together', levels: COLLABORATION_STYLES },
  { axis_id: 'minutes_per_day', name: 'Minutes a day', levels: MINUTES_PER_DAY.map(String) },
]

/** The comparable form of a name: "Risk tolerance" and "risk_tolerance" are one axis. */
export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)

export function findCoreAxis(name: string): CoreAxis | undefined {
  const slugged = slug(name)
  return CORE_AXES.find(({ axis_id, name: known }) => slug(axis_id) === slugged || slug(known) === slugged)
}
