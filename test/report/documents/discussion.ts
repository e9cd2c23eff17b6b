import type { Ballot, GroupDynamics, MinorityReport, Turn } from '../../../src/domain/panel/discussion.js'
import type { Response } from '../../../src/domain/panel/response.js'
import { pmfOf, privately } from './panel.js'

/** Speaker (index into the panel, −1 the moderator), words, whom they speak to. */
const SPOKEN: readonly (readonly [number, string, number?])[] = [
  [-1, 'You have all read about Havn Oat. What would you say about it at the kitchen table?'],
  [1, 'For €1.49 it is worth a try. If it does not froth I get my money back, so what is there to lose?'],
  [2, 'That is how I see it too. Mornings are short, and it only has to work in the coffee.'],
  [0, 'I would want to know who measured the forty percent. The leading brand is not even named.', 1],
  [1, 'Fair, but nobody checks the sugar on milk either.', 0],
  [5, 'I liked it. It made me think of the one we had before they changed the recipe.'],
  [-1, 'Pierre, you have not said much. What about the energy claim?', 3],
  [3, 'Clinically proven is a word for a pharmacy. On a carton it makes me suspicious of everything else.'],
  [2, 'I had not thought of that, but now that you say it, it does sound odd next to an oat drink.', 3],
  [4, 'And it ends on Sunday. I do not like being hurried.'],
  [1, 'The Sunday thing is only the offer. Still, I would leave the clinic out of it.'],
  [0, 'Take the clinic out and name the brand you compare with, and I would read on.'],
  [-1, 'Let me sum up: the price helps, the energy claim costs trust. Anything that was not said?'],
  [5, 'No, I think that is it.'],
]

const nameOf = (panel: readonly Response[], i: number): string => panel[i]?.persona_name ?? 'Moderator'

export function turnsOf(panel: readonly Response[]): Turn[] {
  return SPOKEN.filter(([speaker]) => speaker < panel.length).map(([speaker, text, to], i) => ({
    turn: i + 1,
    speaker: nameOf(panel, speaker),
    text,
    moderator: speaker < 0,
    ...(to !== undefined && panel[to] ? { addressed_to: nameOf(panel, to) } : {}),
  }))
}

const ballotsOf = (panel: readonly Response[], when: 'before' | 'after'): Ballot[] =>
  panel.map(({ persona_id, purchase_statement }, i) => {
    const intent_pmf = when === 'before' || i % 3 === 2 ? pmfOf(i) : pmfOf(i + 1 + (i % 2))
    return {
      persona_id,
      intent_pmf,
      leaning: intent_pmf.reduce((sum, p, point) => sum + p * (point + 1), 0),
      stance: when === 'before' ? purchase_statement : 'I would rather wait until somebody has tested it.',
      reasons: [
        { side: 'against', reason: when === 'before' ? 'no source named' : 'sounds hurried', quote: privately(i) },
      ],
    }
  })

/** A live discussion, whole. */
export function liveTalk(panel: readonly Response[]): GroupDynamics {
  const turns = turnsOf(panel)
  return {
    mode: 'live',
    silent_contrarians: [],
    turns,
    ballots: { before: ballotsOf(panel, 'before'), after: ballotsOf(panel, 'after') },
    discussion_flow: turns.map(({ speaker, text }) => ({ speaker, statement: text, impact: '' })),
    influence_patterns: {
      primary_influencer: nameOf(panel, 1),
      followers: [nameOf(panel, 2)],
      contrarians: [nameOf(panel, 0)],
      dynamics_notes: 'Most replies went to the one who opened with the price.',
    },
    opinion_shifts: [
      {
        participant: nameOf(panel, 0),
        initial_position: 'would rather not buy',
        final_position: 'undecided',
        catalyst: 'Turn 11, Rasmus: “I would leave the clinic out of it.”',
      },
    ],
    consensus_points: ['The price makes it worth a try.'],
    contentious_points: ['Whether the energy claim hurts the rest.'],
    emergent_insights: ['The clinic spoils claims that were believed on their own (turn 9).'],
    minority_report: {
      suppressed_views: ['Money back means giving away an address.'],
      importance_assessment: 'It matters.',
    },
  }
}

/** The same people in the one call that writes everybody's lines. */
export const scriptedTalk = (panel: readonly Response[]): GroupDynamics => ({
  ...liveTalk(panel),
  mode: 'quick',
  turns: turnsOf(panel)
    .filter(({ moderator }) => !moderator)
    .map(({ speaker, text }, i) => ({ turn: i + 1, speaker, text })),
  ballots: null,
})

const IMPORTANCE =
  'Who fears for their address will not ask for the money back and will not say why; the guarantee then convinces nobody.'

/** What was measured in `liveTalk`: one view nobody said, one said once and dropped, one who went along. */
export function measuredDissent(panel: readonly Response[]): MinorityReport {
  const holder = (i: number, strength: number) => ({
    persona_id: panel[i % panel.length]?.persona_id ?? '',
    strength,
    held_before: true,
    held_after: true,
    quote: privately(i),
  })
  return {
    method: 'measured',
    suppressed_views: [
      {
        view: 'The money back is a way to get at addresses.',
        side: 'against',
        why_unheard: 'never_voiced',
        contradicted_turns: [],
        asked_turns: [],
        heard_turns: [],
        holders: [holder(4, 0.8), holder(2, 0.4)],
      },
      {
        view: 'The old recipe was better than anything new can be.',
        side: 'against',
        why_unheard: 'dropped',
        contradicted_turns: [],
        asked_turns: [],
        heard_turns: [turnsOf(panel)[5]?.turn ?? 1],
        holders: [holder(5, 0.6)],
      },
    ],
    unclear_views: [{ view: 'It ends too soon.', side: 'against', turns: [10], holders: [holder(4, 0.4)] }],
    conformity: [
      {
        persona_id: panel[2]?.persona_id ?? '',
        public_stance: 'would buy',
        private_before: 'would rather not buy',
        private_after: 'would rather not buy',
        shift: -0.1,
      },
    ],
    importance_assessment: IMPORTANCE,
    participation: { gini: 0.31, chain_depth: 3.2, median_words: 18, short_turn_share: 0.85 },
  }
}

/** What is said of dissent where nothing could be measured. */
export const foundDissent = (panel: readonly Response[], method: 'script' | 'individual'): MinorityReport => ({
  method,
  suppressed_views: measuredDissent(panel)
    .suppressed_views.slice(0, 1)
    .map((one) => ({ ...one, holders: one.holders.map((two) => ({ ...two, held_before: null, held_after: null })) })),
  unclear_views: [],
  conformity: null,
  importance_assessment: IMPORTANCE,
  participation: null,
})
