import type { PerVoice } from './voice.js'

/** How sure somebody is about buying, from 0 (certainly not) to 4 (certainly). */
export type PurchaseLevel = 0 | 1 | 2 | 3 | 4

/** Plain words of likelihood first, so that they can be rated; the voice around them. */
export const PURCHASE_STATEMENTS: readonly [PerVoice, PerVoice, PerVoice, PerVoice, PerVoice] = [
  {
    blunt: 'I would definitely not {buy}. [I do not want it.|I would never spend money on it.|No interest at all.]',
    warm: "I'm sorry, I would definitely not {buy}[, it's just not for me at all|, I wouldn't want it, not even to be kind|, I'd never want it in the house].",
    dry: 'I would definitely not {buy}[; I dislike the idea, and I say so without regret|; I would never spend money on it, not even for a bet|; no interest at all, and that is being polite].',
    precise:
      'I would definitely not {buy}; [it is very unlikely|I have no interest at all in it|nothing could make me want it].',
    keen: 'I would definitely not {buy}, [no interest at all, sorry|not for me at all|I dislike the whole idea].',
    gentle: 'I am afraid I would definitely not {buy}[; it is not for me at all|, and I would rather be honest|].',
    formal:
      'I would definitely not {buy}. [I have no interest at all in it.|It is not for us at all.|I would never spend our money on it.]',
    story:
      'I would definitely not {buy}[; I never wanted such a thing and I never will|; it is not for me at all, nor for a neighbour|; I dislike the idea, and I have turned down better].',
  },
  {
    blunt: 'I would probably not {buy}. [Not for me.|I see no reason.|Not as it is.]',
    warm: "I would probably not {buy}, [to be honest|if I'm frank with you|much as I'd like to].",
    dry: 'I would probably not {buy}[, though I admire the effort|; the odds are poor|, and shall not miss it].',
    precise: 'I would probably not {buy}; it is [rather unlikely|unlikely on what is shown|unlikely without proof].',
    keen: 'I would probably not {buy}[, not really my thing|, I would scroll on|, not right now].',
    gentle:
      'I would probably not {buy}; [it does not quite speak to me|something keeps me back|I would rather leave it].',
    formal: 'I would probably not {buy} [on this basis|as it stands|at this point].',
    story:
      'I would probably not {buy}[; I would walk past it twice and on|, going by what I have seen|, set in my ways as I am].',
  },
  {
    blunt: 'I might or might not {buy}. [Depends.|Depends on the day.|Could go either way.]',
    warm: 'I might or might not {buy}, [I really could go either way|I am in two minds|it depends].',
    dry: 'I might or might not {buy}[, and could go either way|; perhaps yes, perhaps no|; perhaps].',
    precise:
      'I might or might not {buy}; [I am undecided, maybe yes, maybe no|it could go either way|perhaps yes, perhaps no].',
    keen: 'I might or might not {buy}, [maybe yes, maybe no|could go either way|could be].',
    gentle: 'I might or might not {buy}; [I am in two minds|my heart says maybe|it could go either way].',
    formal: 'I might or might not {buy}; [the matter is open|I am in two minds|perhaps yes, perhaps no].',
    story:
      'I might or might not {buy}; [I would turn it over in my hand first|I would sleep on it first|I am in two minds].',
  },
  {
    blunt: 'I would probably {buy}. [Worth a try.|Fair enough.|Why not.]',
    warm: "Yes, I would probably {buy}, [I'd like to try it|it sounds nice to me|and I'd tell my friends how it was].",
    dry: 'I would probably {buy}; [I like the idea, against my principles|I want it, somewhat to my surprise|I like it, and shall say nothing to anybody].',
    precise: 'I would probably {buy}; [it is likely|likely, given what is shown|the case is reasonable].',
    keen: 'Yeah, I would probably {buy}, [why not|I want to try it|sounds good].',
    gentle: 'I think I would probably {buy}; [it feels right|I would like to try it|I have a good feeling].',
    formal: 'I would probably {buy}; [I would put it on the list|the case is good|I would support it].',
    story: 'I would probably {buy}; [I would like to see for myself|I would like it, I think|it takes my fancy].',
  },
  {
    blunt: 'I would definitely {buy}. [Today.|Done.|Yes.]',
    warm: 'Yes, I would definitely {buy}, [I would love to have it|straight away|for all of us].',
    dry: 'I would definitely {buy}, [and I surprise myself|and gladly, for once|no irony intended].',
    precise: 'I would definitely {buy}; [it is very likely|everything I need is there|the evidence is enough].',
    keen: 'Yes! I would definitely {buy}, [right now|take my money|cannot wait].',
    gentle: 'Yes, I would definitely {buy}; [it is just what I would like|I am glad I read it|it suits me well].',
    formal: 'I would definitely {buy}; [I would order it this week|the decision is easy|I would sign for it].',
    story:
      'I would definitely {buy}; [it is what I have been looking for|I knew by the second line that I want it|I would have it today].',
  },
]
