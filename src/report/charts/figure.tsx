import type { ComponentChildren } from 'preact'

type Props = {
  /** Unique on the page; the ids of title and description derive from it. */
  readonly id: string
  readonly width: number
  readonly height: number
  readonly title: string
  /** The chart's figures in words. */
  readonly description: string
  readonly children: ComponentChildren
}

/** An SVG image with a description for screen readers. */
export function Figure({ id, width, height, title, description, children }: Props) {
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      {children}
    </svg>
  )
}

/** Class of a figure below a scale from 0: the first starts at the left edge, the last ends at the right edge. */
export function anchorOf(tick: number, top: number): string {
  if (tick === 0) return 'start'
  return tick === top ? 'end' : ''
}
