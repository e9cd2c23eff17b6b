export type Token = {
  readonly text: string
  readonly pos: string
  readonly start: number
  readonly end: number
  /** Whether the English vocabulary contains the word, in lower case. */
  readonly isKnown: boolean
}

type Parsed = {
  readonly tokens: readonly Token[]
  /** Sentences as [first, last] token index, both inclusive. */
  readonly sentences: readonly (readonly [number, number])[]
  readonly language: LanguageEvidence
}

/** Evidence that a text is English, another language, or none. Shares and scores are 0–1. */
export type LanguageEvidence = {
  /** Share of all words that the English vocabulary does not contain. */
  readonly unknown: number
  /** The same share among words without a capital, which are not names. */
  readonly unknownUncapitalised: number
  /** The detector's score for English, and its highest score for any language. */
  readonly english: number
  readonly likeliest: number
  /** The likeliest language, as a code such as `de`; '' for none. */
  readonly likeliest_code: string
}

export type Parse = (text: string) => Parsed

/** The vocabulary of the language model, to which the library adds unknown words. */
type Vocabulary = { readonly hash?: Record<string, number>; readonly list: unknown[]; index?: number }
type Core = { readonly features: Readonly<Record<string, Vocabulary>> }

/** Decodes the model once (some 50 ms) and resets it for each use: words added by the previous text are removed. */
function withCleanVocabulary(decode: () => Core): () => Core {
  let core: Core | undefined
  const known = new Map<Vocabulary, number>()
  return () => {
    if (core === undefined) {
      core = decode()
      for (const feature of Object.values(core.features)) known.set(feature, feature.list.length)
    }
    for (const [feature, size] of known) {
      for (const added of feature.list.splice(size)) delete feature.hash?.[String(added)]
      if (feature.index !== undefined) feature.index = size
    }
    return core
  }
}

/** An automaton that recognizes nothing, in the library's serialization. */
const EMPTY_AUTOMATON = '[100,0,{"0":{}},{},{},{}]'
/**
 * Replaces parts of the model that sentences and parts of speech do not need: the library would parse them for every
 * text.
 */
const EMPTY_RECOGNIZER = () => ({ machines: [], transformers: [] })
const EMPTY_ANNOTATOR = () => ({ machines: [EMPTY_AUTOMATON], setter: () => {} })

/**
 * Longer than words and nearly all addresses are. The library's patterns take the square of the length of a run without
 * blanks, and more: one of 7,000 characters held up the process for 18 s. Longer runs are read in parts.
 */
const LONG_RUN = /\S{150}(?=\S)/g

let loading: Promise<Parse> | undefined

/**
 * Loads the English model once per process, when the first answer needs it. Every text gets a fresh instance:
 * the library remembers unknown words, and the parse of a text must not depend on earlier texts.
 */
export function loadParse(): Promise<Parse> {
  loading ??= load()
  return loading
}

async function load(): Promise<Parse> {
  const [{ default: winkNLP }, { default: model }, { eld }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
    import('eld/small'),
  ])
  // Custom entities are not used; their loader changes the shared model with every instance.
  const lean = {
    ...model,
    core: withCleanVocabulary(model.core as () => Core),
    metaCER: () => ({ machines: '', transformers: [] }),
    ner: EMPTY_RECOGNIZER,
    negation: EMPTY_ANNOTATOR,
    sa: EMPTY_ANNOTATOR,
  }

  return (text) => {
    const nlp = winkNLP(lean, ['sbd', 'pos'])
    const { value, pos, span } = nlp.its
    const doc = nlp.readDoc(text.replace(LONG_RUN, '$& '))
    const parts = doc.tokens().out(pos) as string[]
    const tokens: Token[] = []
    let cursor = 0
    for (const [i, word] of (doc.tokens().out(value) as string[]).entries()) {
      // The model normalises a few characters; a token that is not found verbatim gets an empty span at the cursor.
      const found = text.indexOf(word, cursor)
      const start = found < 0 ? cursor : found
      const end = found < 0 ? cursor : found + word.length
      tokens.push({ text: word, pos: parts[i] ?? 'X', start, end, isKnown: !doc.isOOV(word.toLowerCase()) })
      cursor = end
    }
    const words = tokens.flatMap(({ text: word }) => (/^\p{L}{2,}$/u.test(word) ? [word] : []))
    const unknownOf = (of: readonly string[]): number =>
      of.length === 0 ? 0 : of.filter((word) => doc.isOOV(word.toLowerCase())).length / of.length
    // In lower case: the detector knows few words in capitals.
    const detected = eld.detect(text.toLowerCase())
    const scores: Readonly<Record<string, number>> = detected.getScores()
    return {
      tokens,
      sentences: doc.sentences().out(span) as unknown as [number, number][],
      language: {
        unknown: unknownOf(words),
        unknownUncapitalised: unknownOf(words.filter((word) => /^\p{Ll}/u.test(word))),
        english: scores.en ?? 0,
        likeliest: Math.max(0, ...Object.values(scores)),
        likeliest_code: detected.language,
      },
    }
  }
}
