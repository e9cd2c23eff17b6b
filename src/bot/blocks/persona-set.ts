import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted, percent } from '../../domain/text/words.js'
import { type MemberCard, personaSetView } from '../../presentation/persona-set.js'
import { joinFirst } from '../../presentation/words.js'
import { bold, container, context, italic, type MessageScale, paragraph, rich, table, words } from './blocks.js'
import type { Message } from './message.js'
import { type Card, leadLine, scoreLine } from './score-card-layout.js'
import { line, neutralizeMrkdwn } from './text.js'
import { sectionMessage } from './thread-part.js'

const OPEN = 3
const FOLDED = 9

/** The people of a new set, each with what troubles them and where that comes from, and what nothing supports. */
export function personaSetMessage(run: RunWithResult<'persona_generation'>): Message {
  const { cards, people, assumed, records } = personaSetView(run, {})
  const title = `Who they are: ${counted(people, 'synthetic person', 'synthetic people')}`
  const folded = cards.slice(OPEN, OPEN + FOLDED)
  const rest = people - OPEN - folded.length
  const more = rest > 0 && context(`${counted(rest, 'more', 'more')} in the full report.`)
  const described = (list: readonly MemberCard[], scale: MessageScale) =>
    rich(...list.flatMap((member) => personLines(member, scale)))
  const left = records.flatMap(({ columns }) => columns.filter(({ treatment }) => /dropped|hash/.test(treatment)))
  return sectionMessage(run, {
    title,
    text: `${title}.`,
    section: 'personas',
    blocks: (scale) => [
      described(cards.slice(0, OPEN), scale),
      folded.length > 0 && container(counted(folded.length, 'more person', 'more people'), [described(folded, scale)]),
      more,
      assumedBlock(assumed, scale),
      left.length > 0 &&
        context(`Columns that named people were left out: ${line(left.map(({ name }) => name).join(', '), 200)}.`),
    ],
    plain: (scale) => [
      described(cards.slice(0, OPEN), scale),
      context(`${counted(people - Math.min(OPEN, cards.length), 'more', 'more')} in the full report.`),
    ],
  })
}

/** "Mara, 34: Ward nurse. Misses her breaks (from the research: “…”)". */
function personLines({ name, age, role, edge, first, confidence, compared }: MemberCard, scale: MessageScale) {
  const known = compared === 0 ? 'not yet compared with real people' : `compared with real people ${compared} times`
  return [
    paragraph(
      bold(`${line(name, 60)}, ${age}: `),
      words(line(role, 80)),
      edge !== '' && italic(` (stands for: ${line(edge, 80)})`),
    ),
    first &&
      paragraph(
        words(line(first.text, 400 * scale.words)),
        italic(
          first.quote === ''
            ? ` (${first.basis.toLowerCase()})`
            : ` (from the research: “${line(first.quote, 400 * scale.words)}”)`,
        ),
      ),
    paragraph(words(`Confidence ${confidence} of 1, ${known}.\n`)),
  ]
}

function assumedBlock(assumed: readonly { name: string; share: number; text: string }[], scale: MessageScale) {
  const worst = assumed.filter(({ share }) => share > 0).slice(0, 3)
  const fields = worst.map(({ name, text }) => `${name} (${text})`).join(', ')
  return (
    worst.length > 0 &&
    rich(paragraph(bold('Least supported by the research: '), words(line(`${fields}.`, 300 * scale.words))))
  )
}

const OPEN_KINDS = 6

/** Who is in a new set and what supports it; coverage and evenness to be opened. */
export function personaSetCard(run: RunWithResult<'persona_generation'>): Card {
  const { set_name, diversity, sources } = run.result
  const { people, kinds, sentence, sourced, reading } = personaSetView(run, {})
  const quoted = sources.claims === 0 ? 0 : sources.quoted / sources.claims
  const counts = kinds.map(({ name, count }) => `${name} ${count}`)
  return {
    title: `${line(set_name, 60)}: ${people} synthetic people`,
    summary: `${neutralizeMrkdwn(set_name, 60)}, ${people} synthetic people`,
    lead: (scale) => [
      kinds.length > 1 && leadLine('Who is in it', joinFirst(counts, OPEN_KINDS), 300 * scale.words),
      ...(reading?.sentences.slice(0, 2) ?? []).map((text) => paragraph(words(line(text, 250 * scale.words)))),
      paragraph(words(line(sourced, 250 * scale.words))),
    ],
    figures: [
      table([
        scoreLine('Coverage', diversity.coverage, percent(diversity.coverage), `asked ${percent(diversity.asked)}`),
        scoreLine('Evenness', diversity.entropy, percent(diversity.entropy), ''),
        scoreLine('Sourced', quoted, percent(quoted), ''),
      ]),
      paragraph(words(line(sentence, 300))),
      ...(reading?.sentences.slice(2) ?? []).map((text) => paragraph(words(line(text, 800)))),
    ],
    note: 'Coverage: pairs of traits somebody has. Evenness: mean normalised entropy. Sourced: statements with a passage of the research behind them.',
  }
}
