import type { Draws } from './random.js'

/** The two parameters of a Beta distribution. */
export type Beta = { readonly alpha: number; readonly beta: number }

/** Slots of the day of joining that each gamma draw may use. */
const SLOTS_PER_GAMMA = 2_048

/** One person's draw from a Beta distribution, by two gammas; the draw is fixed for each `stream` (0, 1, …). */
export function drawBeta({ alpha, beta }: Beta, draws: Draws, stream: number): number {
  const first = drawGamma(alpha, draws, stream * 2 * SLOTS_PER_GAMMA)
  const second = drawGamma(beta, draws, (stream * 2 + 1) * SLOTS_PER_GAMMA)
  return first / (first + second)
}

/** Gamma(shape, 1) by Marsaglia & Tsang (2000); shapes below 1 by the power of a uniform. */
function drawGamma(shape: number, draws: Draws, from: number): number {
  let slot = from
  const uniform = () => draws.uniform('trait', 0, slot++)
  if (shape < 1) {
    const power = uniform() ** (1 / shape)
    return drawGamma(shape + 1, draws, slot) * power
  }
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  while (slot < from + SLOTS_PER_GAMMA - 3) {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    const v = (1 + c * normal) ** 3
    if (v > 0 && Math.log(uniform()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return d * v
  }
  return d
}
