import { LightMark, StatusMark } from '../charts/mark.js'
import type { Cell, TrustView } from '../view/trust.js'

type Props = {
  readonly trust: TrustView
  /** What is said where nothing was checked. */
  readonly unchecked?: string
}
const UNCHECKED = 'No check was made of this result; rely on nothing in it.'

/** Who answered and how far to believe it, then each check in a word; stands on the first screen, before any detail. */
export function TrustStrip({ trust: { who, answeredBy, light, cells }, unchecked = UNCHECKED }: Props) {
  return (
    <>
      <div class="trust">
        <p>
          <strong>{who}.</strong> {answeredBy}
        </p>
        <p class="light">
          <LightMark light={light?.light ?? 'red'} />
          <strong>{light?.word ?? 'Trust: not judged.'}</strong> {light?.sentence ?? unchecked}{' '}
          <a href="#made">How this was made</a>
        </p>
      </div>
      {cells.length > 0 && <Strip cells={cells} />}
    </>
  )
}

function Strip({ cells }: Pick<TrustView, 'cells'>) {
  return (
    <>
      <h2 class="unseen">Checks of this result</h2>
      <ul class="strip">
        {cells.map((cell) => (
          <li key={cell.name} class={cell.status}>
            <details>
              <summary>
                <Outcome cell={cell} />
              </summary>
              <p>{cell.text}</p>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

function Outcome({ cell: { name, status, word, figure } }: { cell: Cell }) {
  return (
    <>
      <StatusMark status={status} />
      <span class="name">{name}</span> <b>{word}</b> {figure && <span class="figure">{figure}</span>}
    </>
  )
}
