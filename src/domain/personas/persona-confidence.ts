import type { PersonaProfile, ProfileSource } from './persona-profile.js'

/** Weight of the prior: after this many comparisons with real people prior and data weigh the same. */
const PRIOR_TRIALS = 8
/** Maximum confidence of a persona that was never compared with real people. */
const MAX_UNTESTED = 0.5

/** Share of the statements about a persona that a passage supports; fields drawn by quota are no statements. */
function supportedShare(sources: readonly ProfileSource[]): number {
  const statements = sources.filter(({ basis }) => basis !== 'sampled')
  return statements.length === 0 ? 0 : statements.filter(({ basis }) => basis === 'quoted').length / statements.length
}

/**
 * How far a persona can be relied on, 0–1: the mean of a Beta distribution (Gelman et al., Bayesian Data Analysis, 2.4).
 * Its prior is half the supported share, worth eight comparisons; every comparison with real people adds its hits.
 */
export function confidenceOf({ sources, calibration }: Pick<PersonaProfile, 'sources' | 'calibration'>): number {
  const prior = MAX_UNTESTED * supportedShare(sources)
  const { hits, trials } = calibration
  return Math.round(((prior * PRIOR_TRIALS + hits) / (PRIOR_TRIALS + trials)) * 1_000) / 1_000
}

/** The profile resting on known passages only: a field whose source is another one is assumed. */
export function restingOn<P extends Pick<PersonaProfile, 'sources' | 'calibration'>>(
  profile: P,
  isKnown: (passage_id: string) => boolean,
): P {
  const sources = profile.sources.map((source) =>
    source.passage_id !== null && !isKnown(source.passage_id)
      ? { ...source, basis: 'assumed' as const, passage_id: null, quote: '' }
      : source,
  )
  return { ...profile, sources, confidence_score: confidenceOf({ ...profile, sources }) }
}
