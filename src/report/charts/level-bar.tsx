const WIDTH = 200
const HEIGHT = 10

/** One level of an axis: its share of the set as a bar, and a mark where the research alone would put it. */
export function LevelBar({ share, weight }: { readonly share: number; readonly weight: number }) {
  return (
    <svg class="level-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x={0} y={2} width={WIDTH} height={HEIGHT - 4} />
      <rect class="share" x={0} y={2} width={clamp(share) * WIDTH} height={HEIGHT - 4} />
      <rect class="tick" x={Math.max(0, clamp(weight) * WIDTH - 1)} y={0} width={2} height={HEIGHT} />
    </svg>
  )
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
