import type { PerVoice } from './voice.js'

/** How sure somebody is about buying, from 0 (certainly not) to 4 (certainly). */
export type PurchaseLevel = 0 | 1 | 2 | 3 | 4

/** Plain words of likelihood first, so that they can be rated; the voice around them. */
export const PURCHASE_STATEMENTS: readonly [PerVoice, PerVoice, PerVoice, PerVoice, PerVoice] = [
  {
    blunt: 'I would definitely not {buy}. [No.|Never.|Not in this life.]',
    warm: "I'm sorry, I would definitely not {buy}[, it's just not for me|, not even to be kind| and I'd not want it in the house].",
    dry: 'I would definitely not {buy}[, and I say so without regret|; my money has other friends|, not even for a bet].',
    precise: 'I would definitely not {buy}; [the likelihood is nil|nothing speaks for it|I rule it out].',
    keen: 'I would definitely not {buy}[, hard no|, nope|, next].',
    gentle: 'I am afraid I would definitely not {buy}[; it is not for me at all|, and I would rather be honest|].',
    formal: 'I would definitely not {buy}. [That is settled.|There is no case for it.|I would advise against it.]',
    story:
      'I would definitely not {buy}[, and I have turned down better|; I have learnt that lesson|, not for me nor for a neighbour].',
  },
  {
    blunt: 'I would probably not {buy}. [Unlikely.|I see no reason.|Not as it is.]',
    warm: "I would probably not {buy}, [to be honest|if I'm frank with you|much as I'd like to].",
    dry: 'I would probably not {buy}[, though I admire the effort|; the odds are poor|, and I shall sleep well].',
    precise: 'I would probably not {buy}; it is [rather unlikely|unlikely on what is shown|unlikely without proof].',
    keen: 'I would probably not {buy}[, not really my thing|, I would scroll on|, not right now].',
    gentle:
      'I would probably not {buy}; [it does not quite speak to me|something keeps me back|I would rather leave it].',
    formal: 'I would probably not {buy} [on this basis|as it stands|at this point].',
    story:
      'I would probably not {buy}[; I would walk past it twice and on|, going by what I have seen|, set in my ways as I am].',
  },
  {
    blunt: 'I might or might not {buy}. [Depends.|Undecided.|Ask me again.]',
    warm: 'I might or might not {buy}, [I really could go either way|I am in two minds|ask me on Saturday].',
    dry: 'I might or might not {buy}[; the jury is at lunch|, and the suspense is bearable|; I could go either way].',
    precise: 'I might or might not {buy}; I am undecided [until one thing is shown|on what is here|for now].',
    keen: 'I might or might not {buy}, [honestly undecided|maybe, maybe not|could go either way].',
    gentle: 'I might or might not {buy}; [I am not sure yet|I feel undecided|I could go either way].',
    formal: 'I might or might not {buy}; [I am undecided|the matter is open|I would need more].',
    story:
      'I might or might not {buy}; [I would turn it over in my hand first|I am undecided, like with most things|I could go either way].',
  },
  {
    blunt: 'I would probably buy it. [Worth a try.|Fair enough.|Why not.]',
    warm: "Yes, I would probably buy it, [I'd like to try it|it sounds nice to me|and I'd tell my friends how it was].",
    dry: 'I would probably buy it, [against my principles|somewhat to my surprise|and say nothing to anybody].',
    precise: 'I would probably buy it; [it is likely|likely, given what is shown|the case is reasonable].',
    keen: 'Yeah, I would probably buy it, [why not|I want to try it|sounds good].',
    gentle: 'I think I would probably buy it; [it feels right|I would like to try it|I have a good feeling].',
    formal: 'I would probably buy it; [I would put it on the list|the case is good|I would support it].',
    story:
      'I would probably buy it; [I would like to see for myself|I have bought worse and been happy|it takes my fancy].',
  },
  {
    blunt: 'I would definitely buy it. [Today.|Done.|Yes.]',
    warm: 'Yes, I would definitely buy it, [I would love to have it|straight away|for all of us].',
    dry: 'I would definitely buy it, [and I surprise myself|which does not happen often|no irony intended].',
    precise: 'I would definitely buy it; [it is very likely|everything I need is there|the evidence is enough].',
    keen: 'Yes! I would definitely buy it, [right now|take my money|cannot wait].',
    gentle: 'Yes, I would definitely buy it; [it is just what I would like|I am glad I read it|it suits me well].',
    formal: 'I would definitely buy it; [I would order it this week|the decision is easy|I would sign for it].',
    story:
      'I would definitely buy it; [it is what I have been looking for|I knew it by the second line|I would have it today].',
  },
]
