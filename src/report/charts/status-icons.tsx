import type { TrustLight } from '../../domain/run/run.js'
import type { Stance } from '../../presentation/pressure-map.js'
import type { Cell } from '../../presentation/trust.js'

/** Signs in a box of 20 by 20 that differ without colour too. */
const SIGNS = {
  tick: 'M6 10.4l2.8 2.8l5.2 -6',
  cross: 'M6.8 6.8l6.4 6.4M13.2 6.8l-6.4 6.4',
} as const

/** Trust lights that differ in shape, not only in colour. A rehearsal has the sign of a check that was not made. */
export function LightMark({ light }: { light: TrustLight }) {
  if (light === 'rehearsal') return <StatusMark status="not_run" />
  return (
    <svg class={`sign ${light}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring" cx={10} cy={10} r={8.5} />
      {light === 'green' && <path class="stroke" d={SIGNS.tick} />}
      {light === 'amber' && <path class="half" d="M10 1.5a8.5 8.5 0 0 1 0 17z" />}
      {light === 'red' && <path class="stroke" d={SIGNS.cross} />}
    </svg>
  )
}

const LIGHT_OF = { pass: 'green', warn: 'amber', fail: 'red' } as const

/**
 * The outcome of a check: the shapes of the lights, a dashed ring for a check that was not made, a square for a plain
 * fact.
 */
export function StatusMark({ status }: { status: Cell['status'] }) {
  if (status === 'plain')
    return (
      <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
        <rect class="ring" x={3} y={3} width={14} height={14} rx={2} />
      </svg>
    )
  if (status === 'not_run')
    return (
      <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
        <circle class="ring dashed" cx={10} cy={10} r={8.5} />
      </svg>
    )
  return <LightMark light={LIGHT_OF[status]} />
}

/** A stance as a sign: plus, question mark, cross; a dot where nothing is known. */
export function StanceMark({ stance }: { stance: Stance }) {
  return (
    <svg class="stance" viewBox="0 0 20 20" aria-hidden="true">
      {stance === 'believes' && <path class="stroke" d="M10 5.5v9M5.5 10h9" />}
      {stance === 'doubts' && (
        <>
          <path class="stroke" d="M7.2 7.6a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1-1.5 2" />
          <circle class="dot" cx={10} cy={15} r={1.25} />
        </>
      )}
      {stance === 'rejects' && <path class="stroke" d={SIGNS.cross} />}
      {stance === 'unknown' && <circle class="dot" cx={10} cy={10} r={1.25} />}
    </svg>
  )
}
