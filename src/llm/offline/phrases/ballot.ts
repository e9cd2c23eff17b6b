import type { Argument, PrivateObjection } from '../kinds.js'

/** Hidden reasons as one would tick them on a secret ballot. */
export const PRIVATE_REASONS: Readonly<Record<PrivateObjection, string>> = {
  money: 'I cannot really afford it and would not say so',
  household: 'The people at home would not go along with it',
  habit: 'I would go back to my usual one anyway',
  image: 'I would look foolish if it turned out to be wrong',
  hassle: 'Getting started with it is more bother than I admit',
  motive: 'It is written to get at my money',
  regret: 'It would end up unused in a drawer',
  career: 'I would be blamed for it if it went wrong',
  conformity: 'I would sooner go along with the others than object',
}

/** What speaks for it, as a short phrase. */
export const ARGUMENT_REASONS: Readonly<Record<Argument, string>> = {
  proof: 'There is proof I can check',
  fit: 'It fits what matters to me',
  plain: 'It says plainly what it does',
  guarantee: 'I can get my money back',
  value: 'The price is good for what it is',
  crowd_good: 'Other people have bought it and are content',
  novel: 'It is something new to try',
}
