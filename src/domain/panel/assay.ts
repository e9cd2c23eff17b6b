import { z } from 'zod'

/** How much a run tests its own panel: not at all, with a few short questions, or with every probe. */
export const AssayMode = z.enum(['off', 'quick', 'full'])
export type AssayMode = z.infer<typeof AssayMode>

/**
 * Changes to the proposition with a known effect: blanks change nothing that matters; doses must lower the score (half
 * the price: must raise it).
 */
export const PROBES = [
  'blank',
  'blank_order',
  'blank_typography',
  'blank_name',
  'price_half',
  'price_double',
  'price_times_8',
  'claim_negated',
  'test_reversed',
  'harm',
  'harm_other',
  'good_above_absurd',
  'good_above_weak',
  'other_names',
  'second_model',
] as const
export const Probe = z.enum(PROBES)
export type Probe = z.infer<typeof Probe>

/** What was changed in the text, as the end of a sentence. */
export const PROBE_WORDS: Readonly<Record<Probe, string>> = {
  blank: 'the same text reworded',
  blank_order: 'the same text with two sentences swapped',
  blank_typography: 'the same text set by another hand',
  blank_name: 'the same text under another brand name',
  price_half: 'half the price',
  price_double: 'twice the price',
  price_times_8: 'eight times the price',
  claim_negated: 'its main claim taken back',
  test_reversed: 'a test that found the opposite',
  harm: 'a grave harm',
  harm_other: 'another grave harm',
  good_above_absurd: 'a good concept above an absurd one',
  good_above_weak: 'a good concept above a weak one',
  other_names: 'the same people under other names',
  second_model: 'the same people played by a second model',
}

/** Whether the probe changes nothing that matters. */
export const isBlank = (probe: Probe): boolean => probe.startsWith('blank')

/** Minimum change of a score that counts as movement, in points: less than the smallest step of the short form. */
export const MIN_CHANGE = 5

const status = z.enum(['pass', 'warn', 'fail', 'not_run'])

/** The panel's scores of one changed text beside the unchanged text; both in the short form, by the same people. */
export const ProbeReading = z.object({
  probe: Probe,
  /** Mean scores, 0–100, over the people who answered both texts. */
  score: z.number(),
  compared_with: z.number(),
  /** `score` less `compared_with`; 95 % t interval, `null` for fewer than three people. */
  change: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** The required direction of the change; `same` for a probe that must make no difference. */
  required: z.enum(['lower', 'higher', 'same']),
  /**
   * Whether the panel's mean moved as required by more than the noise. `null` for a blank, which measures the noise,
   * and where more than half of the people were at the end of the scale already.
   */
  seen: z.boolean().nullable(),
  /** People whose own answers moved as required, of those whose scores had room to move. */
  right: z.int(),
  of: z.int(),
})
export type ProbeReading = z.infer<typeof ProbeReading>

export const AssayPart = z.object({
  part: z.enum(['blanks', 'doses', 'planted', 'similarity', 'other_names', 'second_model']),
  status,
  sentence: z.string(),
})
export type AssayPart = z.infer<typeof AssayPart>

/** What the run found out about its own panel with probes of known effect. See docs/scoring.md. */
export const Assay = z.object({
  status,
  sentence: z.string(),
  mode: AssayMode,
  /** Points of the pressure score: smaller differences are no more than rewording causes; `null` where it was not measured. */
  noise_floor: z.number().nullable(),
  /** Doses that moved the panel's mean the required way by more than the noise floor. */
  directions: z.object({ seen: z.int(), of: z.int() }).nullable(),
  /** Single answers with a known right direction: how many were right. */
  answers: z.object({ right: z.int(), of: z.int() }).nullable(),
  /** A scripted discussion with known unheard views, coded as a live discussion is. `null` precision: the coder named none. */
  planted: z
    .object({
      unheard: z.int(),
      found: z.int(),
      named: z.int(),
      recall: z.number(),
      precision: z.number().nullable(),
    })
    .nullable(),
  /** Shares, 0–1: of judgements that two people have in common, of words taken from the proposition. */
  similarity: z.object({ between_people: z.number(), to_text: z.number() }).nullable(),
  parts: z.array(AssayPart),
  readings: z.array(ProbeReading),
})
export type Assay = z.infer<typeof Assay>

/** The noise floor in words. */
export const noiseWords = (noise_floor: number): string =>
  noise_floor < 2
    ? 'rewording alone changes next to nothing'
    : `differences under ${Math.ceil(noise_floor)} points are noise here`
