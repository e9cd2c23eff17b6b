import { variantsOf } from './template.js'
import type { PerVoice } from './voice.js'

/** What somebody looks at a thing with, after the first reaction. True of the speaker whatever the text says. */
export const GUT_STANDPOINTS: PerVoice = {
  blunt:
    '[I go by {own}.|I want {own}.|I check for {own}.|My measure is {own}.|I look for {own}.|With me it is {own} or nothing.]',
  warm: "[I always come at these things from {own}, you see.|For me it starts with {own}.|I was thinking of {own} the whole time.|You know me, it's {own} I look for.|It's about {own} in this house, mostly.|I had {own} at the back of my mind.]",
  dry: '[My weakness, as ever, is {own}.|I was thinking of {own}, which is a hobby of mine.|One looks for {own} and waits.|I keep a small altar to {own}.|I measured it, in passing, by {own}.|Some collect stamps; I insist on {own}.]',
  precise:
    '[My first criterion is {own}.|I read it against {own}.|I checked it for {own}.|I rank {own} above the rest.|The reference for me is {own}.|I give {own} the most weight.]',
  keen: "[I'm all about {own}!|My brain went straight to {own}.|First thing I scan for is {own}.|Give me {own} any day.|I was looking for {own}, obviously.|It's {own} that gets me going.]",
  gentle:
    '[I noticed that I was looking for {own}.|What I care about is {own}, I suppose.|I thought of {own} while reading.|It is {own} that matters to me.|I kept {own} in mind.|I may be alone in this, but I look for {own}.]',
  formal:
    '[My point of reference is {own}.|I read such things with {own} in view.|We judge by {own}.|I look first at {own}.|What counts in our case is {own}.|I am here to look after {own}.]',
  story:
    '[All my life I have looked for {own}.|I was brought up on {own}.|My mind goes to {own} with these things.|I have learned to look for {own}.|I thought of {own}, as I do.|It is {own} I have come to value over the years.]',
}

/** The same on second thought. */
export const STANDPOINTS: PerVoice = {
  blunt:
    '[I judge it by {own}.|I think of {own} here.|What I need is {own}.|I held it against {own}.|My question is {own}.|It has to square with {own}.]',
  warm: "[When I think about it, it's {own} that I'd want out of it.|Thinking it over, I kept asking about {own}.|What I'd hope for is {own}.|If I talk it through at home it comes down to {own}.|I did try to see it next to {own}.|It has to fit in with {own}, that's how I see it.]",
  dry: '[On reflection I asked what it does for {own}.|I then consulted {own}, my usual adviser.|My judgement rests, as so often, on {own}.|I weighed it against {own}, a heavy thing to be weighed against.|Where I come from one asks about {own}.|I held it up to {own} and squinted.]',
  precise:
    '[I assessed it by {own}.|The relevant measure in my case is {own}.|I compared it with what I need, which is {own}.|My decision depends on {own}.|I asked what it contributes to {own}.|Within my criteria {own} comes first.]',
  keen: "[So I asked myself what it does for {own}.|Thing is, I'm after {own}.|My test is always {own}.|I pictured it with {own} in mind.|If it gets me {own}, we can talk.|What I'm chasing is {own}, always.]",
  gentle:
    '[I asked myself what it means for {own}.|When I turn it over, I come back to {own}.|I tried to look at it through {own}.|I would choose by {own}, I think.|My thoughts went to {own} again.|In the end I listen to {own}.]',
  formal:
    '[The test I apply is {own}.|My assessment starts from {own}.|In our situation the measure is {own}.|I considered what it adds to {own}.|The decisive aspect for us is {own}.|I set it beside {own}, as I do with every offer.]',
  story:
    '[The longer I sat over it, the more I thought of {own}.|I asked what it would do for {own}, as I always ask.|I put the kettle on and thought about {own}.|One gets to an age where it is all about {own}.|It made me think of {own}, the way these things do.|I turned it over in my mind and landed on {own}.]',
}

/** Before how much is believed. They end in a colon, so that the rung after them can be read back. */
export const BELIEF_LEADS: PerVoice = {
  blunt: '[|Straight: |Added up: |My count: ]',
  warm: '[|I will be honest: |All in all: |If you ask me: ]',
  dry: '[|For the record: |With a clear conscience: |The jury is back: ]',
  precise: '[|Summary: |After a second reading: |Taken together: ]',
  keen: '[|Real talk: |Gut check: |Okay, honest score: ]',
  gentle: '[|If I listen to myself: |After some thought: |As far as I can tell: ]',
  formal: '[|On balance: |In sum: |For our purposes: ]',
  story: '[|When all is said: |Looking back over it: |If I had to say: ]',
}

/** Before an objection, an argument or a decision that has few words of its own. */
export const AGAINST_LEADS: PerVoice = {
  blunt: '[|Problem: |First: |My point: ]',
  warm: '[|What bothers me: |One thing, though: |Now listen: ]',
  dry: '[|A small matter: |One remark: |If I may: ]',
  precise: '[|First finding: |An open point: |Noted: ]',
  keen: '[|Here is the thing: |My one issue: |Hmm: ]',
  gentle: '[|Something stays with me: |If I may say so: |A small worry: ]',
  formal: '[|One reservation: |An observation: |For the minutes: ]',
  story: '[|Let me put it this way: |I will tell you: |Here is what I thought: ]',
}
export const FOR_LEADS: PerVoice = {
  blunt: '[|Good: |For it: |I will say this: ]',
  warm: '[|What I did like: |The nice part: |Where they got me: ]',
  dry: '[|Praise where due: |A pleasant surprise: |I admit: ]',
  precise: '[|In its favour: |A strength: |Positive: ]',
  keen: '[|The good bit: |Love this: |Big plus: ]',
  gentle: '[|What spoke to me: |Something kind: |I was glad of this: ]',
  formal: '[|A strength: |On the credit side: |To note: ]',
  story: '[|Now this I liked: |What stayed with me: |Here they have me: ]',
}
/** Before whatever comes after the first of its sort. */
export const MORE_LEADS: PerVoice = {
  blunt: '[|Also: |Next: |And: ]',
  warm: '[|And another thing: |Oh, and: |While I am at it: ]',
  dry: '[|Furthermore: |As an encore: |To continue: ]',
  precise: '[|Second: |In addition: |Further: ]',
  keen: '[|Plus: |Oh, also: |And then this: ]',
  gentle: '[|I also noticed: |And perhaps this: |Beside that: ]',
  formal: '[|Secondly: |Further to that: |In addition: ]',
  story: '[|And then there is this: |What is more: |That is not all: ]',
}
export const CLOSE_LEADS: PerVoice = {
  blunt: '[|So: |Result: |Bottom line: ]',
  warm: '[|So, well: |At the end of the day: |Would I? ]',
  dry: '[|The verdict: |In conclusion: |Which leaves me here: ]',
  precise: '[|Conclusion: |Result: |Decision: ]',
  keen: '[|So: |Final answer: |Me? ]',
  gentle: '[|So, for myself: |If I had to choose: |In the end: ]',
  formal: '[|My position: |Recommendation: |As of today: ]',
  story: '[|And so: |Where does that leave me? |To end with: ]',
}

/** From this many ways of saying it a sentence needs no lead. */
const ENOUGH = 6

/** A bank in which every sentence can be said in several ways. */
export function varied(bank: PerVoice, leads: PerVoice): PerVoice {
  const voices = Object.keys(bank) as (keyof PerVoice)[]
  return Object.fromEntries(
    voices.map((voice) => {
      const template = bank[voice]
      return [voice, variantsOf(template) >= ENOUGH ? template : `${leads[voice]}${template}`]
    }),
  ) as PerVoice
}

/** Two banks said one after the other. */
export function followed(first: PerVoice, second: PerVoice): PerVoice {
  const voices = Object.keys(first) as (keyof PerVoice)[]
  return Object.fromEntries(voices.map((voice) => [voice, `${first[voice]} ${second[voice]}`])) as PerVoice
}
