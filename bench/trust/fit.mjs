/** Logistic regression with a light penalty (Newton's method): the weight of each feature and the bias, two digits. */
export function fitWeights(rows) {
  const names = Object.keys(rows[0].features)
  const inputs = rows.map(({ features }) => [...names.map((name) => features[name]), 1])
  const weights = new Array(names.length + 1).fill(0)
  for (let round = 0; round < 50; round++) {
    const chances = inputs.map((input) => 1 / (1 + Math.exp(-dot(input, weights))))
    const gradient = weights.map((weight, i) =>
      inputs.reduce(
        (sum, input, n) => sum + input[i] * (chances[n] - Number(rows[n].supports)),
        i < names.length ? weight : 0,
      ),
    )
    const hessian = weights.map((_, i) =>
      weights.map((_, j) =>
        inputs.reduce((sum, input, n) => sum + input[i] * input[j] * chances[n] * (1 - chances[n]), i === j ? 1 : 0),
      ),
    )
    solve(hessian, gradient).forEach((step, i) => {
      weights[i] -= step
    })
  }
  return Object.fromEntries([...names, 'bias'].map((name, i) => [name, Number(weights[i].toFixed(2))]))
}

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0)

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]])
  for (const [i, pivot] of rows.entries())
    for (const other of rows) {
      if (other === pivot) continue
      const factor = other[i] / pivot[i]
      for (let j = i; j < pivot.length; j++) other[j] -= factor * pivot[j]
    }
  return rows.map((row, i) => row.at(-1) / row[i])
}
