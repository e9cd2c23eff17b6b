// A coder of discussions that reads polarity, as a model does, and errs in one mark of twenty.
import { ASSAY_TEXTS } from '../../../build/data/assay.js'

const { English } = ASSAY_TEXTS().languages
const RELATIONS = { said: 'supports', denied: 'contradicts', asked: 'asks' }

const withPlace = (sentence) =>
  new RegExp(`^${sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{claim}', '(.+)')}$`, 'su')
const VIEWS = English.planted.map(({ view }) => withPlace(view))
const LINES = English.planted.flatMap(({ said, denied, asked }, index) =>
  [
    ['said', said[0]],
    ['said', said[1]],
    ['denied', denied],
    ['asked', asked],
  ].map(([line, text]) => ({ index, relation: RELATIONS[line], pattern: withPlace(text) })),
)

/** Marks as the coding task wants them; with `random`, each of them is wrong with probability `error`. */
export function codeViews({ turns, views }, random = null, error = 0.05) {
  const known = views.map(({ text }) => placeOf(text))
  const marks = turns.flatMap(({ turn, text }) =>
    views.flatMap(({ view, text: held }, at) => {
      const relation = relationOf(text, known[at], held)
      return relation ? [{ view, turn, relation, quote: text }] : []
    }),
  )
  return random === null ? marks : marks.flatMap((mark) => (random() < error ? wrong(mark, views, random) : [mark]))
}

function placeOf(view) {
  const index = VIEWS.findIndex((pattern) => pattern.test(view))
  return index < 0 ? null : { index, claim: VIEWS[index].exec(view)[1] }
}

function relationOf(turn, place, held) {
  if (!place) return turn.includes(held) ? 'supports' : null
  for (const { index, relation, pattern } of LINES) {
    const found = index === place.index && pattern.exec(turn)
    if (found && found[1] === place.claim) return relation
  }
  return null
}

/** One of three errors: a mark that is missing, of another relation, or at another view. */
function wrong(mark, views, random) {
  const kind = Math.floor(random() * 3)
  const other = (list) => list[Math.floor(random() * list.length)]
  if (kind === 0) return []
  if (kind === 1) return [{ ...mark, relation: other(Object.values(RELATIONS).filter((one) => one !== mark.relation)) }]
  return [{ ...mark, view: other(views).view }]
}
