import type { Level } from '../../presentation/findings.js'

const FILLED: Record<Level, number> = { high: 3, medium: 2, low: 1 }

/** Severity or priority as a word, and as bars that differ without colour too. */
export function LevelMark({ level, what }: { level: Level; what: string }) {
  return (
    <p class="level">
      <svg viewBox="0 0 17 12" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <rect
            key={step}
            class={step <= FILLED[level] ? 'on' : 'off'}
            x={(step - 1) * 6}
            y={12 - step * 4}
            width={5}
            height={step * 4}
          />
        ))}
      </svg>{' '}
      {level} {what}
    </p>
  )
}

/** A value from 1 to 10 as a word and a bar. */
export function TenMark({ value, what }: { value: number; what: string }) {
  return (
    <p class="level">
      <svg class="ten" viewBox="0 0 59 12" aria-hidden="true">
        {Array.from({ length: 10 }, (_, i) => (
          <rect
            key={i}
            class={i < value ? 'on' : 'off'}
            x={i * 6}
            y={i < value ? 2 : 5}
            width={5}
            height={i < value ? 8 : 2}
          />
        ))}
      </svg>{' '}
      {what} {value} of 10
    </p>
  )
}
