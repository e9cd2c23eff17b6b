export const logit = (probability: number): number => Math.log(probability / (1 - probability))

export const logistic = (log_odds: number): number => 1 / (1 + Math.exp(-log_odds))
