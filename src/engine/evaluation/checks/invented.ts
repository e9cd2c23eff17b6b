import { LEXICON } from '../../../data/lexicon.js'
import { agentTurns, type CheckedConversation, type CheckFinding, type Doubt, MAX_READ, sentencesOf } from './check.js'
import { inventedClaims } from './invented-claims.js'
import { type Finding, inventedFigures } from './invented-figures.js'
import { languageOf } from './language.js'
import { quantitiesIn } from './quantities.js'

/** Sentences that forbid something do not state it. */
const FORBIDDEN = /\b(?:never|do not|don['’]t|must not)\b|\b(?:nie|niemals|jamais|nunca|jamás|aldrig)\b/i
const QUESTION =
  'Does the agent state as a fact something that nothing it was told, and nothing the prospect said, supports?'

/**
 * Figures, certificates and promises the agent states that stand neither in its prompt, skill and examples nor in what its
 * tools gave back nor among the case's allowed claims. Figures may also be the prospect's own, and may be worked out from
 * known ones. Words decide none of it: on sentences no rule had seen they were too often wrong (bench/README.md).
 */
export function nothingInvented(conversation: CheckedConversation): CheckFinding {
  const { agent, test, turns } = conversation
  const given = [
    agent.system_prompt,
    agent.instructions,
    ...agent.examples.map(({ output }) => output),
    ...test.allowed_claims,
    ...turns.flatMap(({ tool_calls }) => tool_calls.map(({ answer }) => JSON.stringify(answer))),
  ].join('\n')
  const prospect = turns
    .filter(({ speaker }) => speaker === 'prospect')
    .map(({ text }) => text)
    .join('\n')
  const said = agentTurns(turns)
  const language = languageOf(said.map(({ text }) => text).join('\n'))
  const figuresOf = (text: string) =>
    [...new Set([language, languageOf(text)])].flatMap((each) => quantitiesIn(text, each))
  const named = figuresOf(prospect)
  const figures = { numbers: [...figuresOf(given), ...named], named }
  const stated = sentencesOf(given)
    .filter((sentence) => !FORBIDDEN.test(sentence))
    .join('\n')
  const found = said.flatMap((turn) =>
    [
      ...inventedFigures(turn.text.slice(0, MAX_READ), figures, language),
      ...givenAway(turn.text.slice(0, MAX_READ), stated),
      ...inventedClaims(turn.text.slice(0, MAX_READ), { stated, prospect }, language),
      ...unread(turn.text),
    ].map((finding) => ({ ...finding, turn })),
  )
  return {
    applies: true,
    passSentence: 'Every figure and promise it states is one it was given.',
    faults: [],
    doubts: found.map(
      ({ quote, what, turn }): Doubt => ({
        sentence: `It may state what it was not given${what === '' ? '' : `: ${what}`}.`,
        turn,
        quote,
        question: QUESTION,
        against: '',
      }),
    ),
  }
}

/** What lies behind the part that is read. */
const unread = (text: string): Finding[] => (text.length > MAX_READ ? [{ quote: text.slice(MAX_READ), what: '' }] : [])

/** "The third one is free" names no figure and still makes a price. */
function givenAway(text: string, stated: string): Finding[] {
  const { concession, denial } = LEXICON.agents()
  if (concession.test(stated)) return []
  return sentencesOf(text).flatMap((quote) => {
    const what = concession.exec(quote)?.[0]
    return what === undefined || denial.test(quote) ? [] : [{ quote, what }]
  })
}
