import type { PerVoice } from './voice.js'

/** How an answer to a question begins. */
export const REPLY_LEADS: PerVoice = {
  blunt: '[Fair question.|Simple.|Short answer.]',
  warm: "[Oh, well.|That's a good question.|Let me think.]",
  dry: '[Since you ask.|Ah.|You would ask that.]',
  precise: '[To be exact.|In order.|As I noted.]',
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
