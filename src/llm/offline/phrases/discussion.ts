import type { PerVoice } from './voice.js'

/** What somebody does with a turn. `{name}` is the person they answer. */
export type Move = 'open' | 'agree' | 'object' | 'bridge' | 'add' | 'yield' | 'insist' | 'close'

/** How a turn begins; what follows is taken from the speaker's own response. */
export const LINKS: Readonly<Record<Move, PerVoice>> = {
  open: {
    blunt: '[I will start.|Me first.]',
    warm: "[Shall I start, then?|I'll go first if nobody minds.]",
    dry: '[Somebody has to begin.|Since nobody else volunteers.]',
    precise: '[I would begin with what can be checked.|To begin with the text itself.]',
    keen: '[Can I go first?|Okay, me first!]',
    gentle: '[May I begin?|I could begin, if you like.]',
    formal: '[Allow me to begin.|Let me open.]',
    story: '[Let me start at the beginning.|I may as well begin.]',
  },
  agree: {
    blunt: '[Same as {name}.|What {name} said.]',
    warm: "[I'm with {name} there.|That's just what I thought, {name}.]",
    dry: '[I find myself agreeing with {name}, which is restful.|{name} has said it.]',
    precise: '[I can confirm what {name} noticed.|My note is the same as that of {name}.]',
    keen: '[Yes, {name}, exactly!|Totally with {name}.]',
    gentle: '[I felt the same as {name}.|I think {name} is right.]',
    formal: '[I share the view of {name}.|I concur with {name}.]',
    story: '[{name} took the words out of my mouth.|I was nodding while {name} spoke.]',
  },
  object: {
    blunt: '[No, {name}.|I see it differently, {name}.]',
    warm: "[Hm, I'm not so sure, {name}.|I don't quite see it like that, {name}.]",
    dry: '[May I spoil this, {name}?|A dissenting note, {name}, if there is room.]',
    precise: '[I have to correct that, {name}.|That does not follow, {name}.]',
    keen: '[Wait, {name}, no.|Can I disagree, {name}?]',
    gentle: '[I am sorry, {name}, I felt otherwise.|Forgive me, {name}, but I saw it another way.]',
    formal: '[I take a different view, {name}.|With respect, {name}, I disagree.]',
    story: '[I have seen how that ends, {name}.|Now there I have to contradict you, {name}.]',
  },
  bridge: {
    blunt: '[You are both half right.|Both can be true.]',
    warm: "[I think you both have a point.|Can't it be a bit of both?]",
    dry: '[Both of you may be right, regrettably.|There is room for both, I fear.]',
    precise: '[The two points do not exclude each other.|Both statements can hold.]',
    keen: '[Okay, but both things can be true.|You are kind of saying the same thing.]',
    gentle: '[Perhaps both of you are right.|I can understand you both.]',
    formal: '[The two positions can be reconciled.|I would take something from both sides.]',
    story: '[It reminds me of two neighbours who were both right.|You are both right in your own way.]',
  },
  add: {
    blunt: '[Another thing.|For me:]',
    warm: '[What I wanted to say is this.|For me it was something else.]',
    dry: '[I shall add one thing.|If I may lower the tone:]',
    precise: '[One addition.|A separate point.]',
    keen: '[Also!|My thing was:]',
    gentle: '[Something else stayed with me.|I would only add this.]',
    formal: '[A further point.|To add to that.]',
    story: '[Now for my side of it.|I will add my bit.]',
  },
  yield: {
    blunt: '[All right, {name}, point taken.|Fair, {name}.]',
    warm: "[When {name} puts it like that, I do see it.|You've made me wonder now, {name}.]",
    dry: '[{name} has nearly persuaded me, which is rare.|I concede a little, {name}.]',
    precise: '[I adjust my view somewhat after {name}.|That argument of {name} has weight.]',
    keen: '[Okay, {name} has a point.|Hm, {name}, you got me thinking.]',
    gentle: '[I had not thought of that, {name}.|Now that {name} says it, I am less sure of myself.]',
    formal: '[I will take the point of {name}.|{name} makes a fair case.]',
    story: '[Well, {name}, you have turned me round a little.|I came in thinking one thing, and then {name} spoke.]',
  },
  insist: {
    blunt: '[I stay with it.|Still no difference to me.]',
    warm: "[I hear you, but I'd still say the same.|I know, I know, but still.]",
    dry: '[I remain where I was, comfortably.|My view has survived the discussion.]',
    precise: '[My assessment is unchanged.|I see nothing that changes the point.]',
    keen: '[Still, same for me.|I am sticking with mine.]',
    gentle: '[I would still stay with what I felt.|I cannot quite let go of it.]',
    formal: '[My position stands.|I maintain my view.]',
    story: '[I have listened, and I am where I was.|You will not talk me out of it.]',
  },
  close: {
    blunt: '[My turn, then.|I have listened. Short:]',
    warm: '[I have just been listening.|I did not want to interrupt.]',
    dry: '[I have enjoyed this from the side.|Since we are coming to an end:]',
    precise: '[To close the list.|A final observation.]',
    keen: '[Last thing from me.|Quick last one.]',
    gentle: '[I have been quiet so far.|If there is still time.]',
    formal: '[In conclusion, from my side.|A last remark.]',
    story: '[I have sat here and listened to you all.|Let me have the last word, for once.]',
  },
}

/** What a turn did to the room. */
export const IMPACTS: Readonly<Record<Move, readonly [string, ...string[]]>> = {
  open: ['Sets the theme for the others.', 'Gives the room its first position.'],
  agree: ['Strengthens what {name} said.', 'Makes the view of {name} the easier one to hold.'],
  object: ['Breaks the agreement with {name}.', 'Puts a doubt beside what {name} said.'],
  bridge: ['Lowers the tension and keeps both views open.', 'Lets nobody lose face.'],
  add: ['Brings in a point of its own.', 'Widens the discussion.'],
  yield: ['Moves towards {name} in front of the others.', 'Shows that {name} carries weight.'],
  insist: ['Changes nobody’s mind; the difference stays.', 'Marks where the room will not agree.'],
  close: ['Ends on a note that nobody answers.', 'Comes late and is heard politely.'],
}
