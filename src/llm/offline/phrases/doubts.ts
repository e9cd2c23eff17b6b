import type { ClaimWeakness } from '../reading/claims.js'
import type { PerVoice } from './voice.js'

/** Why a claim is not believed, in a few words. */
export const WHY_NOT: Readonly<Record<ClaimWeakness, PerVoice>> = {
  figure: {
    blunt: '[Figure without a source.|Who counted?]',
    warm: '[Nobody tells me who counted.|I would want to know where it comes from.]',
    dry: '[A number in search of its parents.|Numbers travel light these days.]',
    precise: '[No sample, no baseline, no date.|The method is not stated.]',
    keen: '[Where is the link to that number?|Source, please?]',
    gentle: '[I could not see who measured it.|Perhaps it is right, I cannot tell.]',
    formal: '[A figure I could not cite.|No source that I could name.]',
    story: '[I have seen figures come and go.|A neighbour of mine invents such numbers.]',
  },
  promise: {
    blunt: '[They all say that.|Not shown.]',
    warm: "[I would have to take it on trust.|I'd have to see it to believe it.]",
    dry: '[Promises are cheap to print.|Announced, and then nothing.]',
    precise: '[Asserted, not shown.|The effect has no evidence.]',
    keen: "[Nothing there to back it up.|Everybody says that, don't they.]",
    gentle: '[I wish they had shown it.|I am not sure it would be so for me.]',
    formal: '[There is no evidence beside it.|I would ask for a reference.]',
    story: '[I was promised that before.|It never lasted past the first week before.]',
  },
  superlative: {
    blunt: '[Boasting.|Says who?]',
    warm: "[Too grand for what it is.|It's a bit full of itself.]",
    dry: '[Everybody is the best, it seems.|Modesty was sold out.]',
    precise: '[Compared with nothing.|No comparison is named.]',
    keen: '[Pure hype, sorry.|That bit made me cringe.]',
    gentle: '[Such big words make me careful.|I trust quieter words more.]',
    formal: '[A superlative without a comparison.|It is overblown.]',
    story: '[My market trader says the same.|That is how they talk at the fair.]',
  },
  absurd: {
    blunt: '[Impossible.|Nonsense.]',
    warm: '[That just cannot be.|Nobody could really do that, could they.]',
    dry: '[Nature has not been informed.|Physics would like a word.]',
    precise: '[It contradicts what is known.|No mechanism could do that.]',
    keen: '[No way, come on.|Pure fantasy, that.]',
    gentle: '[That cannot be true, I am afraid.|It is too good to be true.]',
    formal: '[It is not possible as stated.|It cannot be held up.]',
    story: '[A fairground tale if ever there was one.|Nobody in all my years has seen that.]',
  },
  vague: {
    blunt: '[Means nothing.|Says nothing.]',
    warm: "[I do not know what it means.|It's nice words, but what do they do?]",
    dry: '[Fog, finely printed.|It could adorn any packet.]',
    precise: '[Not stated precisely enough to check.|There is nothing in it to measure.]',
    keen: '[Says everything and nothing.|Okay, but what does it do?]',
    gentle: '[I could not picture anything.|I did not know what to make of it.]',
    formal: '[Too vague to hold anybody to.|It commits nobody to anything.]',
    story: '[Words like that fill a page.|I read it twice and was no wiser.]',
  },
}

/** What would prove it. */
export const PROOF_WANTED: Readonly<Record<ClaimWeakness, readonly [string, ...string[]]>> = {
  figure: ['who measured it, on how many, when', 'the source of the figure', 'the report it comes from'],
  promise: ['one test I can look up', 'a comparison with what I use now', 'a trial of my own'],
  superlative: ['a named comparison', 'somebody independent who says so', 'a test against the others'],
  absurd: ['nothing could prove it', 'none; take it out'],
  vague: ['one concrete fact', 'what it means in figures', 'an example'],
}
