/** Lanczos coefficients (g = 7, n = 9; Godfrey 2001): ln Γ to about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
const MAX_STEPS = 500
const TINY = 1e-300
const PRECISE = 1e-16

/** Probability that a Student's t variable is below `t`, with `df` degrees of freedom (not necessarily whole). */
export function studentT(t: number, df: number): number {
  if (!Number.isFinite(t)) return t > 0 ? 1 : 0
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2
  return t > 0 ? 1 - tail : tail
}

/** The `t` below which a Student's t variable lies with probability `p` (0 < p < 1). */
export function studentTQuantile(p: number, df: number): number {
  if (p === 0.5) return 0
  if (p < 0.5) return -studentTQuantile(1 - p, df)
  let [low, high] = [0, 1]
  while (studentT(high, df) < p) high *= 2
  // Bisects until no double lies between the bounds.
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (studentT(middle, df) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz's method). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast on this side only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  let c = 1
  let d = awayFromZero(1 - ((a + b) * x) / (a + 1))
  d = 1 / d
  let fraction = d
  for (let m = 1; m <= MAX_STEPS; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / awayFromZero(1 + term * d)
      c = awayFromZero(1 + term / c)
      fraction *= c * d
    }
    if (Math.abs(c * d - 1) < PRECISE) break
  }
  return front * fraction
}

const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const at = x - 1
  const base = at + 7.5
  const sum = LANCZOS.reduce((total, coefficient, i) => total + (i === 0 ? coefficient : coefficient / (at + i)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(base) - base + Math.log(sum)
}
