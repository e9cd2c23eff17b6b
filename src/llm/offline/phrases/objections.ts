import type { Objection } from '../kinds.js'
import type { PerVoice } from './voice.js'

/** An objection as it is put after a moment's thought. */
export const OBJECTION_SENTENCES: Readonly<Record<Objection, PerVoice>> = {
  figure: {
    blunt: '{q} – [who measured that?|whose figure is that?] [If there is a source, print it.|No source, no deal.]',
    warm: "I [wondered|kept wondering] about {q}, because [you can make a number say anything, can't you|nobody tells me where that number comes from].",
    dry: '{q} is [a wonderfully round-shouldered number|a figure that arrived without its parents]; [I would like to meet its source|a source would not have spoiled the look of it].',
    precise:
      '{q} [comes without a sample, a method or a source|names no baseline and no source], so I [set it aside|cannot use it].',
    keen: "{q} [sounds great on a poster|is a fun number], but [link me the numbers|show me where that number comes from] and [we're talking|I'm all ears].",
    gentle:
      'I [hesitated|paused] at {q}; [perhaps it is true|it may well be right], only [I could not see who had measured it|nothing shows how they measured it].',
    formal:
      '{q} [would need a source before I could repeat it|is not a figure I could pass on] [to anyone else|in good faith] as it stands.',
    story:
      '[Years of reading packets|A lifetime of adverts] taught me to ask who measured what, and [nobody here says it of {q}|{q} has no source beside it].',
  },
  promise: {
    blunt: '{q} – [says who?|prove it.] [I need to see it done.|Saying so is free.]',
    warm: "[Bless them|I'd love that to be true], but {q} is [a lot to take on trust|a big promise], and [nobody shows me how|I didn't see anything to back it up].",
    dry: '{q}, [it announces|we are told]. [Proof was presumably on holiday.|No evidence troubles the sentence.]',
    precise:
      '{q} [is an effect, and an effect needs evidence|asserts an outcome]; [I found no evidence in the text|the text gives no proof of it].',
    keen: "{q} – [I want that|yes please], but [show me a demo or something|prove it to me first], [because everyone says that|I've heard that one before].",
    gentle:
      '[I would like to believe|Part of me believes] {q}, yet [I would have to take it on trust|there is no proof to hold on to].',
    formal:
      '{q} is [an assertion rather than evidence|a promise without supporting evidence]; [I would ask for a reference|I would want it shown].',
    story:
      '[I have heard|I must have heard] something like {q} [a dozen times|more often than I can count], and [such promises rarely survived the first week|the proof never came with it].',
  },
  superlative: {
    blunt: '{q}? [Everybody says that.|They all say that.] [Boasting puts me on guard.|Cut the boasting.]',
    warm: "When [somebody tells me|I read] {q} I [roll my eyes a little|smile and take it with a pinch of salt] – [it's just bragging, isn't it|the boast wasn't needed].",
    dry: '{q}: [modest of them|one does like a modest firm]. [The boast makes the rest smaller.|A boast like that costs nothing to print.]',
    precise:
      '{q} is a superlative [with no comparison behind it|that cannot be tested as written]; [it lowers my confidence in the rest|such big words make me check everything else].',
    keen: "{q} is [pure hype|the hype bit where I cringed], [they didn't need it|which is a shame, because the idea can stand without it].",
    gentle:
      '{q} [felt a bit too loud for me|made me draw back a little]; [I trust quieter voices more than a boast|big words make me careful].',
    formal:
      '{q} [is the kind of boast I discount|is overblown]. [A plain comparison would carry more weight.|It weakens an otherwise sober text.]',
    story:
      '{q} [took me back to every market stall I ever walked past|is how the man at the fair used to talk], and [boasts like that never sold me anything|I learned early to step round a boast].',
  },
  absurd: {
    blunt: '{q}? [That is nonsense.|Impossible. I stopped there.] [I would not give them a penny.|Next.]',
    warm: "Oh, come on, {q} – [that can't be true, can it|that's a fairy tale], and [it made me a bit cross that they'd try it on|I felt they were taking me for a fool].",
    dry: '{q}. [I admire the nerve.|Somebody kept a straight face while typing that.] [It cannot be true, which saves me some time.|The laws of nature may wish to comment.]',
    precise:
      '{q} is [impossible as stated|not possible by any mechanism I know], and [one false statement is enough to discard the rest|I judge the remainder accordingly].',
    keen: "{q} – [lol, no|okay, that's just fantasy]. [It's too good to be true and everybody will see it.|I was with them until that impossible bit.]",
    gentle:
      "I [felt uneasy|grew uneasy] reading {q}; [it simply can't be true|it is too good to be true], and [somebody desperate might believe it|I worry about who falls for it].",
    formal:
      '{q} [cannot be true|is impossible], and [a company that prints it would not pass our first review|I would not put my name near it].',
    story:
      '{q} [belongs in a fairy tale|is the sort of nonsense they sold from the back of a cart], and [I have lived long enough to keep my purse shut|nothing on earth has ever done that].',
  },
  vague: {
    blunt: '{q} [means nothing|is empty words]. [Say what it does.|What does it do?]',
    warm: "I'm not sure what {q} [is supposed to tell me|actually gives me]; [it's lovely but it's a bit woolly|it could mean anything].",
    dry: '{q} [could mean anything, and probably was chosen for that|is a fog bank of a phrase].',
    precise: '{q} [is too vague to be right or wrong|could mean anything; there is nothing in it to verify].',
    keen: "{q} [is a bit of a vibe but it's vague|says nothing to me], [give me one real detail|tell me what's different].",
    gentle: '{q} [sounds kind, but it stayed vague for me|left me unsure; it could mean anything].',
    formal:
      '{q} [is vague|says nothing I could act on]; [I need the specifics|please state it in terms I can compare].',
    story:
      '{q} is [the sort of empty words they put on every packet now|woolly talk], and [I miss the days when a label said what was inside|I have stopped hearing it].',
  },
  price_dearer: {
    blunt: '{price} is dearer than {other}. [They print it themselves.|I can subtract.]',
    warm: "They tell me themselves that it's {price}, which is more than {other}, and [with everything else that adds up|I'd notice that every time].",
    dry: 'It is dearer than {other} [by their own admission|and says so], at {price}; [a rare honesty, dearly paid for|I admire the candour more than the sum].',
    precise:
      '{price} is more than {other}, the comparison the text itself offers, and [it does not say what the difference buys|the difference is not explained].',
    keen: '{price} is [a touch more|more] than {other}, so [it has to actually be better|a first-one-cheaper deal would get me there].',
    gentle:
      '{price} is dearer than {other}, and [I would stand there weighing one against the other|I would need a good reason to tell myself].',
    formal:
      'At {price} it is dearer than {other}, [and the premium is not argued|which the text mentions and does not justify].',
    story:
      'It is dearer than {other}, they say so themselves, and [I would take the other one out of habit|I have changed sides for less].',
  },
  price_high: {
    blunt: '{price} is [too dear|too expensive]. [I know what I pay now, and it is less.|I get by for less.]',
    warm: "{price} is [expensive enough to make me gulp|a bit expensive for us], [it adds up over a month|and that's before everything else], so [I'd have to think what goes instead|I'd need a really good reason].",
    dry: '{price}. [A price with confidence.|One admires an ambitious price.] [I do not share it.|I am not yet sure what the extra money is for.]',
    precise:
      'At {price} [it costs more than what it would replace|the price is above the ordinary range], and [the text does not say what the difference buys|I see no quantified reason for the difference].',
    keen: '{price} is [a bit expensive|too expensive] to try on a whim, [a smaller start would get me in|an intro offer would make it easy].',
    gentle:
      'I [quietly put it back at|felt torn at] {price}; [that is dear for me just now|I would feel guilty about the price].',
    formal:
      '{price} [is hard to justify against what we pay today|is a price I would have to argue for]; [the text does not help me argue it|I see no case that supports it].',
    story:
      '{price}, well, [I remember what such a thing used to cost|my mother would have laughed at that price], and [I would want to feel the difference|it had better last].',
  },
  price_missing: {
    blunt: 'There is no price. [So it is too high.|I do not guess.] [Tell me what it costs.|I stopped there.]',
    warm: "[It never tells me how much it is|There's no price anywhere], and [with a household to run that's the first thing I look for|I don't like having to ask].",
    dry: 'The price is left out, [no doubt to spare our feelings|which is rarely a sign of modesty].',
    precise: 'The text gives no price, so [value cannot be judged|half of the decision is missing].',
    keen: "[Wait, what it costs is nowhere?|No price?] [I'd have clicked off looking for it.|That's the first thing I'd scroll for.]",
    gentle:
      'I [looked for a price and did not find one|would feel awkward asking how much it costs], and [that made me hold back|so I cannot really say].',
    formal: 'No price is given. [I do not evaluate without one.|Without a price there is nothing to budget.]',
    story:
      'There is no price on it, and [my father used to say that means you cannot afford it|I have walked out of shops for less].',
  },
  pressure: {
    blunt: '{q} – [do not rush me.|no. I do not buy under pressure.]',
    warm: "And {q} – [I don't like being hurried|please don't rush me]; [it makes me feel they know I'd say no if I slept on it|I've got enough people hurrying me].",
    dry: '{q}: [ah, the deadline|nothing says quality like a countdown]. [I have never regretted missing one.|It will still be there on Monday.]',
    precise:
      '{q} [applies time pressure without giving a reason for it|is a sales deadline, not information], and [I discount offers that need one|it lowers my trust].',
    keen: '{q} – [the countdown thing is so tired|pushing me actually slows me down], [just let the product do it|I was fine without it].',
    gentle:
      '{q} [made me feel pushed|put pressure on me], and [then I would rather not decide at all|I tend to step back when that happens].',
    formal: '{q} [is a pressure tactic we do not respond to|sets a deadline that is theirs, not ours].',
    story:
      '{q} [is the double-glazing man all over, hurrying me at my own table|is how my neighbour got rushed into her conservatory]; [I let such offers pass|anyone who hurries me has lost me].',
  },
  strings: {
    blunt:
      '{q}. [What is the catch?|There is the catch.] [How do I get out of it?|I do not sign up to things I cannot leave.]',
    warm: "I saw {q} and [thought, what's the catch|worried about being tied in], [we've been caught like that before|because these things are easy to start and awful to stop].",
    dry: '{q}, [and there is the catch|which is where the small print begins to hum].',
    precise:
      '{q} [ties the buyer to conditions the text does not spell out|implies small print that is not shown here].',
    keen: "{q} [is the catch, I guess|makes it feel like being tied in], [one-tap cancel or I'm out|I've got too many of those already].",
    gentle: '{q} [made me wonder what I would be signing up to|worries me; I find it hard to get out of things].',
    formal: '{q} [needs the small print attached|raises the question how one gets out of it].',
    story: '{q} [always turns out to have a catch|is how they had me tied to a gym for two years].',
  },
  crowd: {
    blunt: '{q} – [who counted?|I do not follow a crowd.]',
    warm: "{q} is nice, but [I don't know who these people are|I'd sooner hear it from somebody on my street than from a crowd].",
    dry: '{q}. [The crowd has been wrong before.|Popularity is a description, not a reason.]',
    precise: '{q} [does not say who counted and how they were chosen|is popularity, which is not evidence].',
    keen: '{q} – [cool, but who are these people|okay, but who are all these people really].',
    gentle:
      '{q} [does not help me much; I do not know who these people are|made me feel I ought to follow the crowd, and I would rather not].',
    formal: '{q} [names nobody; I cannot ask who these people are|is popularity rather than a reference].',
    story:
      '{q}, they say, [but I have followed a crowd into some dreadful restaurants|and the whole herd once bought sandwich makers too].',
  },
  jargon: {
    blunt: '{q} – [plain English, please.|jargon. Say it in plain words.]',
    warm: "I got a bit lost at {q}, [could somebody translate|it's all jargon to me].",
    dry: '{q}. [I await the translation.|Somebody has swallowed the jargon dictionary.]',
    precise: '{q} [is jargon without a definition|is not explained; I would need it in plain words].',
    keen: "{q} [is peak jargon|needs translating for humans], [say it in plain words and I'd share it|just tell me what it does].",
    gentle:
      '{q} [made me feel this is for cleverer people; plain words would help|is jargon to me, and I did not like to ask].',
    formal: '{q} [is jargon|would need a translation for the people who sign it off].',
    story: '{q}[, if you please, and me without a dictionary| is the sort of jargon that used to come in memos].',
  },
  harm: {
    blunt: '{q}. [That puts me off completely.|No. Off-putting.]',
    warm: 'I read {q} and [my face fell, it really put me off|thought, how unpleasant].',
    dry: '{q}. [I see no way to make that less unpleasant.|They mention it so calmly; I found it off-putting.]',
    precise:
      '{q} [describes something unsafe or unpleasant to have around|is a risk of harm in plain sight], which [outweighs any benefit stated|ends the evaluation].',
    keen: "{q} – [ew, that puts me off|hard pass, that's off-putting].",
    gentle: '{q} [put me off; I would not want it near us|felt unpleasant to read].',
    formal: '{q} [is off-putting and, I suspect, unsafe|presents a harm I could not answer for].',
    story: '{q} [turned my stomach|put me off in a way I have not felt since the school canteen].',
  },
  missing: {
    blunt: 'Not a word about {topic}. [That is what I need to know.|I want that first.]',
    warm: "[What I'd really want is a word on|I was looking for something on] {topic}, and [there's nothing|they left it out].",
    dry: 'On {topic} the text is [silent|as silent as a good butler], [which I noticed|and silence is also an answer].',
    precise: 'It does not mention {topic}; [that would decide it for me|without it my judgement is provisional].',
    keen: "[Quick one|Also]: {topic}? [It doesn't say.|Totally left out.|Still don't know.|Nowhere, there's nothing.]",
    gentle:
      'I [would have liked|was hoping] to read about {topic}; [it does not say|that was missing, and I missed it].',
    formal:
      'It does not mention {topic}. [That is on my list before any contract.|I would ask for it in the first call.]',
    story:
      'By the end nobody had said a word: nothing on {topic}, and [I read it twice|in my experience what is left out matters].',
  },
  irrelevant: {
    blunt:
      "[I don't need it.|Not for me.] [It solves a problem I don't have.|I have no use for it.|There is nothing here for me.]",
    warm: "[It's perfectly nice|I'm sure it's good for somebody], but there's nothing here for us; [with us it's all about {value}|I think of {value} first].",
    dry: 'It answers a question [nobody in my house was asking|I had not asked]: nothing here for me.',
    precise: 'I look for {value}; this has nothing to do with my [needs|criteria].',
    keen: "[It's fine|Nice for someone], but it's not for me – I'm all about {value}.",
    gentle:
      '[I tried to see myself with it|I tried to picture it in my day] and could not; perhaps it is not for people like me.',
    formal: 'Our concern is {value}; [I do not see|nobody explains] what this has to do with us.',
    story:
      '[I read it with good will|I gave it a fair reading], but there is nothing here for me; [my days turn on {value}|what gets me up in the morning is {value}].',
  },
  thin: {
    blunt: '{q} – [that is too little.|hardly anything.] [What is it?|Tell me what I get.]',
    warm: "There's hardly anything here, just {q}, and [I can't tell what they want from me|I'd need somebody to explain it].",
    dry: '{q}. [Brevity is a virtue; this is too little of one.|A handful of words, and not the useful ones.]',
    precise: '{q} is too little to evaluate: [no product, no claim, no price|neither what it is nor what it does].',
    keen: "{q}… [and? there's not enough here|okay, and then? that's not enough to go on].",
    gentle:
      'I read {q} [and waited for more|several times]; there is too little here for me to feel anything about it.',
    formal: '{q} is not enough to go on. [Please send a proposal.|I would need a description first.]',
    story:
      '{q}, and then nothing: [a handful of words on a postcard|half a sentence, as if the telephone had been cut off].',
  },
  unreadable: {
    blunt: "I can't read this. {q}? [No idea.|That tells me nothing.]",
    warm: "I'm sorry, I couldn't read it – {q} [went straight past me|is where I gave up].",
    dry: '{q}. [I could not make sense of it|It was not written for me], and [I suspect the feeling is mutual|I will not pretend otherwise].',
    precise: 'I cannot read {q}; [any judgement would be invented|so I withhold judgement].',
    keen: "{q} – [can't make sense of it, sorry|I literally can't read that].",
    gentle: 'I could not make sense of {q}, and [I would rather say so than pretend|I felt a little left outside].',
    formal: '{q} is not in a language I can evaluate; [please resubmit|I could not make sense of it].',
    story:
      '{q} [might be beautiful for all I know|looks like something off a tin my uncle brought home], but I cannot read it.',
  },
  long: {
    blunt: 'It is too long. [I stopped reading.|Nobody has the time.]',
    warm: "It's such a wall of text – [I lost the thread while the kettle boiled|I'd never get through it of an evening].",
    dry: '[I have read shorter novels|It has the length of a will and less suspense]; so much text hides something.',
    precise:
      'It is too long by a factor of several; [the claims that matter are diluted|the key facts should stand in the first hundred words].',
    keen: '[Wall of text!|So much text!] [I stopped reading and scrolled for a picture.|Give me three lines.]',
    gentle: 'I [tried to follow|meant to read it all], but it is so much text that I [felt tired|lost my way].',
    formal: 'It is too long. [One page, please.|An executive summary is missing.]',
    story: 'It goes on too long, and [I say that as somebody who likes a story|I nodded off around the middle].',
  },
}
