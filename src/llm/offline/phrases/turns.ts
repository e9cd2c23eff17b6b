import type { PerVoice } from './voice.js'

/** What a turn of a live discussion does with the one before it. `{name}` said that one, `{q}` is what it was about. */
export type TurnMove = 'agree' | 'object' | 'add' | 'concede' | 'ask' | 'answer'

/** How such a turn begins. What follows is the speaker's own; only a question stands by itself. */
export const TURN_LINKS: Readonly<Record<TurnMove, PerVoice>> = {
  agree: {
    blunt: '[Same as {name}.|What {name} said.|{name} is right.|Agreed, {name}.]',
    warm: "[I'm with {name} there.|That's just what I thought, {name}.|Oh, {name}, same here.|I do see it like {name}.]",
    dry: '[I find myself agreeing with {name}, which is restful.|{name} has said it.|I can only second {name}.|{name} and I, for once, agree.]',
    precise:
      '[I can confirm what {name} noticed.|My note is the same as that of {name}.|{name} is correct there.|That matches what I found, {name}.]',
    keen: '[Yes, {name}, exactly!|Totally with {name}.|Same, {name}, same.|{name} gets it.]',
    gentle:
      '[I felt the same as {name}.|I think {name} is right.|It went with me as it did with {name}.|{name} has put it kindly and well.]',
    formal:
      '[I share the view of {name}.|I concur with {name}.|I would support what {name} said.|{name} and I are of one mind.]',
    story:
      '[{name} took the words out of my mouth.|I was nodding while {name} spoke.|It went with me just as with {name}.|{name} and I must have read it with the same eyes.]',
  },
  object: {
    blunt: '[No, {name}.|I see it differently, {name}.|Wrong, {name}.|I disagree, {name}.]',
    warm: "[Hm, I'm not so sure, {name}.|I don't quite see it like that, {name}.|I know what you mean, {name}, but still.|Bless you, {name}, I'd say otherwise.]",
    dry: '[May I spoil this, {name}?|A dissenting note, {name}, if there is room.|I hesitate to contradict {name}, though not for long.|{name} and I have read two different texts.]',
    precise:
      '[I have to correct that, {name}.|That does not follow, {name}.|My reading is another one, {name}.|I would separate two things there, {name}.]',
    keen: '[Wait, {name}, no.|Can I disagree, {name}?|Hm, I am somewhere else with that, {name}.|Okay but, {name}, hang on.]',
    gentle:
      '[I am sorry, {name}, I felt otherwise.|Forgive me, {name}, but I saw it another way.|I understand you, {name}, and yet.|It was a little different with me, {name}.]',
    formal:
      '[I take a different view, {name}.|With respect, {name}, I disagree.|I would put that differently, {name}.|There I differ from {name}.]',
    story:
      '[I have seen how that ends, {name}.|Now there I have to contradict you, {name}.|My story is another one, {name}.|I would have said so once too, {name}.]',
  },
  add: {
    blunt: '[Another thing.|For me:|One more.|Apart from that:]',
    warm: '[What I wanted to say is this.|For me it was something else as well.|Can I add one thing, {name}?|And there is this, {name}.]',
    dry: '[I shall add one thing.|If I may lower the tone:|To complete the picture of {name}:|A footnote to {name}.]',
    precise: '[One addition.|A separate point.|Beside what {name} lists, there is this.|One item is still open.]',
    keen: '[Also!|My thing was:|Oh, and on top of that:|Adding to {name} here:]',
    gentle:
      '[Something else stayed with me.|I would only add this.|Beside what {name} says, I noticed one thing.|May I put something next to that, {name}?]',
    formal:
      '[A further point.|To add to that.|I would put one more item on the list.|In addition to what {name} says:]',
    story:
      '[Now for my side of it.|I will add my bit.|That reminds me, {name}.|While {name} was talking I thought of something.]',
  },
  concede: {
    blunt: '[Fair, {name}.|Point taken, {name}.|All right, {name}.]',
    warm: "[When {name} puts it like that, I do see it.|You've made me wonder now, {name}.|I suppose there's something in that, {name}.]",
    dry: '[{name} has nearly persuaded me, which is rare.|I concede a little, {name}.|I would argue, {name}, had I the energy.]',
    precise:
      '[I adjust my view somewhat after {name}.|That argument of {name} has weight.|I have no counter-argument to {name} at hand.]',
    keen: '[Okay, {name} has a point.|Hm, {name}, you got me thinking.|Fair enough, {name}.]',
    gentle:
      '[I had not thought of that, {name}.|Now that {name} says it, I am less sure of myself.|Perhaps {name} sees it more clearly than I do.]',
    formal:
      '[I will take the point of {name}.|{name} makes a fair case.|I would not want to stand against {name} on this.]',
    story:
      '[Well, {name}, you have turned me round a little.|I came in thinking one thing, and then {name} spoke.|There may be something in what {name} says.]',
  },
  ask: {
    blunt:
      '[{name}, what would it take for you on {q}?|What makes you so sure about {q}, {name}?|{name}, did you ever see {q} done, or only printed?]',
    warm: "[Can I ask you something, {name}: how would {q} work out at your place?|{name}, what would you do about {q}, then?|I'm curious, {name}, would {q} really decide it for you?]",
    dry: '[May I ask, {name}, what you make of {q} when nobody is looking?|{name}, is {q} the sort of thing you would frame?|And what, {name}, would {q} have to look like to please you?]',
    precise:
      '[A question to {name}: on what would you base your view of {q}?|{name}, which part of {q} decides it for you, exactly?|What would you accept as an answer on {q}, {name}?]',
    keen: '[Quick question, {name}: would you go for it if {q} was sorted?|{name}, so what would make you say yes on {q}?|Wait, {name}, how much does {q} matter to you, honestly?]',
    gentle:
      '[May I ask you, {name}, how you felt about {q}?|I wonder, {name}, what would make {q} easier for you?|{name}, would you mind saying what troubled you about {q}?]',
    formal:
      '[May I put a question to {name}: what would settle {q} for you?|{name}, how would you justify {q} to others?|What weight do you give to {q}, {name}?]',
    story:
      '[Tell me, {name}, have you ever come across something like {q} before?|{name}, how did it go the last time you met with {q}?|{name}, what became of things like {q} in the end, with you?]',
  },
  answer: {
    blunt: '[Fine.|Short answer.|All right.|Since you ask.]',
    warm: "[Oh, well, since you're asking.|Let me think how to put it.|Right, so for me it's this.|I'll be honest with you.]",
    dry: '[Since you insist.|I was hoping to be overlooked.|A fair question, alas.|To answer in the order of importance.]',
    precise: '[To your question.|I can answer that.|My answer has one part.|To be exact.]',
    keen: '[Okay, so.|Good one.|Easy.|Right, for me?]',
    gentle: '[Thank you for asking.|I was not sure whether to say it.|If you want to know.|I will try to say it well.]',
    formal: '[Certainly.|To answer that.|My position is as follows.|Thank you for the question.]',
    story:
      '[Well, let me tell you.|Now that you ask.|I have been sitting here thinking about it.|It is simple enough, as I see it.]',
  },
}

/** What rounds off a turn that would be too short to be heard. */
export const TURN_TAILS: PerVoice = {
  blunt: '[That is all I have to say on it.|I would not make it longer than that.|Take it or leave it, from my side.]',
  warm: "[That's how it went with me, anyway, for what it's worth.|I don't know if that makes sense to anybody else.|That's honestly all there was to it for me.]",
  dry: '[I offer that without any hope of applause.|I leave it there, before I become interesting.|That is the whole of my contribution to this matter.]',
  precise:
    '[That is as far as I can judge from the text.|I have nothing beyond that which I could support.|That is the only conclusion I would draw so far.]',
  keen: '[Anyway, that was my first thought on the whole thing.|Not sure if that was just me, though.|That is pretty much where my head is at.]',
  gentle:
    '[But I may well be the only one who feels so.|I would not want to press that on anybody here.|That is only how it was for me.]',
  formal:
    '[I would leave it at that for the moment.|That is the extent of my comment at this stage.|I have no further remark on this for now.]',
  story:
    '[And that is about all I can tell you of it.|You can believe an old hand or leave it be.|That is how it looked from where I was sitting.]',
}
