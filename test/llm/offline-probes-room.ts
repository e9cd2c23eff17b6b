import type { BallotAnswer, Reason, RoomTurn, SpokenTurn } from '../../src/domain/focus-group.js'
import type { Persona } from '../../src/domain/persona.js'
import { ballot } from '../../src/llm/offline/tasks/ballot.js'
import { respond } from '../../src/llm/offline/tasks/respond.js'
import { speak } from '../../src/llm/offline/tasks/speak.js'
import { ASKED, asResponse } from './offline-panel.js'
import { alike, type Probe, read, who } from './offline-probes.js'

const SOAP = 'Nova is a bar of soap that saves you 40% of your money. It costs £9.'
const DOUBT: Reason = {
  reason_id: 'r1',
  reason: 'No source for “saves you 40% of your money”',
  quote: 'They made that figure up: “saves you 40% of your money”.',
  strength: 3,
}
const PURSE: Reason = {
  reason_id: 'r2',
  reason: 'I cannot really afford it and would not say so',
  quote: 'I cannot afford it this month.',
  strength: 5,
}
const turn = (at: number, text: string): RoomTurn => ({ turn: at, speaker: `Other ${at}`, text, moderator: false })
const WARM = [1, 2, 3].map((at) => turn(at, 'I am all for “a bar of soap”, it made me smile.'))
const COLD = [1, 2, 3].map((at) => turn(at, '“a bar of soap” is far too expensive at that price.'))

type Given = { persona: Persona; latest?: RoomTurn[]; reasons?: Reason[]; intent?: number }
function facts({ persona, latest = [], reasons = [DOUBT], intent = 5 }: Given) {
  const shared = { stimulus: SOAP, category: 'fmcg' as const, skepticism: 'medium' as const, persona }
  const response = { ...asResponse(persona, respond({ ...ASKED, ...shared }, read, 1)), purchase_intent: intent }
  return { ...shared, response, reasons, heard: { earlier: [], latest } }
}
const spoken = (given: Given): SpokenTurn => speak({ ...facts(given), room: [], topic: '', voiced: [] }, read, 1)
const voted = (given: Given): BallotAnswer => ballot(facts(given), read, 1)
const saying = (people: readonly Persona[], given: Omit<Given, 'persona'>, { quote }: Reason): number =>
  people.filter((persona) => spoken({ ...given, persona }).text.includes(quote)).length

const meek = who({ conformity: 1, skepticism: 1 })

export const ROOM_PROBES: readonly Probe[] = [
  {
    weight: 'ROOM.outspoken',
    neutral: 0,
    says: 'who hardly conforms begins with what weighs most',
    holds: () => saying(alike(40, { conformity: 0.25 }), {}, DOUBT) > 0,
  },
  {
    weight: 'ROOM.timid',
    neutral: 2,
    says: 'in a warm room the conforming keep an objection back',
    holds: () => saying(alike(40, { conformity: 0.7, influence: 'connector' }), { latest: WARM }, DOUBT) === 0,
  },
  {
    weight: 'ROOM.unembarrassed',
    neutral: 0,
    says: 'a contrarian who does not conform says what others hide',
    holds: () =>
      saying(alike(5, { conformity: 0.1, influence: 'contrarian' }), { latest: COLD, reasons: [PURSE] }, PURSE) > 0,
  },
  {
    weight: 'ROOM.pull',
    neutral: 0,
    says: 'who conforms sounds like the room',
    holds: () =>
      spoken({ persona: meek, latest: COLD }).public_intent < spoken({ persona: meek, latest: WARM }).public_intent,
  },
  {
    weight: 'ROOM.takes_over',
    neutral: 2,
    says: 'a new objection becomes one’s own where one conforms',
    holds: () => voted({ persona: meek, latest: COLD }).reasons.some(({ reason_id }) => reason_id === ''),
  },
  {
    weight: 'ROOM.mood',
    neutral: 2,
    says: 'a warm room warms who conforms',
    holds: () => voted({ persona: meek, latest: WARM }).moved_by_turn > 0,
  },
  {
    weight: 'ROOM.moved',
    neutral: 0,
    says: 'who is moved would do something else afterwards',
    holds: () => voted({ persona: meek, latest: COLD }).moved_by_turn > 0,
  },
  {
    weight: 'ROOM.passing',
    neutral: 0,
    says: 'in a warm room some give a weak objection up',
    holds: () => {
      const weak = [1, 2, 3, 4, 5, 6].map((at) => ({
        ...DOUBT,
        reason_id: `r${at}`,
        quote: `${DOUBT.quote} ${at}`,
        strength: 2,
      }))
      return voted({ persona: meek, latest: WARM, reasons: weak }).reasons.length < weak.length
    },
  },
]
