import type { GroupDynamics } from '../../domain/discussion.js'
import { clean, worded } from '../clean.js'
import type { ReportView } from '../view.js'

const MODES: Record<GroupDynamics['mode'], string> = {
  off: '',
  quick:
    'One call, script mode: a single model wrote everybody’s lines, which makes people agree more than they would. Read it for arguments, not for how many would come round.',
  live: 'Each turn is a call of its own by the speaker alone, who knows the room’s transcript and its own private notes.',
}
const FIRST_TURNS = 6

export function Discussion({ view: { result } }: { view: ReportView }) {
  const talk = result.group_dynamics
  if (!talk || talk.turns.length === 0) return null
  return (
    <section aria-labelledby="talk">
      <h2 id="talk">When they talked it over</h2>
      <p class="note">{MODES[talk.mode]}</p>
      <Turns turns={talk.turns.slice(0, FIRST_TURNS)} />
      {talk.turns.length > FIRST_TURNS && (
        <details>
          <summary>{talk.turns.length - FIRST_TURNS} more turns</summary>
          <Turns turns={talk.turns.slice(FIRST_TURNS)} />
        </details>
      )}
      <Points title="What they agreed on" points={talk.consensus_points} />
      <Points title="What stayed contested" points={talk.contentious_points} />
      <Points title="What came up only together" points={talk.emergent_insights} />
      <Points
        title="Who changed their mind"
        points={talk.opinion_shifts.map(
          ({ participant, initial_position, final_position, catalyst }) =>
            `${participant}: ${initial_position} → ${final_position}${catalyst ? ` (${catalyst})` : ''}`,
        )}
      />
    </section>
  )
}

function Turns({ turns }: { turns: GroupDynamics['turns'] }) {
  return (
    <ol class="turns" start={turns[0]?.turn ?? 1}>
      {turns.map(({ turn, speaker, text, moderator }) => (
        <li key={turn} value={turn} class={moderator ? 'moderator' : ''}>
          <b>{worded(speaker)}</b> {clean(text)}
        </li>
      ))}
    </ol>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {points.map((point, i) => (
          <li key={i}>{clean(point)}</li>
        ))}
      </ul>
    </>
  )
}
