import type { ComponentChildren } from 'preact'

type Props = {
  /** Unique on the page; title and description hang on it. */
  readonly id: string
  readonly width: number
  readonly height: number
  readonly title: string
  /** The chart's figures in words. */
  readonly description: string
  readonly children: ComponentChildren
}

/** An image drawn in SVG that says what it shows. */
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
