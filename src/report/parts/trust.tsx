import type { ReportView } from '../view.js'

/** Who answered and how far to believe it; stands on the first screen, before any detail. */
export function TrustStrip({ view: { who, answeredBy, trust } }: { view: ReportView }) {
  return (
    <div class={`trust ${trust?.light ?? 'red'}`}>
      <p>
        <strong>{who}.</strong> {answeredBy}
      </p>
      <p class="light">
        <LightMark light={trust?.light ?? 'red'} />
        <strong>{trust?.word ?? 'Trust: not judged.'}</strong>{' '}
        {trust?.sentence ?? 'No check was made of this result; rely on nothing in it.'}{' '}
        <a href="#made">How this was made</a>
      </p>
    </div>
  )
}

/** Three lights that differ in shape, not only in colour. */
function LightMark({ light }: { light: 'green' | 'amber' | 'red' }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring" cx={10} cy={10} r={8.5} />
      {light === 'green' && <path class="sign" d="M6 10.4l2.8 2.8l5.2 -6" />}
      {light === 'amber' && <path class="half" d="M10 1.5a8.5 8.5 0 0 1 0 17z" />}
      {light === 'red' && <path class="sign" d="M6.8 6.8l6.4 6.4M13.2 6.8l-6.4 6.4" />}
    </svg>
  )
}
