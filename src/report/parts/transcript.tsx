import type { Talk, Topic, Turn } from '../view/discussion.js'
import type { Aside } from '../view/margin.js'
import { counted } from '../view/wording.js'

/** Turns of a part shown at once; the others fold, and open by themselves when a link leads to one of them. */
const FIRST_TURNS = 14

/** The discussion as it went, with what was not said beside the turns of whoever held it. */
export function Transcript({ talk: { topics } }: { talk: Talk }) {
  return topics.map((topic, i) => <TopicPart key={i} topic={topic} />)
}

function TopicPart({ topic: { title, reached, turns } }: { topic: Topic }) {
  const later = turns.slice(FIRST_TURNS)
  return (
    <div class="topic">
      {title && <h3 dir="auto">{title}</h3>}
      {!reached && <p class="detail">The discussion ended before it came to this.</p>}
      {reached && <Turns turns={turns.slice(0, FIRST_TURNS)} />}
      {later.length > 0 && (
        <details>
          <summary>{counted(later.length, 'more turn')}</summary>
          <Turns turns={later} />
        </details>
      )}
    </div>
  )
}

function Turns({ turns }: { turns: readonly Turn[] }) {
  return (
    <ol class="turns" start={turns[0]?.turn ?? 1}>
      {turns.map(({ turn, speaker, to, text, moderator, margin }) => (
        <li key={turn} id={`turn-${turn}`} class={moderator ? 'turn moderator' : 'turn'}>
          <p class="speaker">
            <b>{speaker}</b> {to && <span>to {to}</span>}
          </p>
          <p class="line" dir="auto">
            {text}
          </p>
          {margin.length > 0 && <Margin asides={margin} speaker={speaker} />}
        </li>
      ))}
    </ol>
  )
}

function Margin({ asides, speaker }: { asides: readonly Aside[]; speaker: string }) {
  return (
    <div class="margin">
      {asides.map(({ label, view, quote }, i) => (
        <p key={i}>
          <b>
            {label}
            <span class="unseen"> by {speaker}</span>
          </b>{' '}
          {view} {quote && <q dir="auto">{quote}</q>}
        </p>
      ))}
    </div>
  )
}
