import type { PanelRun } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import { type Talk, type Turn, talkOf } from '../../presentation/discussion.js'
import { namesOf } from '../../presentation/panel.js'
import { bold, container, italic, type MessageScale, paragraph, rich, shortList, takeScaled, words } from './blocks.js'
import type { Message } from './message.js'
import { line, neutralizeMrkdwn } from './text.js'
import { sectionMessage, type ThreadPart } from './thread-part.js'

/** Turns of the short exchange. */
const EXCHANGE = 3
const MAX_TURNS = 60
const MAX_POINTS = 4

/** A short exchange with the whole transcript in a container; no part for a run without a discussion. */
export function discussionParts(run: PanelRun): ThreadPart[] {
  const { result } = run
  const talk = talkOf(result, namesOf(result.responses))
  return talk ? [{ key: 'discussion', render: () => discussionMessage(run, talk) }] : []
}

function discussionMessage(run: PanelRun, talk: Talk): Message {
  const turns = talk.topics.flatMap((topic) => topic.turns)
  const picked = exchangeOf(turns)
  const title = `From the discussion: ${counted(turns.length, 'turn')}, ${talk.label.toLowerCase()}`
  const exchange = (scale: MessageScale) =>
    rich(...picked.map((turn) => turnLine(turn, 260 * scale.words)), paragraph(italic(line(talk.sentence, 300))))
  const points = (scale: MessageScale) => [
    ...pointList('Where they agreed', talk.consensus, scale),
    ...pointList('Where they did not', talk.contention, scale),
    ...pointList('What came up in the talk', talk.insights, scale),
    ...pointList('Who moved, secret ballots, 1 to 5', movesOf(talk), scale),
  ]
  const whole = (scale: MessageScale) => {
    const { first, rest } = takeScaled(turns, MAX_TURNS, scale)
    return rich(
      ...first.map((turn) => turnLine(turn, 400 * scale.words)),
      rest > 0 && paragraph(italic(`… ${counted(rest, 'more turn')} in the full report.`)),
    )
  }
  return sectionMessage(run, {
    title,
    text: `${title}. ${picked.map(({ speaker, text }) => `${neutralizeMrkdwn(speaker, 40)}: ${neutralizeMrkdwn(text, 160)}`).join(' ')}`,
    section: 'discussion',
    blocks: (scale) => [
      exchange(scale),
      points(scale).length > 0 && container('What came of it', [rich(...points(scale))]),
      container('Read the discussion', [whole(scale)], { subtitle: counted(turns.length, 'turn') }),
    ],
    plain: (scale) => [exchange(scale), points(scale).length > 0 && rich(...points(scale))],
  })
}

const turnLine = ({ speaker, to, text, moderator }: Turn, max: number) =>
  paragraph(
    bold(line(speaker, 60)),
    words(to === '' ? '' : ` to ${line(to, 60)}`),
    words(': '),
    moderator ? italic(line(text, max)) : words(line(text, max)),
    words('\n'),
  )

function pointList(title: string, items: readonly string[], scale: MessageScale) {
  if (items.length === 0) return []
  return [
    paragraph(bold(title)),
    ...shortList(items, MAX_POINTS, scale, (item) => [words(line(item, 220 * scale.words))]),
  ]
}

/** "Chidi 2.8 → 2.1", those who moved most first. */
function movesOf({ shifts }: Talk): string[] {
  const moved = (shifts?.changes ?? []).filter(({ from, to }) => from.toFixed(1) !== to.toFixed(1))
  return moved.map(({ who, from, to }) => `${who} ${from.toFixed(1)} → ${to.toFixed(1)}`)
}

/**
 * The stretch in which people answered each other most; a view that was voiced and then dropped counts as much as two
 * answers.
 */
function exchangeOf(turns: readonly Turn[]): readonly Turn[] {
  const weight = ({ moderator, to, margin }: Turn): number => {
    if (moderator) return -1
    return Number(to !== '') + 2 * Number(margin.some(({ quote }) => quote === ''))
  }
  const starts = turns.slice(0, Math.max(1, turns.length - EXCHANGE + 1)).map((_, start) => {
    const stretch = turns.slice(start, start + EXCHANGE)
    return { stretch, worth: stretch.reduce((sum, turn) => sum + weight(turn), 0) }
  })
  return starts.reduce(
    (best, start) => (start.worth > best.worth ? start : best),
    starts[0] ?? { stretch: [], worth: 0 },
  ).stretch
}
