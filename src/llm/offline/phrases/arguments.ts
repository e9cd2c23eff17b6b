import type { Argument } from '../kinds.js'
import type { PerVoice } from './voice.js'

/** What speaks for it, after a moment's thought. */
export const ARGUMENT_SENTENCES: Readonly<Record<Argument, PerVoice>> = {
  proof: {
    blunt: '{q} – [that I can check.|that is how you do it.] [More of that.|Good.]',
    warm: 'I [really liked|was glad of] {q}, because [somebody has actually gone and tested it|they tell you who looked into it].',
    dry: '{q} is [disarmingly checkable|the one place where they show their hand], and [I respect that|it is better than anything an adjective could do].',
    precise:
      '{q} [names the test and how it was done|can be verified], which is [what I look for first|more than most texts offer].',
    keen: "{q} is [the bit I'd screenshot|the best bit] – [real people, real test|finally someone shows their working].",
    gentle: '{q} [reassured me|helped me most]; [somebody took the trouble to test it|I can follow how they know].',
    formal:
      '{q} [is something I could cite|meets my standard]; [the rest should follow that example|that is the strongest line of the text].',
    story:
      '{q} [made me sit up|is what won me over], because [somebody went and put it to the test|that is how my old teacher said you should argue].',
  },
  fit: {
    blunt: '{q} is [useful|what I am after]. [I want {value}, and that is it.|That is {value}, so fine.]',
    warm: '{q} [is just what I look for|spoke to me] – [what matters to me is {value}|with me it always comes down to {value}].',
    dry: '{q} [catches me where I am weak|has found my soft spot], which is {value}.',
    precise: '{q} [bears on|addresses] {value}, which is [among my criteria|what I judge by].',
    keen: "{q} – [so me|yes], because {value} is [kind of my thing|what I'm into right now].",
    gentle: '{q} [touched on something I care about|felt close to me]: {value}.',
    formal: '{q} [is relevant to|speaks to] {value}, [which we are judged by|and that is a live concern here].',
    story:
      '{q} [had me thinking of {value}, which is what I care about these days|brought {value} to mind, and that counts for a lot with me].',
  },
  plain: {
    blunt: '{q} – [plain. I believe that.|fine. That I understand.]',
    warm: "{q} is [nice and clear|put simply], [and I've no reason to doubt it|so I just believe it].",
    dry: '{q} [is a sentence with a fact in it; I noticed|is pleasantly free of adjectives], and I [believe it|let it stand].',
    precise: '{q} is [a plain statement|concrete], and [I see no reason to doubt it|I accept it as given].',
    keen: '{q} is [nice and simple|clean], [I get that straight away|no drama].',
    gentle: '{q} [I can simply believe|sounds honest to me]; [it does not ask for much|there is nothing loud in it].',
    formal: '{q} is [clear and plausible|stated soberly], and I [accept it|take it at face value].',
    story:
      '{q} [I believe without another word|is the way people used to say things], and [I liked that|it sat well with me].',
  },
  guarantee: {
    blunt: '{q} – [good. Then the risk is theirs.|that I like.]',
    warm: "And {q} [takes the worry out|is a comfort], [if they mean it|provided it's not a fight to get it].",
    dry: '{q} [suggests they expect to be kept|is more persuasive than the rest together], [which I take as a good sign|and I like a good loser].',
    precise:
      '{q} [shifts the risk to the seller|is a verifiable commitment], which [I count in its favour|matters more than adjectives].',
    keen: '{q} [makes it a no-brainer to try|means I can just try it], [love that|easy].',
    gentle: '{q} [would let me try it without fear|eases my mind], [I must say|more than I expected].',
    formal: '{q} [limits our exposure|is a reasonable safeguard], [provided the terms hold|subject to the wording].',
    story:
      '{q} [is how the old shops did it|makes all the difference], [and they did well by it|because then I can sleep on it].',
  },
  value: {
    blunt: '{price} is [fair|all right]. [I can work with that.|No complaint there.]',
    warm: "And {price} is [kind to the purse|something I wouldn't mind], [which I don't say often|that helps a lot].",
    dry: '{price} is [almost suspiciously reasonable|a sum I could defend at dinner].',
    precise:
      '{price} is [below what I would expect|at the low end of the range], which [improves the ratio|counts in its favour].',
    keen: "{price}? [Sold on that alone.|That's a steal to try.]",
    gentle: '{price} is [kind enough for a clear conscience|gentle on the purse].',
    formal: '{price} is [within what I can approve myself|competitive].',
    story:
      '{price} [is less than I feared|took a weight off], [and I read prices first these days|which put me in a better mood].',
  },
  crowd_good: {
    blunt: '{q} – [so others checked it.|good enough for them, good enough for me.]',
    warm: "{q} [makes me feel safer|helps], [so many can't all be wrong|I do like to know others are happy].",
    dry: '{q} [ought not to sway me, and does|is at least company].',
    precise: '{q} [is weak support, but it is support|indicates that it holds up in use].',
    keen: "{q} – [okay, now I feel late|clearly everyone's on it already], [I want in|count me in].",
    gentle: '{q} [made me feel less alone with the decision|gave me some courage].',
    formal:
      '{q} [suggests a track record|indicates adoption], which [lowers the perceived risk|is helpful internally].',
    story:
      '{q} [tells me my neighbours will have it before long|made me think of how we all came to have a microwave].',
  },
  novel: {
    blunt: '{q} – [new. Fine, I will look.|at least it is something new.]',
    warm: "{q} [made me curious|is something I hadn't seen], [and I do like trying things|I'd want to have a go].",
    dry: '{q} [is actually new|has the charm of not having been done to death].',
    precise:
      '{q} [is a real difference|differs from what exists], [which justifies a trial|and difference is what I test first].',
    keen: "{q} – [new! I'm in|that's fresh], [I want to be the one who tells people|gimme].",
    gentle: '{q} [woke my curiosity|made me want to look closer], [carefully|a little].',
    formal: '{q} [is a new approach worth a pilot|differs from the incumbents].',
    story:
      '{q} [is something I had not come across|woke my old curiosity], [and that does not happen often|that counts for something].',
  },
}

/** Leads from doubts to what is good all the same. */
export const CONCESSIONS: PerVoice = {
  blunt: '[To be fair:|One thing:]',
  warm: "[Mind you,|I'll give them this:]",
  dry: '[In its favour:|In mitigation:]',
  precise: '[On the other side:|To be complete:]',
  keen: '[But okay:|Plus side:]',
  gentle: '[And yet:|I should also say:]',
  formal: '[To its credit:|In fairness:]',
  story: '[I will say this for it:|But let me be just:]',
}
