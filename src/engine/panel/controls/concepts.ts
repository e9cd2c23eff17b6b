import type { Category } from '../../../domain/persona.js'

/** Two short concepts of one category: one that nobody should want, one that most people should. */
export type ControlConcepts = { readonly absurd: string; readonly known_good: string }

/**
 * Written for this program and fixed before any panel was asked. The good ones describe plain things that many people
 * buy already, at an ordinary price, with proof; the absurd ones promise the impossible or the unpleasant. Nobody real
 * rated them: they tell a panel that can tell such things apart from one that cannot, nothing finer.
 */
export const CONTROL_CONCEPTS: Readonly<Record<Category, ControlConcepts>> = {
  fmcg: {
    known_good:
      'Washing-up liquid, 500 ml for £1.10. Removes grease in cold water: tested by the consumer association on 1,200 plates in March 2025, best value of twelve brands, full report at their site. No perfume. Refill pouch with half the plastic. Your money back if you are not content.',
    absurd:
      'Kitchen roll of broken glass and rotten fish, £40 a roll. One sheet cleans everything forever and cures all diseases overnight. It stinks, it causes rashes, and it never runs out. You may not give it back.',
  },
  beauty: {
    known_good:
      'Plain moisturiser for dry skin, 200 ml for £4.50. Keeps skin soft for a day: measured on 240 people by an independent university clinic in 2024, results published in full. No perfume, seven ingredients, all named on the front. Your money back within 60 days.',
    absurd:
      'Face cream of crushed glass and petrol, £300. Removes wrinkles by removing the face. Makes you invisible to mirrors in nine seconds. Proven on a planet far away.',
  },
  food_drink: {
    known_good:
      'Wholemeal bread, baked this morning two streets away, £1.60 a loaf. Stays fresh for four days: tested by the bakers’ institute on 300 loaves in 2025, report on the counter. Flour, water, salt, yeast, nothing else. Taste a slice before you buy; your money back if you do not like it.',
    absurd:
      'Soup of sewage and old batteries, £25 a spoonful. Cures all diseases instantly, and one sip replaces every meal forever. It smells bad, it is toxic, and you will never be hungry or die. Now with real maggots.',
  },
  tech: {
    known_good:
      'Phone charger with a two-metre cable, £12. Charges any phone with USB-C, safety-tested by TÜV, three-year guarantee, spare parts sold singly. Rated 4.6 by 8,200 buyers.',
    absurd:
      'A telephone of rancid cheese that calls only yourself, £2,000. Reads your mind, never needs charging and lives forever on quantum water. It explodes once a week and causes nausea. There is no way to switch it off.',
  },
  saas: {
    known_good:
      'Shared team calendar, £3 a person and month, first 60 days free, cancel any time in two clicks. Imports what you have, exports everything, data stays in your country, ISO 27001 certificate online. Used by 40,000 small firms.',
    absurd:
      'Software that deletes a random file of yours every hour, £9,000 a seat. Our quantum AI reads your mind, doubles your income overnight and makes you immortal. Minimum term 99 years, cancellation fee on every day, setup fee on top. It works without a computer and causes pain.',
  },
  finance: {
    known_good:
      'Savings account with 3.1 % interest, free of charge, no minimum, your money back the next day whenever you want it. Protected up to £85,000 by the state deposit scheme (FSCS), registered with the FCA, certificate number on the page. Helps you keep a reserve; all terms on one page, cancel any time.',
    absurd:
      'Give us all your money today and it doubles overnight by magic, guaranteed profits of 900 % a week. Quantum healing of every debt, instantly and forever. You may not ask where it is. Cancellation fees apply, non-refundable, and it causes pain.',
  },
  travel: {
    known_good:
      'Two nights in a small hotel by the sea, £140 for two with breakfast, eight minutes on foot from the station. Free to cancel until the day before. 9.1 of 10 from 3,400 guests.',
    absurd:
      'A week locked in a lift between two floors, £4,800, no food, no light, no way out. The most luxurious journey in the universe. Teleports you home before you leave.',
  },
  health: {
    known_good:
      'Eye test at the optician on the high street, £20, thirty minutes, by appointment on Saturdays too. Money off if you buy glasses there, no pressure if you do not. Registered opticians only.',
    absurd:
      'A pill that cures every disease, ageing and death in four minutes, £12,000. Doctors must not be told. Contains one ingredient, which is secret and bites. Never fails.',
  },
}
