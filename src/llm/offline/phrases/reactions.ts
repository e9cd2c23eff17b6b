import type { Objection } from '../kinds.js'
import type { IntentBand } from '../weights.js'
import type { PerVoice } from './voice.js'

export type GutLevel = 'positive' | 'mixed' | 'neutral' | 'negative' | 'absurd' | 'lost'

/** The first thing that comes to mind. */
export const GUT_SENTENCES: Readonly<Record<GutLevel, PerVoice>> = {
  positive: {
    blunt: '[Not bad.|Fair enough.|All right, I am listening.] {q} [got me|is a good start].',
    warm: 'Oh, [I like the sound of this|this sounds nice|that would suit us] – {q} [made me smile|caught me straight away].',
    dry: '[Annoyingly, I like it.|I came to sneer and stayed.] {q} [is rather good|did the damage].',
    precise: '[A good start.|Better than expected.] {q} [made me read on|deserves a second look].',
    keen: '[Ooh, yes|Okay, want|Yes!] – {q}, [where do I get one|tell me more|I am so curious].',
    gentle: '[I felt drawn to it at once|A good feeling, to begin with], [mostly because of|it was] {q}.',
    formal: '[A favourable first impression|My interest is raised]: {q} [merits a second look|is the line I noticed].',
    story: '[It put me in a good mood|I caught myself nodding]; [I read {q} twice|it was {q} that did it].',
  },
  mixed: {
    blunt: '[Half good.|Yes and no.] {q} is [fine|all right]. The rest, [we will see|I am not sold].',
    warm: "[Hm, I'm in two minds|I want to like it]: {q} [pulled me in|is nice], and then [something nagged at me|I got a bit wary].",
    dry: '[Interest, followed by an eyebrow|I was nearly charmed|One foot in the door, one out|A flirtation, no more]: {q}.',
    precise:
      '[Ambivalent|An uneven text]. {q} [is worth examining|stands out]; other parts [lower my trust|are weaker].',
    keen: '{q} – [cool, but|love that, but] [something feels off|I am not fully there].',
    gentle: '[I felt pulled both ways|Curious, and a little wary]; {q} [stayed with me|is what I noticed first].',
    formal:
      '[Mixed|Two minds at first reading]: {q} [interests me, the tone less so|is good, the surroundings are not].',
    story:
      '[It drew me in and then let go of my hand a little|I leaned forward and then back again]; {q} [is what I kept|is where I stopped].',
  },
  neutral: {
    blunt: '{q}. [So what.|Fine. Next.|And?|Read it, done.]',
    warm: "[Right, okay|Hm] – {q}. [It didn't do much for me either way|I'd have turned the page].",
    dry: '{q}. [My pulse is unchanged.|Noted, as one notes the weather.|The cat looked up, and slept on.|I finished my biscuit.]',
    precise: '[No strong reaction|Neutral]. I noticed {q} [and went on reading|and little else].',
    keen: '{q} – [meh|okay, I guess], [nothing jumped out|did not stop my thumb].',
    gentle: '[I felt rather little|It left me calm, perhaps too calm]; {q} [is what I remember|I read, and went on].',
    formal: '[Noted|No particular reaction]: {q}. [It neither helps nor offends.|I would file it.]',
    story:
      '[My mind wandered|I read it the way one reads a bus timetable]; {q} [is the bit I remember|is as far as I got with any attention].',
  },
  negative: {
    blunt: '{q}. [Here we go again.|No.|Heard it.|Spare me.|Pass.]',
    warm: "[Oh dear|My heart sank a bit]: {q} – [that's not for me|I put my guard up straight away].",
    dry: '{q}. [I sighed, audibly.|And yet I kept reading, out of duty.|I looked out of the window for a while.|One knows how this film ends.]',
    precise: '[Unconvinced from the first line|My first reaction is distrust]; {q} [set the tone|is the cause].',
    keen: '{q} – [nope|hm, no], [lost me there|swipe].',
    gentle: '[I drew back|I felt myself close up]; it was {q} [that did it|more than anything].',
    formal:
      '[An unfavourable first impression|I would normally stop here|Not a good beginning|My first note is critical]: {q}.',
    story:
      '{q}, [and I was already folding the page|and my hand went to the next envelope|and I put my glasses away|and I thought, not again].',
  },
  absurd: {
    blunt: '{q}? [Ha. No.|Pull the other one.|Right. Sure.|Try the neighbours.]',
    warm: '{q}?! [I laughed out loud, and not in the way they wanted.|You what? Who would fall for that?|I had to read it twice to our cat.|I nearly dropped my tea.]',
    dry: '{q}. [I checked the date for the first of April.|I read it twice, for pleasure.|I should like to meet the author.|A collector’s item.]',
    precise: '{q}. [That is not possible.|No.] [I stopped reading for content there.|Everything after it is suspect.]',
    keen: '{q} – [hahaha what|is this a joke|are you kidding|did a kid write this]?',
    gentle: '{q} [startled me|made me uneasy]; [I looked whether it was meant as a joke|something in me said no].',
    formal:
      '{q}. [I assumed a misprint.|I take it this is not serious.|I looked for the retraction.|I closed the document.]',
    story:
      '{q}! [I had to read it aloud to believe it was there|They used to run people like that out of the village|My grandfather would have slapped the table|I have not heard the like since the travelling circus].',
  },
  lost: {
    blunt: '{q}. [What is this?|What am I looking at?|Say again?|I do not follow.]',
    warm: "{q}… [sorry, what is it|I'm lost already], [could you tell me what it's for|I feel a bit daft].",
    dry: '{q}. [I await further developments.|A bold place to stop explaining.|I turned it over; the back was no help.|A riddle, then.]',
    precise:
      '{q}. [I cannot tell what is being offered.|No identifiable proposition.|The object of this is unclear.|I could not classify it.]',
    keen: '{q}?? [I do not get it|What is happening|Okay, lost|My brain just buffered].',
    gentle: '{q} [left me puzzled|I did not understand], [and a little shut out|I am sorry to say].',
    formal:
      '{q}. [I do not know what is being proposed.|Is there an attachment?|I assume a page did not arrive.|The purpose escapes me.]',
    story:
      '{q}, [it said, and I turned the page over to see if there was more|and I scratched my head|and I held it to the light|and I was none the wiser].',
  },
}

/** Where it leaves somebody: the purchase intent in words. */
export const INTENT_SENTENCES: Readonly<Record<IntentBand, PerVoice>> = {
  yes: {
    blunt: 'I would {buy}. [See if it keeps its word.|Once, to start with.]',
    warm: "I'd {buy}, I think, [and see how we get on|or at least give it a go].",
    dry: 'I would [{buy} and tell nobody|probably {buy}], [for science|on a day nobody is looking].',
    precise: 'I would very likely {buy} and [judge it on use|compare it with my usual].',
    keen: "I'd {buy} – [no question|this week if I can].",
    gentle: 'I think I would {buy}, [with a good feeling|without too much worry].',
    formal: 'I would [take this forward and {buy}|be likely to {buy}, after a first trial].',
    story: 'I would {buy}, [and tell you afterwards how it went|and that is not something I say at every door].',
  },
  maybe: {
    blunt: '[I might {buy}. Might not.|Could go either way whether I {buy}.] [Not this week.|Depends.]',
    warm: 'I might {buy}, [if there were an offer|if a friend had it first].',
    dry: 'I might {buy}, [in a weak moment|on a reckless day].',
    precise:
      'I am [undecided|at even odds]; that I {buy} is [possible, not likely yet|conditional on the open points].',
    keen: 'I might {buy}, [if it pops up again|if someone else goes first].',
    gentle: 'I might {buy} one day, [not at once|I would sleep on it].',
    formal: 'I might {buy}, and [would keep it on the list for now|would ask for more before deciding].',
    story: 'I might {buy} and I might not, [it depends on the day|I would see who else does].',
  },
  unlikely: {
    blunt: '[I would probably not {buy}.|I doubt I would {buy}.] [I have what I need.|No reason to.]',
    warm: "I [probably wouldn't|don't think I'd] {buy}, [not as it stands|I'd stick with what we have].",
    dry: 'I would probably not {buy}, [to nobody’s surprise|and sleep well].',
    precise: 'I am unlikely to {buy} [on this information|as described].',
    keen: "I probably wouldn't {buy}, [for now|unless they fix that].",
    gentle: 'I do not think I would {buy}, [and I would not feel I had missed much|for now].',
    formal: 'I am unlikely to {buy} [at this stage|on this basis].',
    story: 'I think I would not {buy}, [and be done with it by the next bend|with a look back, perhaps].',
  },
  no: {
    blunt: '[I would not {buy}.|Not a chance that I {buy}.] [Done.|Save the paper.]',
    warm: "I really wouldn't {buy}, [not even half off|and I'd tell my friends not to].",
    dry: 'I would not {buy} [for an enemy|if it were the last one on earth].',
    precise: 'I would definitely not {buy}.',
    keen: "[Hard pass, I wouldn't {buy}|I wouldn't {buy}], [sorry|next].",
    gentle: 'I would not {buy}, [I am quite sure of that|and that is rare for me].',
    formal: 'I would not {buy}, [without further discussion|and would say so in writing].',
    story: 'I would not {buy}, [not from them and not from anyone|and I would cross the road to avoid them].',
  },
}

/** Instead of an intent, for a text nobody could judge. */
export const LOST_SENTENCES: PerVoice = {
  blunt: 'I cannot {buy} if I do not know what it is. [So no.|Come back with more.]',
  warm: "I couldn't tell you whether I'd {buy}, [so for now I wouldn't|so I'd leave it for now].",
  dry: 'Whether I would {buy} must remain [a mystery, and so a no|open, which in practice means no].',
  precise:
    'I cannot say whether I would {buy}; [without information the answer is no|I give no judgement, which here means no].',
  keen: "No idea if I'd {buy}, [so no for now|so not today].",
  gentle: 'I could not say whether I would {buy}, [and so I would not|and it would feel wrong to guess].',
  formal: 'I would not {buy} on this; [there is nothing to decide on|resubmit it and I will look again].',
  story: 'Would I {buy}? [One does not buy a cat in a bag.|Ask me when I know what it is; until then, no.]',
}

export type SocialStance = 'recommend' | 'shrug' | 'warn'

/** What somebody tells friends. `{it}` starts it, the objection may follow as a clause. */
export const SOCIAL_SENTENCES: Readonly<Record<SocialStance, PerVoice>> = {
  recommend: {
    blunt: "I'd tell a mate: [worth a try|have a look]. They say {q}[.|, and I buy that.]",
    warm: "I'd tell the others about it – [have you seen this, it says|they do this thing where it's] {q}, [we should try it|worth a go, I'd say].",
    dry: 'I would mention it [over dinner|in passing], as in: {q}, [and not half as silly as it sounds|try it before you mock it].',
    precise:
      'I would say that {q} [is worth knowing about|makes it worth testing], and [suggest one trial|leave the verdict to them].',
    keen: "I'd [send it to the group chat|tell everyone]: look, {q}, [who's in|we have to try this].",
    gentle: 'I would tell a friend, [carefully|if she asked], that {q} [sounds good to me|is why I might try it].',
    formal: 'I would tell colleagues that {q} [is worth a look|deserves a trial].',
    story:
      'I would tell [my sister|them next door] about it over the fence: {q}, [they say, and I think there is something in it|and you know I do not praise easily].',
  },
  shrug: {
    blunt: "[Never tried it|No idea], I'd say. They claim {q}. [Up to you.|Your money.]",
    warm: "I'd say [it looks all right|it's probably fine] – {q}, [they say|it says], [but I haven't tried it|see what you think].",
    dry: 'If asked: {q}, [apparently|so they tell us]. [I have no strong views, for once.|One could do worse.]',
    precise: 'I would report that it says {q}, [and that I have not tested it|without a recommendation].',
    keen: "I'd be like, [it's a thing, says|there's this] {q}, [could be good, could be nothing|you go first].",
    gentle:
      'I would say it might be nice, {q} [and so on|for example], [and that I am not sure|and ask what they think].',
    formal: 'I would say it exists, that it states {q}, and that [I have formed no view|we are looking at the market].',
    story:
      'I would say, [there is this thing now|I read about something], {q}, [well, we will see who buys it|and then talk of something else].',
  },
  warn: {
    blunt: "I'd say leave it. [They tell you {q}.|{q}, my foot.]",
    warm: "I'd say [leave it|save your money], [they go on about|it's all] {q}.",
    dry: 'I would read {q} aloud [at dinner|to the table], for the laugh.',
    precise: 'I would advise against it and point to {q}.',
    keen: "I'd [warn the group chat|post it as a what-not-to-do]: {q}, [can you imagine|I mean].",
    gentle: 'I would gently advise against it; {q} [does not sit right with me|is the reason].',
    formal: 'I would advise colleagues against it, [citing|with reference to] {q}.',
    story: 'I would tell them to [keep their hands in their pockets|walk past it], {q} [or no|notwithstanding].',
  },
}

/** An objection said aloud, as it is put among friends. */
export const SAID_ALOUD: Readonly<Record<Objection, PerVoice>> = {
  figure: {
    blunt: 'No source for the numbers.',
    warm: "I'd add that nobody says where their numbers come from.",
    dry: 'Their numbers, I would add, came without a source.',
    precise: 'I would add that the source of the figures is not given.',
    keen: 'But ask them for the numbers first.',
    gentle: 'Only, I would add, one does not see how it was measured.',
    formal: 'The figures lack a source, and I would mention that.',
    story: 'Ask them where they got those numbers, I would say.',
  },
  promise: {
    blunt: 'No proof, mind.',
    warm: "Mind you, they don't back it up with anything.",
    dry: 'Evidence was not on the menu.',
    precise: 'I would add that the evidence is not shown.',
    keen: "But there's no proof it works, so.",
    gentle: 'Only that one has to take it on trust.',
    formal: 'I would note that the evidence is missing.',
    story: 'But promises, I would say, are not proof.',
  },
  superlative: {
    blunt: 'Too much boasting.',
    warm: 'They do boast a bit, I would say that too.',
    dry: 'One has to wade through the boasting.',
    precise: 'I would mention that the superlatives are not supported.',
    keen: 'Ignore the hype bits though.',
    gentle: 'The big words I would leave out.',
    formal: 'I would not repeat their superlatives.',
    story: 'Never mind the bragging, I would say.',
  },
  absurd: {
    blunt: 'It cannot be true.',
    warm: "It just can't be true, I'd say.",
    dry: 'Fiction, but of the impossible kind.',
    precise: 'I would say plainly that it is impossible.',
    keen: 'Too good to be true, guys.',
    gentle: 'I would say that it seems too good to be true.',
    formal: 'I would call it what it is: impossible.',
    story: 'A fairy tale, I would say, and not a good one.',
  },
  vague: {
    blunt: 'It is all vague.',
    warm: "Though it's a bit vague what you actually get.",
    dry: 'What it is remains pleasantly vague.',
    precise: 'I would add that the wording is vague.',
    keen: "It's kind of vague what it does.",
    gentle: 'It stays a little vague, I find.',
    formal: 'The wording is vague, I would add.',
    story: 'Woolly, I would call it.',
  },
  price_dearer: {
    blunt: 'Dearer than {other}, mind.',
    warm: "It's more than {other} though, I'd say that straight.",
    dry: 'One pays more than {other} for the pleasure.',
    precise: 'I would add that it is more than {other}.',
    keen: 'Bit more than {other} though.',
    gentle: 'Only that it is dearer than {other}.',
    formal: 'I would add that it is dearer than {other}.',
    story: 'Dearer than {other}, I would say, so taste before you buy.',
  },
  price_high: {
    blunt: 'Too expensive.',
    warm: "It's not cheap though, I'd warn them about the price.",
    dry: 'Bring money; the price is ambitious.',
    precise: 'I would mention the price.',
    keen: 'Bit expensive though.',
    gentle: 'It is rather dear, I would say.',
    formal: 'I would mention that the price is high.',
    story: 'At that price you could feed a horse, I would say.',
  },
  price_missing: {
    blunt: 'No price on it.',
    warm: "And I couldn't tell them what it costs.",
    dry: 'What it costs is a family secret.',
    precise: 'I would add that no price is given.',
    keen: 'No clue what it costs.',
    gentle: 'I could not say what it costs.',
    formal: 'There is no price yet, I would add.',
    story: 'Do not ask me what it costs, they do not say.',
  },
  pressure: {
    blunt: 'And do not let them rush you.',
    warm: "And don't let them hurry you, I'd say.",
    dry: 'Ignore the countdown.',
    precise: 'I would add that the deadline is only pressure.',
    keen: 'Ignore the pushy countdown.',
    gentle: 'And nobody should feel pushed, I would say.',
    formal: 'I would disregard the deadline.',
    story: 'And mind they do not hurry you.',
  },
  strings: {
    blunt: 'There is a catch in it.',
    warm: "Check there's no catch, I'd say.",
    dry: 'Read the small print, with a torch.',
    precise: 'I would add: read the small print.',
    keen: 'Watch for the catch.',
    gentle: 'One should look at the small print.',
    formal: 'The small print needs reading.',
    story: 'There is a catch, there always is.',
  },
  crowd: {
    blunt: 'Do not go by the crowd.',
    warm: "I'd not go by the crowd on this one.",
    dry: 'Popularity is no excuse.',
    precise: 'I would add that popularity is not evidence.',
    keen: 'Not just because the crowd is on it.',
    gentle: 'One need not follow the crowd.',
    formal: 'Popularity alone would not decide it.',
    story: 'I never did well by following the herd.',
  },
  jargon: {
    blunt: 'It is all jargon.',
    warm: "I'd need somebody to translate half of it.",
    dry: 'Bring a dictionary.',
    precise: 'I would add that it is full of jargon.',
    keen: 'Skip the jargon, it is a lot.',
    gentle: 'I did not follow all the jargon.',
    formal: 'It needs translation into plain words.',
    story: 'Take a dictionary along.',
  },
  harm: {
    blunt: 'It puts me off.',
    warm: 'It put me right off, to be honest.',
    dry: 'Off-putting is the word.',
    precise: 'I would mention the harm.',
    keen: 'Puts me off completely.',
    gentle: 'It put me off, I would admit.',
    formal: 'I would call it unsafe.',
    story: 'It turned my stomach, I would tell them.',
  },
  missing: {
    blunt: 'They left out {topic}.',
    warm: "It doesn't tell you about {topic}, though.",
    dry: 'On {topic} they are silent.',
    precise: 'I would add that it does not mention {topic}.',
    keen: 'Nothing on {topic} though.',
    gentle: 'Only, there was nothing on {topic}.',
    formal: 'I would add that it does not mention {topic}.',
    story: 'Nothing about {topic}, I noticed, and I would say so.',
  },
  irrelevant: {
    blunt: 'Not for me.',
    warm: "It's not for us, I'd say.",
    dry: 'It solves a problem I do not need solved: not for me.',
    precise: 'I would add that it is not for me.',
    keen: 'Not for me, but you do you.',
    gentle: 'It is not for me, perhaps for somebody else.',
    formal: 'It is not for us.',
    story: 'I have no use for it myself.',
  },
  thin: {
    blunt: 'Too little to say.',
    warm: "There's hardly anything to tell.",
    dry: 'There is hardly anything to report.',
    precise: 'There is too little to report.',
    keen: 'Not enough to go on, honestly.',
    gentle: 'There is too little to say about it.',
    formal: 'There is not enough to go on.',
    story: 'It was half a sentence, I would say.',
  },
  unreadable: {
    blunt: "I can't read it.",
    warm: "I couldn't read it, I'd tell them.",
    dry: 'I could not read it, which shortens the review.',
    precise: 'I cannot read it and would say so.',
    keen: "Couldn't read it, sorry.",
    gentle: 'I could not read it, I would admit.',
    formal: 'It is in a language I cannot evaluate.',
    story: 'I cannot read it, so do not ask me.',
  },
  long: {
    blunt: 'Too long.',
    warm: "It's too long, nobody reads that.",
    dry: 'A wall of text.',
    precise: 'It is too long.',
    keen: 'It is a wall of text.',
    gentle: 'It was too long for me.',
    formal: 'It is too long to circulate.',
    story: 'It is too long, and I like to read.',
  },
}
