/** "connect their calendar": first-person words of a product file, said of somebody else. */
export const inThirdPerson = (words: string): string =>
  words.replaceAll(/\b(?:I'm|I’m|I am|I|my|mine|me|myself)\b/g, (word) => OTHERS[word.replace('’', "'")] ?? word)

const OTHERS: Readonly<Record<string, string>> = {
  "I'm": 'they are',
  'I am': 'they are',
  I: 'they',
  my: 'their',
  mine: 'theirs',
  me: 'them',
  myself: 'themselves',
}
