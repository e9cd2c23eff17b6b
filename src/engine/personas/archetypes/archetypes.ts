import type { Archetype } from '../../../domain/persona.js'
import { AppError } from '../../../errors.js'
import { allotmentRetiree } from './allotment-retiree.js'
import { budgetPlanner } from './budget-planner.js'
import { carefulParent } from './careful-parent.js'
import { clinicManager } from './clinic-manager.js'
import { creatureOfHabit } from './creature-of-habit.js'
import { earlyAdopter } from './early-adopter.js'
import { easyGoingJoiner } from './easy-going-joiner.js'
import { eveningStudent } from './evening-student.js'
import { financeDirector } from './finance-director.js'
import { frequentTraveller } from './frequent-traveller.js'
import { growthManager } from './growth-manager.js'
import { homeCarer } from './home-carer.js'
import { itSecurityLead } from './it-security-lead.js'
import { labelReader } from './label-reader.js'
import { longTermPatient } from './long-term-patient.js'
import { operationsHead } from './operations-head.js'
import { procurementLead } from './procurement-lead.js'
import { qualitySeeker } from './quality-seeker.js'
import { schoolItBuyer } from './school-it-buyer.js'
import { secondCareerBaker } from './second-career-baker.js'
import { smallBusinessOwner } from './small-business-owner.js'
import { valuesFirstShopper } from './values-first-shopper.js'
import { villageMechanic } from './village-mechanic.js'
import { worksCouncilChair } from './works-council-chair.js'

/** The built-in kinds of buyers: fourteen who buy for themselves, ten who buy for an organisation. */
export const ARCHETYPES: readonly Archetype[] = [
  carefulParent,
  budgetPlanner,
  earlyAdopter,
  labelReader,
  creatureOfHabit,
  valuesFirstShopper,
  qualitySeeker,
  easyGoingJoiner,
  allotmentRetiree,
  homeCarer,
  eveningStudent,
  frequentTraveller,
  villageMechanic,
  longTermPatient,
  procurementLead,
  itSecurityLead,
  smallBusinessOwner,
  growthManager,
  financeDirector,
  clinicManager,
  secondCareerBaker,
  operationsHead,
  worksCouncilChair,
  schoolItBuyer,
]

export function findArchetype(id: string): Archetype | undefined {
  return ARCHETYPES.find(({ archetype_id }) => archetype_id === id)
}

/** The archetypes of these ids, in that order. Throws `invalid_input` for unknown ones, naming them and the known ones. */
export function requireArchetypes(ids: readonly string[]): Archetype[] {
  const unknown = ids.filter((id) => findArchetype(id) === undefined)
  if (unknown.length > 0) {
    const known = ARCHETYPES.map(({ archetype_id }) => archetype_id).join(', ')
    throw new AppError('invalid_input', {
      problem: `Unknown archetype${unknown.length > 1 ? 's' : ''}: ${unknown.map((id) => `"${id}"`).join(', ')}. Known: ${known}; and no persona set is called so.`,
    })
  }
  return ids.flatMap((id) => findArchetype(id) ?? [])
}
