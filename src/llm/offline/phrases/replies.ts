import type { PerVoice } from './voice.js'

/** How an answer to a question begins. */
export const REPLY_LEADS: PerVoice = {
  blunt: '[Fair question.|Simple.|Short answer.]',
  warm: "[Oh, well.|That's a good question.|Let me think.]",
  dry: '[Since you ask.|Ah.|You would ask that.]',
  precise: '[To be exact.|That can be answered.|As far as I can judge.]',
  keen: '[Okay, so.|Good one.|Right.]',
  gentle: '[I have thought about that.|May I be honest?|If you want to know.]',
  formal: '[Certainly.|To your question.|Let me answer that.]',
  story: '[Now that takes me back.|Well, let me tell you.|I was waiting for that.]',
}

/** When it was all said before. */
export const REPLY_REPEATS: PerVoice = {
  blunt: '[I said it already.|Same as before.]',
  warm: "[I think I've told you already.|As I said before.]",
  dry: '[I refer you to my earlier remarks.|I find I agree with myself.]',
  precise: '[My answer is the one I gave.|I have nothing to add to this.]',
  keen: '[Like I said.|Same answer as before.]',
  gentle: '[I am afraid I would only repeat myself.|I said so before, and it still holds.]',
  formal: '[I stand by what I said.|As stated before.]',
  story: '[I have told that one already.|You have heard that from me.]',
}

/** The price, for somebody to whom it is neither an objection nor an argument. */
export const PRICE_VIEWS: Readonly<Record<'missing' | 'high' | 'fair', PerVoice>> = {
  missing: {
    blunt: 'No price given. Nothing to say about it.',
    warm: "They don't say what it costs, so I couldn't tell you.",
    dry: 'I would comment on the price if there were one.',
    precise: 'No price is stated, so I cannot assess it.',
    keen: 'Wait, is there even a price? I missed it then.',
    gentle: 'I could not find what it costs, so I would rather not guess.',
    formal: 'No price is given; I cannot comment on it.',
    story: 'I looked for what it costs and found nothing.',
  },
  high: {
    blunt: '{price} is a lot. It is not what decides it.',
    warm: "{price} is more than I like to spend, but that's not the main thing for me.",
    dry: '{price} is ambitious, though I have larger worries.',
    precise: '{price} is on the high side; it is not my first criterion.',
    keen: '{price} is steep, but that would not be my reason.',
    gentle: '{price} seemed a good deal of money to me, though other things weigh more.',
    formal: '{price} is high; it would not be the deciding point.',
    story: '{price} is more than I used to pay for such things, but it is not that.',
  },
  fair: {
    blunt: '{price} is fine. The price is not the problem.',
    warm: "{price} is all right with me, it's not the price.",
    dry: '{price} causes me no pain worth mentioning.',
    precise: '{price} is within the usual range; the price does not decide it for me.',
    keen: '{price} is okay, no drama.',
    gentle: '{price} did not trouble me.',
    formal: '{price} is acceptable; the price is not the issue.',
    story: '{price} is what such things cost these days, I have no quarrel with it.',
  },
}

/** A claim one believes, when asked for it. */
export const BELIEVED: PerVoice = {
  blunt: '{q}? I believe that.',
  warm: "{q}? Oh, I do believe that, I've no reason not to.",
  dry: '{q} I believe, as it happens.',
  precise: '{q} is a statement I accept as it stands.',
  keen: '{q}? Yeah, I buy that bit.',
  gentle: '{q} is something I can believe, I think.',
  formal: '{q} is credible to me.',
  story: '{q}? I have no trouble believing that.',
}

/** A claim one does not believe; the reason follows. */
export const NOT_BELIEVED: PerVoice = {
  blunt: '{q}? No.',
  warm: "{q}? I'm not convinced, to be honest.",
  dry: '{q} and I have not become friends.',
  precise: '{q} is a statement I do not accept yet.',
  keen: '{q}? Not really, no.',
  gentle: '{q} is hard for me to believe.',
  formal: '{q} does not convince me.',
  story: '{q}? I have my doubts about that one.',
}
