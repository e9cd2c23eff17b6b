import type { ClaimWeakness } from '../reading/claims.js'
import type { PerVoice } from './voice.js'

/** Why a claim is not believed, in a few words. */
export const WHY_NOT: Readonly<Record<ClaimWeakness, PerVoice>> = {
  figure: {
    blunt: 'Figure without a source.',
    warm: 'Nobody tells me who counted.',
    dry: 'A number in search of its parents.',
    precise: 'No sample, no baseline, no date.',
    keen: 'Where is the link to that number?',
    gentle: 'I could not see who measured it.',
    formal: 'A figure I could not cite.',
    story: 'I have seen figures come and go.',
  },
  promise: {
    blunt: 'They all say that.',
    warm: 'I would have to take it on trust.',
    dry: 'Promises are cheap to print.',
    precise: 'Asserted, not shown.',
    keen: 'Nothing there to back it up.',
    gentle: 'I wish they had shown it.',
    formal: 'There is no evidence beside it.',
    story: 'I was promised that before.',
  },
  superlative: {
    blunt: 'Boasting.',
    warm: 'Too grand for what it is.',
    dry: 'Everybody is the best, it seems.',
    precise: 'Compared with nothing.',
    keen: 'Pure hype, sorry.',
    gentle: 'Such big words make me careful.',
    formal: 'A superlative without a comparison.',
    story: 'My market trader says the same.',
  },
  absurd: {
    blunt: 'Impossible.',
    warm: 'That just cannot be.',
    dry: 'Nature has not been informed.',
    precise: 'It contradicts what is known.',
    keen: 'No way, come on.',
    gentle: 'That cannot be true, I am afraid.',
    formal: 'It is not possible as stated.',
    story: 'A fairground tale if ever there was one.',
  },
  vague: {
    blunt: 'Means nothing.',
    warm: 'I do not know what it means.',
    dry: 'Fog, finely printed.',
    precise: 'Not stated precisely enough to check.',
    keen: 'Says everything and nothing.',
    gentle: 'I could not picture anything.',
    formal: 'Too vague to hold anybody to.',
    story: 'Words like that fill a page.',
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
