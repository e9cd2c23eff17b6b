import type { Missing } from '../view/missing.js'

/** Why there is no analysis, what stands all the same, and how to get it. */
export function MissingAnalysis({ missing: { why, stands, lacks, price, command, failed } }: { missing: Missing }) {
  return (
    <dl class="missing">
      <dt>Why</dt>
      <dd>{why}</dd>
      <dt>What stands</dt>
      <dd>{stands}</dd>
      <dt>What is missing</dt>
      <dd>{lacks}</dd>
      <dt>What to do</dt>
      <dd>
        A retry buys only the analysis{price}: <code>{command}</code>
        {failed && ` The last retry did not get through: ${failed}`}
      </dd>
    </dl>
  )
}
