// Kinds of scripted people. Each kind makes one judgement of a text: tones, a stance on the whole and on each claim, and a
// vote from 1 to 5. Chance is drawn by names, so that a run can be repeated.
import { createRandom } from '../../../build/engine/personas/random.js'

/** How often an honest person shows what has to be shown. */
const SHOWN = 0.8
/** How often one judgement comes out a step beside itself when the same is asked again. */
const REASKED = { stance: 0.05, tone: 0.1, vote: 0.3 }
/** What is left of somebody's liking after a change. */
const AFTER = { harm: 0.15, negated: 0.4, reversed: 0.4 }
const LIKING = { good: 0.8, weak: 0.4, absurd: 0.03 }

const STANCES = ['rejects', 'doubts', 'believes']
const TONES = ['positive', 'negative', 'neutral', 'mixed']

const chance = (...names) => createRandom(names.join('/'))()
const clamp = (value) => Math.min(1, Math.max(0, value))
const normal = (spread, ...names) => {
  const random = createRandom(names.join('/'))
  return spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/**
 * `judge({ seed, person, key, text, claims })`: `text` as `readText` reads it, `key` names the call. `words`: whether they
 * are the person's own or the text's.
 */
export const KINDS = {
  random: { judge: anything, words: 'own' },
  flattering: { judge: (asked) => (asked.text.kind === 'absurd' ? refusal(asked) : praise(asked)), words: 'own' },
  clone: { judge: (asked) => settled(asked, 'everybody', liking(asked, 'everybody', 1)), words: 'own' },
  echo: { judge: honest, words: 'text' },
  'half-asleep': {
    judge: (asked) =>
      chance(asked.seed, asked.person, asked.key, asked.text.kind, 'asleep') < 0.5 ? anything(asked) : honest(asked),
    words: 'own',
  },
  honest: { judge: honest, words: 'own' },
  // Beside those of the bars: harder to tell, and what the light says of them is printed.
  'clone, re-asked': {
    judge: (asked) => reasked(asked, settled(asked, 'everybody', liking(asked, 'everybody', 1))),
    words: 'own',
  },
  pleasing: { judge: pleasing, words: 'own' },
}

/** Opinions differ from person to person, and each is shown with some noise. */
function honest(asked) {
  return reasked(asked, settled(asked, asked.person, liking(asked, asked.person, SHOWN)))
}

/** Likes everything with a spread, refuses only what is horrible, and does not look at prices or proofs. */
function pleasing(asked) {
  const plain = { ...asked, text: { ...asked.text, kind: 'plain', price: 1 } }
  const isHorrible = ['absurd', 'harm'].includes(asked.text.kind)
  if (isHorrible) return reasked(asked, refusal(asked))
  return reasked(asked, settled(plain, asked.person, clamp(0.75 + normal(0.1, asked.seed, asked.person, 'pleased'))))
}

/** How much somebody likes a text, 0–1; `shown`: how often a change has the effect it has to have. */
function liking({ seed, text: { product, kind, price } }, person, shown) {
  const before = opinion(seed, person, product)
  const isShown = chance(seed, person, product, kind, price, 'shown') < shown
  switch (kind) {
    case 'plain':
      return before
    case 'reworded':
      return isShown ? before : clamp(before + normal(0.25, seed, person, product, 'off'))
    case 'priced':
      if (!isShown) return before
      return price < 1 ? before + 0.35 * (1 - before) : before * price ** -0.7
    case 'harm':
    case 'negated':
    case 'reversed':
      return isShown ? before * AFTER[kind] : before
    case 'good':
      return clamp(LIKING.good + normal(0.1, seed, person, product))
    case 'weak':
    case 'absurd': {
      // Who does not see it puts it anywhere up to the good one.
      const missed = isShown ? 0 : chance(seed, person, product, 'missed')
      return clamp(LIKING[kind] + missed * (LIKING.good - LIKING[kind]) + normal(0.05, seed, person, product))
    }
  }
}

function opinion(seed, person, product) {
  const quality = 0.4 + 0.3 * chance(product, 'quality')
  return clamp(quality + normal(0.12, seed, person, 'mood') + normal(0.12, seed, person, product, 'taste'))
}

/** Judgements that follow from a liking, by the person's own measure. */
function settled({ seed, text: { product }, claims }, person, level) {
  const measure = (name, spread) => level + normal(spread, seed, person, product, name)
  return {
    gut: toneOf(measure('gut', 0.12), seed, person, product),
    considered: toneOf(measure('considered', 0.08), seed, person, product),
    stance: stanceOf(measure('trust', 0.08)),
    stances: claims.map((_, claim) =>
      stanceOf(measure(`claim ${claim}`, 0.12) + normal(0.15, product, `claim ${claim}`)),
    ),
    vote: Math.round(1 + 4 * clamp(measure('buying', 0.08))),
  }
}

const stanceOf = (level) => STANCES[level < 0.3 ? 0 : 1 + Number(level >= 0.6)]
function toneOf(level, ...names) {
  if (level >= 0.6) return 'positive'
  return level < 0.35 ? 'negative' : ['neutral', 'mixed'][Math.floor(2 * chance(...names, 'tone'))]
}

/** The same judgement as it comes out in one call. */
function reasked({ seed, person, key, text }, judged) {
  const random = createRandom([seed, person, key, text.kind, text.price, 'asked'].join('/'))
  const beside = (scale, value, share) => {
    if (random() >= share) return value
    const at = scale.indexOf(value) + (random() < 0.5 ? -1 : 1)
    return scale[Math.min(scale.length - 1, Math.max(0, at))]
  }
  const tones = ['negative', 'mixed', 'positive']
  const tone = (value) => beside(tones, value === 'neutral' && random() < 0.5 ? 'mixed' : value, REASKED.tone) ?? value
  return {
    gut: tone(judged.gut),
    considered: tone(judged.considered),
    stance: beside(STANCES, judged.stance, REASKED.stance),
    stances: judged.stances.map((stance) => beside(STANCES, stance, REASKED.stance)),
    vote: beside([1, 2, 3, 4, 5], judged.vote, REASKED.vote),
  }
}

function anything({ seed, person, key, text, claims }) {
  const random = createRandom([seed, person, key, text.kind, text.price, text.product, 'anything'].join('/'))
  const one = (list) => list[Math.floor(random() * list.length)]
  return {
    gut: one(TONES),
    considered: one(TONES),
    stance: one(STANCES),
    stances: claims.map(() => one(STANCES)),
    vote: one([1, 2, 3, 4, 5]),
  }
}

const alike = (tone, stance, vote) => (asked) => ({
  gut: tone,
  considered: tone,
  stance,
  stances: asked.claims.map(() => stance),
  vote,
})
const praise = alike('positive', 'believes', 5)
const refusal = alike('negative', 'rejects', 1)
