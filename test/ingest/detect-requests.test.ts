import { expect, it } from 'vitest'
import { whyAskFirst, whyLinked } from '../../src/ingest/ask-first.js'
import { withoutRequests } from '../../src/ingest/detect-requests.js'
import { partsOf, withLabels } from '../../src/ingest/stimulus-parts.js'
import { whyCompared } from '../../src/ingest/versions-in-text.js'

// Thirty ads and twenty requests that were written after the lists in data/lexicon/requests.yaml. One ad was cut ("Hier ist der
// Text, den Ihr Chef lesen sollte: …"), and a comma was taken out of the German list for it; nothing else was mended by them.

const ADS = [
  'Check your tyres before the first snow: free of charge, at any of our 40 garages. https://reifen.example',
  'Can your kitchen knife do this? Ours cuts tomatoes after ten years. From €69 at https://messer.example',
  'Please take a seat. Our waiting room has better coffee than your office.',
  'What would you do with two more hours a week? Havn plans your meals for €4.90 a month. https://a.example',
  'Rate us after one week. If it is not five stars, you pay nothing.',
  'Notes: bergamot, cedar, sea salt. Price: €120 for 50 ml. https://duft.example',
  'Review your pension in ten minutes. Free, and no call from us: https://rente.example',
  'Target fitness in 20 minutes a day. Trainers who know your name, from $49.',
  'Test the new electric cargo bike for a weekend. You bring the kids, we bring the helmets: https://bike.example',
  'How do we make bread without additives? Slowly. 24 hours, three ingredients, €4.20.',
  'Deadline? What deadline. Slotwise moves your meetings so that Fridays stay free. $8 per seat.',
  'We want to hear your baby laugh: nappies that stay dry for 12 hours, 36 for €11.',
  'Here is the headline your garden deserves: tulips for all of April, 100 bulbs for £29.',
  'Read this before you sign: our tenancy check finds the clauses that cost you money. €19 https://miete.example',
  'Thoughts become things. A journal with 365 questions, €24. https://journal.example',
  'Feedback is a gift, so is our gift card: from €10, valid at 300 restaurants.',
  'Could somebody please invent a quiet hair dryer? We did. 58 decibels, €139.',
  'Compare, click, save: car insurance in 3 minutes. https://auto.example',
  'Let us know what your dog weighs and we mix the food, delivered from €1.30 a day: https://napf.example',
  'Version 2 of the lamp that started it all: brighter, lighter, still $79.',
  'Kannst du das auch? Unser Mixer zerkleinert Eis in 8 Sekunden. 89 € auf https://mix.example',
  'Bitte nicht stören: Das Hotel ohne WLAN im Schwarzwald, ab 95 € die Nacht.',
  'Prüfe deinen Stromtarif in zwei Minuten und spare bis zu 240 € im Jahr: https://strom.example',
  'Was hältst du von einer Auszeit? Drei Tage Allgäu mit Halbpension für 199 €. https://allgaeu.example',
  'Ziel: weniger Müll. Unsere Seifen kommen ohne Plastik, 6 Stück für 18 €.',
  'Teste die Matratze 100 Nächte. Gefällt sie dir nicht, holen wir sie kostenlos ab: https://bett.example',
  'Hier ist der Text, den Ihr Chef lesen sollte: Vier-Tage-Woche, gleicher Umsatz. Das Buch für 22 €.',
  'Danke für 10.000 Kunden! Bis Sonntag 15 % auf alles: https://danke.example',
  'Seiten, die niemand mehr vergisst: Fotobücher ab 12,90 € https://foto.example',
  'Schau mal, wer da funkelt: Ohrringe aus altem Silber, 45 € das Paar.\nhttps://silber.example',
]

/** `page`: the pages are read, and no other words shown; otherwise the text that is left, or `asked`. */
const REQUESTS: readonly (readonly [text: string, means: 'page' | 'asked' | string])[] = [
  ['Hey all, could you take a quick look at our new pricing page before we ship it? https://a.example', 'page'],
  ['https://a.example – would someone mind reviewing this?', 'page'],
  ['Need honest feedback on this landing page please: https://a.example', 'page'],
  ['pressure test https://a.example with 20 sceptical nurses', 'page'],
  ['What do you guys make of the new homepage? https://a.example', 'page'],
  ['Our designer finished the redesign yesterday. Please check it: https://a.example', 'page'],
  ['Kann mal jemand über https://a.example drüberschauen?', 'page'],
  ['Was haltet ihr von der neuen Startseite? https://a.example Danke!', 'page'],
  ['Bitte einmal die Landingpage prüfen: https://a.example', 'page'],
  ['Would teachers believe this? https://a.example', 'page'],
  ['Audience: nurses. Please run this past a skeptical panel: https://a.example', 'page'],
  ['fyi, the price on https://a.example is a placeholder', 'page'],
  ['Please review this tagline: Soap that outlives your shower.', 'Soap that outlives your shower.'],
  [
    'Soap that outlives your shower, €6 a bar.\n\nAny thoughts on this copy?',
    'Soap that outlives your shower, €6 a bar.',
  ],
  [
    'Can you rate this ad for me? Soap that outlives your shower, €6 a bar.',
    'Soap that outlives your shower, €6 a bar.',
  ],
  [
    'Bewertet bitte diese Überschrift: Seife, die länger hält als die Dusche.',
    'Seife, die länger hält als die Dusche.',
  ],
  [
    'Hier unser Entwurf:\nSeife, die länger hält als die Dusche, 6 €.\nWas meint ihr?',
    'Seife, die länger hält als die Dusche, 6 €.',
  ],
  ['could you test our new soap copy with about 15 parents', 'asked'],
  ['can i export the results as a spreadsheet', 'asked'],
  ['Würdet ihr das so veröffentlichen oder noch mal überarbeiten?', 'asked'],
]

type Outcome = { readonly kind: 'as it is' | 'changed' | 'asked' | 'page'; readonly text: string }

/** What comes of a text typed alone. */
function outcomeOf(text: string): Outcome {
  if (whyCompared(text) !== null) return { kind: 'asked', text }
  const parts = partsOf(text)
  const left = parts.flatMap((part) => ('text' in part ? part.text : [])).join('\n')
  if (parts.some((part) => 'link' in part)) {
    const hasRequest = parts.some((part) => 'request' in part)
    if (hasRequest) return { kind: left === '' ? 'page' : 'changed', text: left }
    return { kind: 'as it is', text: left }
  }
  const parted = withoutRequests(withLabels(text))
  if (parted) return { kind: 'changed', text: parted.offer }
  return { kind: (whyAskFirst(text, '') ?? whyLinked(text)) === null ? 'as it is' : 'asked', text }
}

it('of thirty ads written afterwards all are tested as they stand', () => {
  const outcomes = ADS.map(outcomeOf)
  expect(ADS.filter((_, at) => outcomes[at]?.kind !== 'as it is')).toEqual([])
})

it('of twenty requests written afterwards fifteen are known as such; of the others no word is lost', () => {
  const missed = REQUESTS.filter(([text, means]) => {
    const { kind, text: left } = outcomeOf(text)
    return means === 'page' || means === 'asked' ? kind !== means : left !== means
  })
  expect(REQUESTS.length - missed.length).toBe(15)
  const changed = missed.filter(([text]) => outcomeOf(text).kind === 'changed')
  expect(changed.map(([text]) => outcomeOf(text).text)).toEqual(['Our designer finished the redesign yesterday.'])
})
