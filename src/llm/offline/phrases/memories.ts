import type { PerVoice } from './voice.js'

/** How a memory is brought in; the memory's own words follow in quotation marks. */
export const MEMORY_LEADS: PerVoice = {
  blunt: '[What it reminds me of|The thing I remember]:',
  warm: '[It took me straight back to this|Reading it I thought of this]:',
  dry: '[Memory supplied a footnote|An old file came up]:',
  precise: '[Relevant experience|The experience that bears on it]:',
  keen: '[Flashback|Instant flashback]:',
  gentle: '[Something came back to me|I kept thinking of this]:',
  formal: '[Our history with this matters|A past case comes to mind]:',
  story: '[That brings me to a story|I have been here before]:',
}

export const MEMORY_EFFECTS: Readonly<Record<'bad' | 'good' | 'even', PerVoice>> = {
  bad: {
    blunt: 'So I am harder on it.',
    warm: 'So I was on my guard from the start.',
    dry: 'It has made me an attentive reader.',
    precise: 'I lowered my judgement accordingly.',
    keen: 'So yeah, that took some shine off.',
    gentle: 'It made me hold back.',
    formal: 'It counts against this one.',
    story: 'And a thing like that sits with you when the next one comes along.',
  },
  good: {
    blunt: 'So I give it a chance.',
    warm: 'So I was kinder to it than I might have been.',
    dry: 'It disposed me to be civil.',
    precise: 'I raised my judgement accordingly.',
    keen: 'So I was half sold before I started.',
    gentle: 'It made me open to it.',
    formal: 'It counts in favour of this one.',
    story: 'And that warmed me to it before I had read to the end.',
  },
  even: {
    blunt: 'It pulls both ways.',
    warm: 'So I was torn, to be fair.',
    dry: 'The evidence of my own life is divided.',
    precise: 'On balance the effect was small.',
    keen: 'So it kind of cancels out.',
    gentle: 'It left me between hope and caution.',
    formal: 'On balance it changes little.',
    story: 'One taught me to try and the other to wait.',
  },
}

export const NO_MEMORY: PerVoice = {
  blunt: 'Nothing of mine came up over {q}.',
  warm: 'Nothing from my own life came to mind with {q}, so I took it as it was.',
  dry: 'On {q} my memory had nothing to add, for once.',
  precise: 'No experience of mine bears on {q}; I judged the text alone.',
  keen: 'Nothing came up with {q}, fresh eyes.',
  gentle: 'I searched my memory over {q} and found nothing that helps.',
  formal: 'I have no history with {q}.',
  story: 'For {q} I have no story, and that does not happen often.',
}
