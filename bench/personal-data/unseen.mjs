// Texts that were held out once. Their misses were known when the detector was changed after that, so their figures flatter;
// `later.mjs` is newer. What is to be found stands in double brackets with its kind.
const TEXTS = {
  en: [
    'Our landlady [[name|Philomena Achterberg]] raised it twice.',
    'my brother [[name|Tobias]] cancelled the same week',
    'i rang [[name|fiona mcallister]] twice about it',
    'Caller: [[name|Babatunde Ogunleye]]\nTopic: refund',
    'ATTENDEES: [[name|HELEN PRITCHARD]], finance',
    'We were told by [[name|Saoirse]] that it ships on Friday.',
    'Thanks, [[name|Wilhelmina]]!',
    'Yours sincerely,\n[[name|R. K. Vanterpool]]',
    '[[name|Jean-Luc Moreau]] signed the second page.',
    'mr [[name|abernethy]] was not amused',
    'Prof. [[name|Lindqvist]] wants an export.',
    'Then [[name|Esme]] from the night shift tried it.',
    'Post it to [[address|19 Gallows Lane, Whitby YO21 3PT]], please.',
    'I live at [[address|Hillside Farm, Nether Wallop]].',
    'deliver to [[address|7012 SW Meadowlark Ct, Apt 5]]',
    'ring [[phone|+44 161 496 0021]] any time',
    'extension [[phone|4412]]',
    'write to [[e-mail|helen at bakery dot example]]',
    'NI number [[national id|PE 45 12 67 C]]',
    'my passport is [[national id|X4712998]]',
  ],
  de: [
    'Unsere Vermieterin [[name|Hannelore Trautwein]] hat zweimal erhöht.',
    'mein Bruder [[name|Tobias]] hat in derselben Woche gekündigt',
    'gestern habe ich mit [[name|sabine krämer]] telefoniert',
    'Anruferin: [[name|Gülsüm Aydoğan]]\nThema: Erstattung',
    'ANWESEND: [[name|HELGA WIESINGER]], Finanzen',
    'Das hat uns [[name|Mareike]] vom Empfang gesagt.',
    'Danke, [[name|Wilhelmine]]!',
    'Mit besten Grüßen\n[[name|R. Vanderhoeven]]',
    '[[name|Hans-Joachim Möbius]] hat die zweite Seite unterschrieben.',
    'herr [[name|oberländer]] war nicht erfreut',
    'Prof. [[name|Lindqvist]] will einen Export.',
    'Dann hat es [[name|Ronja]] aus der Nachtschicht versucht.',
    'Bitte an [[address|Galgenweg 19 c, 24937 Flensburg]] schicken.',
    'Ich wohne [[address|Gut Rosenhain, 18375 Prerow]].',
    'Lieferung: [[address|Hohe Twiete 12]]',
    'erreichbar unter [[phone|0160 / 94 82 117]]',
    'Nebenstelle [[phone|318]]',
    'schreibt an [[e-mail|helga ät baeckerei punkt de]]',
    'Steuernummer [[national id|21/815/08150]]',
    'mein Ausweis hat die Nummer [[national id|T22000129]]',
  ],
}

export const unseenTexts = () =>
  Object.entries(TEXTS).flatMap(([language, texts]) =>
    texts.map((marked) => {
      const [whole, kind, value] = /\[\[([^|]+)\|([^\]]+)\]\]/.exec(marked)
      const start = marked.indexOf(whole)
      return { language, text: marked.replace(whole, value), labels: [{ kind, start, end: start + value.length }] }
    }),
  )
