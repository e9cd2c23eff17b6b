import type { AssayPicture } from '../../presentation/assay-picture.js'
import { signed } from '../../presentation/words.js'
import { AssayChart, AssayLegend } from '../charts/assay.js'
import { PriceCurve } from '../charts/noise.js'
import { Part, Table } from './part.js'

/** Title of the section, here and in the contents. */
export const assayTitle = (picture: AssayPicture | null): string =>
  picture?.rehearsed ? 'What the text check can tell apart' : 'What this panel can tell apart'

/** The panel test as a picture: what the same people can tell apart, and what is noise. */
export function PanelTest({ picture }: { picture: AssayPicture | null }) {
  if (!picture) return null
  const { floor, prices, base, rehearsed } = picture
  const who = rehearsed ? 'the text check' : 'the panel'
  return (
    <Part id="assay" title={assayTitle(picture)} note={noteOf(picture)}>
      <div class="pair">
        <figure>
          <figcaption>
            <h3>{base === null ? 'Known concepts' : 'Known changes'}</h3>
            <p>
              Each mark is the score {who} gave
              {base !== null && floor !== null && '; a change is noticed when its dot leaves the grey band'}.
            </p>
          </figcaption>
          <AssayLegend picture={picture} />
          <AssayChart picture={picture} />
        </figure>
        {prices.length > 0 && (
          <figure>
            <figcaption>
              <h3>Other prices</h3>
              <p>
                The same offer at other prices
                {floor !== null && `; inside the grey band a price makes no difference to ${who}`}.
              </p>
            </figcaption>
            <PriceCurve points={prices} base={base} floor={floor} />
          </figure>
        )}
      </div>
      <details>
        <summary>The panel test as a table</summary>
        <Table class="figures-table" heads={['What was shown', 'Score', 'Change', 'Outcome']} rows={rowsOf(picture)} />
      </details>
    </Part>
  )
}

const LENGTH_NOTE =
  'The text was asked about at length; its changes, and the text beside them, in a shorter form, so they stand around a score of their own.'

/** How to read the picture, without sentences about parts it does not show. */
function noteOf({ floor, leastChange, base }: AssayPicture): string {
  const sentences = [
    floor !== null && 'The grey band is what rewording alone does to the score.',
    base === null ? 'Concepts of known quality were asked about like the text itself.' : LENGTH_NOTE,
    leastChange !== null && `A change of less than ${leastChange} points counts as none.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const NONE = '–'
const OUTCOMES = { noticed: 'noticed', noise: 'not noticed', wrong: 'the wrong way', plain: NONE } as const

function rowsOf({ score, atLength, inShort, base, should, shouldNot }: AssayPicture) {
  const rows: (string | number)[][] = [['this run', Math.round(score), NONE, NONE]]
  if (base !== null) rows.push(['the text as it is, asked in short', Math.round(base), NONE, NONE])
  for (const { words, scores, change, outcome } of [...atLength, ...inShort, ...should, ...shouldNot])
    rows.push([words, scores.map(Math.round).join(', '), change === null ? NONE : signed(change), OUTCOMES[outcome]])
  return rows
}
