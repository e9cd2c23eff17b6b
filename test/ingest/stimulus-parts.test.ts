import { describe, expect, it } from 'vitest'
import { quotedSentences } from '../../src/domain/panel/quoted-sentences.js'
import { pictureTokens } from '../../src/domain/panel/stimulus.js'
import { sentencesIn } from '../../src/domain/text/sentences.js'
import { whyAround } from '../../src/ingest/around-the-text.js'
import { whyAskFirst, whyLinked } from '../../src/ingest/ask-first.js'
import { isRequestOrNote, withoutRequests } from '../../src/ingest/detect-requests.js'
import { linksOf } from '../../src/ingest/links-in-text.js'
import { noteOnLinks } from '../../src/ingest/notes-on-links.js'
import { partsOf, withLabels } from '../../src/ingest/stimulus-parts.js'
import { whyCompared } from '../../src/ingest/versions-in-text.js'

/** What is tested of a text: words, and the pages behind links in brackets. */
const written = (text: string) =>
  partsOf(text)
    .flatMap((part) => ('request' in part ? [] : [part]))
    .map((part) => ('link' in part ? `[${part.link}]` : part.text))
    .join(' | ')
const requestsIn = (text: string) => partsOf(text).flatMap((part) => ('request' in part ? part.request : []))

it.each([
  ['pls test this: https://a.dk/x.', '[https://a.dk/x]'],
  ['Can you check our new landing page? https://a.dk/x Thanks!', '[https://a.dk/x]'],
  ['Bitte mal testen: https://a.dk', '[https://a.dk]'],
  ['https://a.dk https://b.dk', '[https://a.dk] | [https://b.dk]'],
  ['www.havn.dk/oat?x=1', '[https://www.havn.dk/oat?x=1]'],
  ['offer.md', 'offer.md'],
  ['clip.mov', 'clip.mov'],
  ['Budget_2026.numbers', 'Budget_2026.numbers'],
  ['havn.ai', '[https://havn.ai]'],
  ['[Our page](https://a.dk/x_(1))', '[https://a.dk/x_(1)]'],
  ['(https://a.dk/x)', '[https://a.dk/x]'],
  ['**https://a.dk/x**', '[https://a.dk/x]'],
  ['pls test `https://a.dk/x`', '[https://a.dk/x]'],
  ['„https://a.dk/x“ testen', '[https://a.dk/x]'],
  ['«https://a.dk/x»', '[https://a.dk/x]'],
  ['{https://a.dk/x}', '[https://a.dk/x]'],
  ['https://a.cn/x。', '[https://a.cn/x]'],
  ['（https://a.cn/x）', '[https://a.cn/x]'],
  ['a.dk/pricing.html', '[https://a.dk/pricing.html]'],
  ['www.a.dk/deck.pdf', '[https://www.a.dk/deck.pdf]'],
  ['docs.v2/offer.md', 'docs.v2/offer.md'],
  ['Check it.no-name or e.g. that', 'Check it.no-name or e.g. that'],
  ['Please test a.dk/pricing', '[https://a.dk/pricing]'],
  ['Bitte www.a.de testen', '[https://www.a.de]'],
  ['Please test deck.pdf', 'Please test deck.pdf'],
  ['Our shop havn.com has oat drinks', 'Our shop havn.com has oat drinks'],
  ['Please review our course on Node.js', 'Please review our course on Node.js'],
  ['Does this make sense to a normal person? https://a.dk/x', '[https://a.dk/x]'],
  ['Could you run our new pricing page https://a.dk/x past a skeptical panel?', '[https://a.dk/x]'],
  ['Versteht das ein normaler Mensch? https://a.de', '[https://a.de]'],
  [
    'Havn froths like milk, or your money back.\n[Start free](https://havn.app/signup)',
    'Havn froths like milk, or your money back.\nStart free',
  ],
  ['see https://en.wikipedia.org/wiki/Oat_(x).', '[https://en.wikipedia.org/wiki/Oat_(x)]'],
  ['https://a.dk/x @somebody can you pressure test this before Friday?', '[https://a.dk/x]'],
  ['https://a.dk/x @Bob Smith könntest du das bis Freitag testen?', '[https://a.dk/x]'],
  ['view-source:https://a.dk/x', '[https://a.dk/x]'],
  [
    'Goal getters drink Havn, the oat drink that froths: https://a.dk/x',
    'Goal getters drink Havn, the oat drink that froths: https://a.dk/x',
  ],
  ['Froths like milk: <https://a.dk>', 'Froths like milk | [https://a.dk]'],
  [
    'The oat drink that froths, from 1.49 a litre.\nPrivacy policy:\nhttps://a.dk/privacy',
    'The oat drink that froths, from 1.49 a litre.\nPrivacy policy:\nhttps://a.dk/privacy',
  ],
  [
    'The oat drink that froths, from 1.49 a litre.\nhttps://a.dk/oat',
    'The oat drink that froths, from 1.49 a litre. | [https://a.dk/oat]',
  ],
  [
    'The oat drink that froths like milk, from 1.49. See https://a.dk/oat now.',
    'The oat drink that froths like milk, from 1.49. See https://a.dk/oat now.',
  ],
])('%j is meant as %s', (text, parts) => {
  expect(written(text)).toBe(parts)
})

it.each([
  ['pls test this: https://a.dk/x.', 'pls test this:.'],
  ['Can you check our new landing page? https://a.dk/x Thanks!', 'Can you check our new landing page? Thanks!'],
  ['https://a.dk/x @Bob Smith könntest du das bis Freitag testen?', '@Bob Smith könntest du das bis Freitag testen?'],
  ['https://a.dk/x – the price is meant for students', 'the price is meant for students'],
  ['https://a.dk/x – der Preis ist für Studierende gedacht', 'der Preis ist für Studierende gedacht'],
  [
    'Landing page: https://a.dk/x\nTarget: students\nGoal: do they understand the price?',
    'Landing page:\nTarget: students\nGoal: do they understand the price?',
  ],
  [
    'Hi team, could somebody please run a pressure test on the new landing page? It is at https://a.dk/x. We would love to know whether students understand the price, and whether the guarantee sounds believable to them, before we launch on Friday. Thanks a lot and have a great weekend everybody!',
    'Hi team, could somebody please run a pressure test on the new landing page? It is at. We would love to know whether students understand the price, and whether the guarantee sounds believable to them, before we launch on Friday. Thanks a lot and have a great weekend everybody!',
  ],
  ['Budget is €500, target: parents. Please test https://a.dk', 'Budget is €500, target: parents. Please test'],
  ['pls test (https://a.example/x_(y)) thx', 'pls test ( ) thx'],
])('%j is a request for its page, of which all words are listed', (text, request) => {
  expect(written(text)).toMatch(/^\[https:\S+\]$/)
  expect(requestsIn(text)).toEqual([request])
})

it('a request for a page leaves the words that are none of it with the page', () => {
  const text = 'What do you think of our page? It costs €5 https://a.dk'
  expect(requestsIn(text)).toEqual(['What do you think of our page?'])
  expect(written(text)).toBe('It costs €5 | [https://a.dk]')
})

it.each([
  'How can I save on energy? Switch to Volt and pay 20% less from day one. Sign up: https://volt.example',
  'Please stop scrolling. Read a book instead: 3 a month for $9 at https://a.dk',
  'Can you run it faster? Our shoe says yes. https://a.dk',
  'It looks great on you. https://a.dk',
  'Nice to see you again. https://a.dk',
  'Look what canva.com can do',
  'Questions: call us day or night. https://a.dk',
  'Background: dark walnut. Notes: vanilla and smoke. https://a.dk',
  'Target: zero waste by 2030. https://a.dk',
  "We'd love to cook for you. https://a.dk",
  'I want to sleep better. https://a.dk',
  'Meant for runners who hate laces. https://a.dk',
  'Hi Anna,\nour spring blend is here. Let me know what you think!\nhttps://a.dk',
  'Please read the leaflet before use. https://a.dk',
  'Froths like milk, from €1.49 a litre, and keeps for a week in the fridge. See https://a.dk',
])('%j keeps all of its words', (text) => {
  const bare = (words: string) => words.match(/[\p{L}\p{N}]+/gu)?.join(' ')
  expect(bare(written(text))).toBe(bare(text))
  expect(requestsIn(text)).toEqual([])
})

it.each([
  ['pls test (https://a.example/x_(y)) thx', 'https://a.example/x_(y)'],
  ['https://a.example/?utm_source=_mail_', 'https://a.example/?utm_source=_mail_'],
  ['*see https://a.example/x*', 'https://a.example/x'],
  ['https://a.example/~anna~/', 'https://a.example/~anna~/'],
])('%j has the address %s', (text, link) => {
  expect(linksOf(text)).toEqual([link])
})

it.each([
  ['https://a.dk\n  https://b.dk.  \nof twenty words', '[https://a.dk] | [https://b.dk] | of twenty words'],
  [
    'The oat drink that froths like milk. https://a.dk\n \thttps://b.dk. \nhttps://c.dk https://d.dk',
    'The oat drink that froths like milk. https://a.dk | [https://b.dk] | https://c.dk https://d.dk',
  ],
  ['Froths here: https://a.dk/x).’ it is', 'Froths here | [https://a.dk/x] | it is'],
])('%j has links on their own lines: %s', (text, parts) => {
  expect(written(text)).toBe(parts)
})

it('shows the labels of links within a text, and the addresses of others', () => {
  const text = 'Froths like milk, says [our test](https://a.dk/test_(1)) and https://b.dk of the year.'
  expect(withLabels(text)).toBe('Froths like milk, says our test and https://b.dk of the year.')
  expect(withLabels('Look: ![the carton](https://a.dk/x.png)')).toBe('Look: ![the carton](https://a.dk/x.png)')
})

describe('a request around a text', () => {
  const offer = 'Our socks never slip. €14 a pair.'
  it.each([
    `hey can you check this for me: ${offer} thanks!`,
    `${offer}\n\nThoughts?`,
    `${offer} wdyt?`,
    `${offer}\nWas meint ihr dazu?`,
    `${offer}\n\nKönnt ihr das bitte bis morgen testen? Danke!`,
    `${offer} Please test it with 12 people.`,
    `Rate this tagline: ${offer}`,
    `Make this better: ${offer}`,
    `Act as a panel of 10 CFOs and rate this: ${offer}`,
    `Here's the new headline: “${offer}” What do you think?`,
    `@channel ${offer} please react`,
    `Hi team, could you run this by the panel? Thanks! — ${offer}`,
    `Bitte testet mal diesen Text:\n${offer}`,
  ])('%s: is left out', (text) => {
    expect(withoutRequests(text)?.offer).toBe(offer)
  })

  it.each([
    'Make it simpler: taxes in 5 minutes, €29.',
    'Tell me a story: audiobooks for €5',
    'Our socks never slip. Try this at home.',
    'Our socks never slip. Start now.',
    'Tired of socks that slip? Ours never do.',
    'Socken, die halten. Jetzt testen!',
    'For you: socks that never slip',
    'Danke, Papa: Das Geschenk zum Vatertag',
    'One question: what is your time worth?\nHavn plans your week.',
    'Check these boots: waterproof, warm, $89.',
    'Teste unsere App: 30 Tage kostenlos, danach 5 €',
    'Make this Sunday special: brunch for two, €29.',
    'Rate this flat: three rooms, sunny, €900.',
    'Judge these knives: Damascus steel, €120 a pair.',
    'Act as the chef: cook with our spice box, €19.',
    'Have a look at our new summer collection: linen shirts from €39.',
    'New glasses ready in two days, please tell us your name',
    'For opening hours of the shop please check our website',
  ])('%s: has none', (text) => {
    expect(withoutRequests(text)).toBeNull()
  })

  it.each([
    'Let me know if the tone is right',
    'Which claims would a skeptic doubt?',
    'FYI',
    'as discussed',
    'zur Info',
  ])('%s: is a remark beside a file', (text) => {
    expect(isRequestOrNote(text)).toBe(true)
  })

  it.each(['Take the test', 'Try this at home', 'Which of these is you?', 'Mach den Test'])(
    '%s: is a headline beside a file',
    (text) => {
      expect(isRequestOrNote(text)).toBe(false)
    },
  )

  it('for the same test again is asked about', () => {
    expect(whyAskFirst('run the same test as last time but with 12 people', '')).toMatch(/meant for the program/)
  })
})

it('a request behind formatted words leaves the marks that close them', () => {
  expect(withoutRequests('**Our socks never slip.** Any thoughts on this copy?')?.offer).toBe(
    '**Our socks never slip.**',
  )
})

describe('what stands around a text', () => {
  it.each([
    'Does this tagline work for Gen Z? "Rent the jacket, keep the night."',
    'How does our new tagline come across to people over 60? Walk on. The stick that folds into a handbag.',
    "I'd like to know if parents would buy this: Crumb, a lunch box that keeps soup hot. $45.",
    'Rate from 1-10: Never wash a pan again. PanSkin liners, 30 for $12.',
    'is this too salesy? Only today: the Nordlys lamp for $49.',
    'I wrote this for our Black Friday mail, be brutal: Your couch called. FitSlip covers from $59.',
    'Hier unser neuer Claim, bitte einmal durchs Panel jagen: „Kaffee, der den Montag erträgt.“',
    'Unsere Agentur hat folgenden Slogan vorgeschlagen, was haltet ihr davon? „Wohnen, wie du willst.“',
    'Pawly walks your dog while you work, from €12.\n\nToo cheesy? Be brutal.',
  ])('%s: is said about it', (text) => {
    expect(whyAround(text)).toMatch(/reads as said about the proposition and not in it/)
  })

  it.each([
    "Sure! Here's a more compelling version of your hero:\n\nNever lose a receipt again. $6 a month.",
    'Never lose a receipt again. $6 a month.\n\nWould you like me to create a few more variations?',
    'Gerne! Hier ist eine neue Version deiner Beschreibung:\nDer Rucksack, der mitwächst. 79 €.',
  ])('%s: is the answer of a chat bot', (text) => {
    expect(whyAround(text)).toMatch(/reads as said about the proposition and not in it/)
  })

  it.each([
    'Client: Torr\nObjective: win commuters\nBudget: €40,000\nWarm before the bus comes. $129.',
    'Kunde: Stadtwerke\nZielgruppe: Mieter unter 35\nHeadline: Ökostrom, der mit umzieht',
    'Audience – parents\nTone of voice – warm\nCopy – Nap time, guaranteed. £19.',
  ])('%s: is a brief', (text) => {
    expect(whyAround(text)).toMatch(/reads as a brief around the proposition/)
  })

  it.each([
    '[14.05.24, 10:21:03] Anna: schaut mal\n[14.05.24, 10:21:40] Ben: Bürokaffee im Abo, 49 € im Monat.',
    '5/14/24, 10:21 AM - Ann: here goes\n5/14/24, 10:22 AM - Ann: Office coffee, $49 a month.',
    'Anna Meyer  10:21 AM\nwhat do you think of this one?\nBen Ross  10:22 AM\nOffice coffee, $49 a month.',
  ])('%s: is a chat', (text) => {
    expect(whyAround(text)).toMatch(/reads as a chat with its names and times/)
  })

  it.each([
    'Is this the end of ironing? SmoothPod steams five shirts in ten minutes. $149.',
    'Be honest: when did you last clean your keyboard? Gel that gets between the keys, €7.',
    'On a scale of 1 to 10, how tired are you? Nightwell tea, 20 bags for $9.',
    'Rate 1 to 5 stars after each ride, and drivers rate you. 20% cheaper than a taxi.',
    'Course: Spanish in 12 weeks\nTarget group: beginners\nObjective: order and flirt\nPrice: $240',
    'Brand: Torr\nMaterial: merino wool\nFormat: 60 x 120 cm\nPrice: $89',
    'Headline: Warm in nine seconds\nBody: HeatVest warms you for twelve hours. $129.\nCTA: Try it',
    'Yoga  9:00 AM\nwith Anna, all levels, €12\nPilates  10:30 AM\nwith Ben, bring a mat, €14',
    '10:00 Doors open\n10:30 Anna Meyer: how we bake\n12:00 Lunch, free for children',
    'Anna: Where do you get your energy?\nBen: From my roof.\nSolar by Volt, €49 a month.',
    'Sure, you could cook tonight. Or Havn does: three dishes a week, $39.',
    'Here is a version of Monday you will like: coffee at your desk. €49 a month.',
    'Here is the headline your garden deserves: tulips for all of April.',
    'Our agency builds shops that sell. From €4,900. Would you like a quote?',
    'We wrote the book on sourdough. Now we bake it: two loaves a week for €11.',
    'Roast it dark, roast it light: the Ember home roaster, $249.',
    'Ist das zu teuer? 4 € für ein Brot, das fünf Tage hält.',
    'Try it, test it, love it: 30 nights on our mattress, $599.',
  ])('%s: is nothing of it', (text) => {
    expect(whyAround(text)).toBeNull()
  })
})

describe('a text with a link that is not read', () => {
  it.each([
    'We moved the hero up on https://a.dk/x and shortened the copy below it',
    'Bob from sales says https://a.dk/x converts worse since the relaunch of the pricing page',
    'Auf https://a.dk/x haben wir die Überschrift und den Aufbau der Startseite geändert',
    'https://a.dk/x has been rebuilt last week by an agency in Hamburg',
    '@Eva meinte, https://a.dk/x sei noch zu kompliziert erklärt',
  ])('%s: is asked about', (text) => {
    expect(whyLinked(text)).toMatch(/has a link whose page is not read/)
  })

  it.each([
    'The oat drink that froths like milk, from €1.49. See https://a.dk/oat now.',
    'Sleep better tonight in a cooler bed, and wake up rested: https://a.dk',
    'Your coffee deserves better: see https://a.dk/x for the oat drink of the baristas',
    'Deine Steuer in fünf Minuten, auf https://a.de/x, ohne Papier und ohne Formulare',
    'Schlafen wie im Urlaub, jede Nacht, mit der Matratze aus Schafwolle: https://a.de',
    'The oat drink that froths like milk',
  ])('%s: is an ad', (text) => {
    expect(whyLinked(text)).toBeNull()
  })
})

describe('a short text with a link', () => {
  it.each([
    'I would like to hear whether florists could afford this https://a.dk/x',
    'What might a grumpy landlord object to in https://a.dk/x ?',
    'Do you believe plumbers will order this? https://a.dk/x',
    'My sister asked me what teachers make of https://a.dk/x',
    'We ship on Monday, is this page fine? https://a.dk/x',
    'Unsicher, ob Gärtner das brauchen: https://a.de/x',
    'Zahlen Vermieter dafür? https://a.de/x',
  ])('%s: is a note about its page', (text) => {
    expect(noteOnLinks(text)).toBe('note')
    expect(written(text)).toMatch(/^\[https:\S+\]$/)
  })

  it.each([
    'Would anybody pay £30 for this? https://a.dk/x',
    'Spot the mistakes on https://a.dk/x',
    'My accountant finds the price steep https://a.dk/x',
    'Looking for a plumber? https://a.dk/x',
    'Unser Lieferant hat das übersetzt, klingt hölzern: https://a.de/x',
  ])('%s: is asked about', (text) => {
    expect(noteOnLinks(text)).toBe('doubt')
    expect(whyLinked(text)).toMatch(/give the link alone to have it read/)
  })

  it.each([
    'Still ironing on Sundays? Our steamer does a shirt in a minute. https://a.dk/x',
    'Soup in a cup that you can eat. Order yours at https://a.dk/x',
    'Let us know what your cat weighs and we mix its food, from £1 a day: https://a.dk/x',
    'Brot, das fünf Tage hält. https://a.de/x',
    'We took the sugar out so that you can leave the spoon in. https://a.dk/x',
  ])('%s: is an ad', (text) => {
    expect(noteOnLinks(text)).toBeNull()
  })
})

describe('what is typed to the program', () => {
  it.each([
    'how does this work?',
    'what can you do',
    'what does this cost',
    'how long does it take',
    'who sees the results',
    'are these real people',
    'is this thing working',
    'please look at this',
    'have a look at this please',
    'thanks, that was really helpful',
    'looks good to me, thanks',
    'who made this bot?',
    'tell me more about the panel',
    'give me three shorter headlines',
    'Ist das auch DSGVO-konform?',
    'how accurate is this thing',
    'where do the personas come from?',
    'does it work in german?',
    'are you a real person or a bot',
    'great job, that makes sense',
    'Wie funktioniert das genau?',
    'Wer sieht die Ergebnisse?',
    'Was kannst du alles?',
    'Kannst du das bitte testen?',
    'danke, das war sehr hilfreich',
    'Sind das echte Menschen?',
    'Wo werden die Daten gespeichert?',
    'Passt, danke dir',
    'Könntest du dir das mal anschauen?',
  ])('%s: is asked about', (text) => {
    expect(whyAskFirst(text, '')).toMatch(/^“.*” looks like (?:a question|it is meant)/)
  })

  it.each([
    'Please review our new menu: six dishes, one price. $14 lunch, Monday to Friday.',
    'Make it simpler. Taxes in 5 minutes, €29.',
    "Let's run together this Sunday",
    'Show me the honey of the Alps',
    'Tell me a story: audiobooks for €5',
    'Danke, dass du wartest. Kaffee in 30 Sekunden.',
    'Give me a break.',
    'Do you believe in better coffee?',
    'Available in the US?',
    'Tired of cold coffee at work?',
    'Great coffee starts with great beans.',
    'Thank you, Mom. Flowers from Havn.',
    'Danke, Papa! Das Geschenk zum Vatertag',
    'Super Preise, super Service: der Fahrradladen',
    'Can you tell the difference?',
    'Is your data safe?',
    'How long does it take to brew the perfect cup?',
    'Was kostet schlechter Schlaf?',
    'Passt perfekt: die Jeans nach Maß',
    "Have a look at this season's boots",
    'The PDF editor that works offline',
    'Turn your slides into a film',
    'Try it. Love it. Share it.',
  ])('%s: is none of it', (text) => {
    expect(whyAskFirst(text, '')).toBeNull()
  })

  it.each([
    'Please pressure-test the attached one-pager',
    'see attached',
    'for review',
    'Here is our new deck, thoughts?',
    'What would skeptical buyers say about this deck?',
    'Bitte die angehängten Folien testen',
    'Siehe Anhang',
    'Anbei unser Entwurf',
    'Will parents trust this?',
    'Does this resonate with Gen Z?',
    'Test this with skeptical parents',
    'Wie kommt das bei Skeptikern an?',
    'Bitte um Feedback zum angehängten Deck',
    'Kannst du dir die Datei mal anschauen?',
    'test',
  ])('%s: is no proposition beside a file', (text) => {
    expect(isRequestOrNote(text)).toBe(true)
  })

  it.each([
    'Half the sugar, twice the foam',
    'Is this the last mattress of your life?',
    'Froths like milk.',
    'Wer braucht das Auto noch?',
    'Read the room',
    'Screenshots that explain themselves',
  ])('%s: is a headline beside a file', (text) => {
    expect(isRequestOrNote(text)).toBe(false)
  })

  it.each([
    'https://a.dk/1 vs https://a.dk/2',
    'a.dk/1 vs a.dk/2',
    'Version 1: Sleep better. Version 2: Wake up rested.',
    'Is "Sleep better tonight" better than "Wake up rested"?',
    'Please test https://a.dk/1 or https://a.dk/2',
    'Which headline works better: “Sleep better tonight” or “Wake up rested”?',
    'A: Sleep better tonight. B: Wake up rested.',
    'Headline A: Sleep better\nHeadline B: Wake up rested',
    'Which one is stronger?\nSleep better tonight\nWake up rested',
    '"Sleep better tonight" vs. "Wake up rested"',
    'Welche Headline wirkt besser: „Besser schlafen“ oder „Ausgeruht aufwachen“?',
    'Vergleiche mal diese Zeilen: Besser schlafen, ausgeruht aufwachen',
    'Compare these two: Sleep better, Wake up rested',
    'Compare our two headlines\nSleep better\nWake up rested',
    'Compare the two following: Sleep better\nWake up rested',
    'Vergleiche unsere beiden Überschriften\nBesser schlafen\nAusgeruht aufwachen',
    'Compare my pricing pages\nSleep better\nWake up rested',
    'Compare https://a.dk/1 and https://a.dk/2',
    'Bitte vergleiche https://a.dk/1 und https://a.dk/2',
    '1. https://a.dk/1\n2. https://a.dk/2',
    'Ours: https://a.dk/1\nCompetitor: https://b.dk/1',
    'Alt: https://a.dk/1\nNeu: https://a.dk/2',
    'Option 1: Sleep better tonight\nOption 2: Wake up rested',
    'V1 – Sleep better tonight V2 – Wake up rested',
    'Subject A: Sleep better / Subject B: Wake up rested',
    'Betreff A: Besser schlafen / Betreff B: Ausgeruht aufwachen',
    'Headline A/B:\n- Sleep better tonight\n- Wake up rested',
    'Which is better?\n1) Sleep better tonight\n2) Wake up rested',
    'Was ist besser?\n1) Besser schlafen\n2) Ausgeruht aufwachen',
    'Sleep better tonight vs Wake up rested',
    '**Version A:** Sleep better tonight\n**Version B:** Wake up rested',
    '**A:** Sleep better tonight\n**B:** Wake up rested',
    'Version A\nSleep better tonight\n\nVersion B\nWake up rested',
    'A. Sleep better tonight\nB. Wake up rested',
    'Sleep better tonight\nOR\nWake up rested',
    'Sleep better tonight\n\nvs\n\nWake up rested',
    'sleep better vs wake up rested',
    'Sleep better VS. wake up rested',
    '- https://a.dk/1\n- https://a.dk/2',
    'Besser schlafen vs. Ausgeruht aufwachen',
    'Headline options:\n- Warm feet by nine\n- Slippers that wait for you',
    'Here are 4 taglines for your bakery:\n\n1. Bread before sunrise\n2. Crust issues',
    'Betreffzeilen zur Auswahl:\n1) Kalte Füße?\n2) Der Winter kommt',
    'Control: Warm feet by nine. Variant: Slippers that wait for you.',
    'Alt: Jetzt Hausschuhe kaufen\nNeu: Deine Füße haben angerufen',
    'Email A\nWinter is near.\n\nEmail B\nCold floors are over.',
    'variant,headline\nA,Sleep better tonight\nB,Wake up rested',
    'Version\tClaim\n1\tBesser schlafen\n2\tAusgeruht aufwachen',
    'Headline 1: Rent a piano\nDescription 1: From $39.\nHeadline 2: Play tonight\nDescription 2: From $39 a month.',
  ])('%s: is to be compared', (text) => {
    expect(whyCompared(text)).toMatch(/looks like versions to compare/)
  })

  it.each([
    'Old: €99\nNew: €79',
    'Before: three hours of paperwork. After: five minutes.',
    'Headlines:\n- Rent a piano\n- From $39\nDescriptions:\n- Delivered and tuned.',
    'Test: passed. New: a lid that locks.',
    'Compare 40 energy tariffs in two minutes',
    'A calendar for farriers\n\nCompare our plans\n\nBasic\n$9, no phone support\n\nPro\n$19',
    'A calendar for farriers\n\nCompare the two editions\n\nBasic\n$9, no phone support',
    'Compare the two phones plans of Tarn Mobile\n\nBoth plans run on the same network.',
    'Compare our two mattresses\n\nFirm\n$900\n\nSoft\n$950',
    'Compare both models\n\nHavn One\n$90',
    'Compare our plans: Basic for one, Pro for five.',
    'Ein Kalender\n\nVergleichen Sie unsere Tarife\n\nBasis\n9 €',
    'Ein Kalender\n\nVergleiche die beiden Matratzen\n\nFest\n900 €',
    'https://a.dk/1\nhttps://a.dk/2',
    'Vitamin A: good for eyes. Vitamin B: good for nerves.',
    'Q: Is it vegan? A: Yes. Q: But why? A: Because.',
    'Say “yes” or “no” to cookies once and for all',
    'The planner which makes more of your day',
    'Butter or margarine? Havn is neither.',
    'Which coffee is for you? Take the quiz.',
    'Ein Tarif, welche Seite auch immer besser zahlt.',
    'Plan A: €4 a month. Plan B: €40 a year.',
    'Option A: $9 a month. Option B: $90 a year.',
    'Our new blend "Morning Calm" or "Evening Rest" lets you choose how to begin.',
    'Which one is best for you? Take our quiz:\n5 questions, 2 minutes.',
    'Pay monthly\nor\nonce a year',
    'A: Basic €9 / B: Pro €29 / C: Team €59',
    'A: Basic €9\nB: Pro €29',
    'Landing page: https://a.dk/1\nPricing: https://a.dk/2',
    'Which is better for your back? Havn, says the test.',
    'Butter vs margarine',
    'Headline 1: Rent a piano\nHeadline 2: From $39 a month\nDescription 1: Delivered.\nDescription 2: Tuned.',
    'Headline 1: Rent a piano\nHeadline 2: From $39 a month\nFinal URL: https://a.dk/x',
    'Anzeigentitel 1: Klavier mieten\nAnzeigentitel 2: Ab 39 €\nBeschreibung: Geliefert und gestimmt.',
    'Option,Price\nA,$9 a month\nB,$19 a month',
    'size,price\nA,$9\nB,$19',
    'Havn Oat vs the leading brand: 40 % less sugar',
    'Step 1: weigh the oats. Step 2: add water.',
    'Wake up rested with our V2 – the bed that V1 owners asked for',
  ])('%s: is one proposition', (text) => {
    expect(whyCompared(text)).toBeNull()
  })
})

describe('a text that is made to take long', { timeout: 30_000 }, () => {
  const dots = '.'.repeat(199_000)

  it('of marks and brackets behind addresses is read like any other', () => {
    const address = `https://${'.'.repeat(1_300)}x`
    expect(partsOf(`${address}${')'.repeat(650)} `.repeat(20))).toEqual(Array(20).fill({ link: address }))
  })

  it('of dashes before an address is read like any other', () => {
    const words = `a${'-'.repeat(199_950)}b`
    expect(partsOf(`${words} https://e.xy`)).toEqual([{ text: words }, { link: 'https://e.xy' }])
  })

  it('of full stops inside is asked about like any other', () => {
    expect(whyAskFirst(`Buy our soap ${dots}x`, '')).toBeNull()
    expect(whyAskFirst(`Help me please${dots}`, '')).toMatch(/^“Help me please” looks like a word to the program/)
    expect(sentencesIn(`Buy our soap ${dots}x`)).toEqual([`Buy our soap ${dots}x`])
  })

  it('of many sentences is parted like any other', () => {
    const sentences = Array.from({ length: 20_000 }, (_, n) => `So it is${'!?'[n % 2]}`)
    expect(sentencesIn(sentences.join(' '))).toEqual(sentences)
    const long = `${'(so) '.repeat(1_000)}it is!`
    expect(sentencesIn(`Yes! ${long} No.`)).toEqual(['Yes!', long, 'No.'])
  })

  it('of full stops inside a sentence that a finding quotes is found like any other', () => {
    const text = `Buy our soap ${dots}x. It is soft.`
    const [found] = quotedSentences({ finding: 'It says “It is soft”.', fix: '' }, text)
    expect(found && text.slice(found.start, found.end)).toBe(' It is soft.')
  })
})

it('counts a picture in patches of 28 pixels, scaled to what the model sees', () => {
  expect(pictureTokens({ width: 1_024, height: 1_024 })).toBe(37 * 37)
  expect(pictureTokens({ width: 8_000, height: 4_000 })).toBeLessThanOrEqual(4_784)
  expect(pictureTokens({ width: 3_000, height: 2_000 }, { edge: 1_568, tokens: 1_568 })).toBe(1_568)
})
