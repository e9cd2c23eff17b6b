// Forty texts written after names were given census lists and the words around them became data, and measured once: nothing was
// changed for them but four labels, which had a form of address in them, as no other set has. What is to be found stands in
// double brackets with its kind; the last ten hold nothing but look-alikes.
const TEXTS = {
  en: [
    'Dear Mrs [[name|Oyelaran]],\n\nthank you for your patience last week.',
    'All the best,\n[[name|Cordelia]]\nCustomer happiness',
    'Hiya [[name|Finbar]], the parcel never came.',
    'My co-worker [[name|Ignatius Quill]] swears by the old version.',
    'our daughter’s tutor Ms [[name|Petrosyan]] recommended it',
    'Present: [[name|Dunja Marković]], [[name|Albie Thornhill]] and [[name|Siân Pugh]].',
    'Then [[name|Kowalczyk]] said the export was broken again.',
    'I asked [[name|Winnie]] at the front desk and she shrugged.',
    'we had a call with [[name|lorraine baptiste]] about the invoice',
    'Reported by [[name|Thandiwe Dube]] on Monday.',
    '[[name|Hollis]], 47, runs a hardware shop in Leeds.',
    'The nurse, [[name|Bettina Krol]], wrote it on the chart.',
    'P.S. [[name|Uncle Ezra]] still uses the paper form.',
    'As [[name|Prudence McTavish]] put it: nobody reads the manual.',
    'Speaker 2: Thanks. I am [[name|Ngozi]], I lead the night team.',
    'Signed, [[name|T. J. Ravenscroft]]',
    'Ask for [[name|Big Dave]] in the loading bay.',
    '[[name|Chukwuemeka]] never got the refund he was promised.',
    'Please forward it to [[name|Anneliese Fairweather]] in Finance.',
    'write to [[e-mail|sam dot porter at fastmail dot com]] please',
    'My address for receipts: [[e-mail|mo.k at brightpost dot co dot uk]]',
  ],
  de: [
    'Sehr geehrte Frau [[name|Wohlgemuth]],\nvielen Dank für Ihre Geduld.',
    'Schöne Grüße\n[[name|Jorinde]]',
    'Meine Cousine [[name|Annegret]] hat das gleiche Gerät.',
    'Anwesend: [[name|Detlef Bruhns]], [[name|Ayşe Korkmaz]] und [[name|Friedhelm Otte]]',
    'Das Gespräch mit [[name|Liselotte Pfannenstiel]] dauerte eine Stunde.',
    '[[name|Torben]], 52, fährt seit zwanzig Jahren Bus.',
    'Aufgenommen von [[name|Ines Halbach]], Empfang.',
    'Der Hausmeister, Herr [[name|Dombrowski]], kam am Abend.',
    'schreibt mir an [[e-mail|lena punkt vogt ät posteo punkt de]]',
  ],
  plain: [
    'Dear Sir or Madam, our Finance Team will reply by Friday.',
    'My old Corolla has done more miles than the new Tesla.',
    'She moved from Marseille to Leicester and took the Eurostar.',
    'Our supplier Siemens and their rival Bosch both raised prices.',
    'Thanks, Support, for nothing. The Hoover broke twice.',
    'I look at it this way: one dot on the map, one at the end.',
    'We read Dickens at school and hated every page of it.',
    'Der Koch und der Bauer sprachen mit dem Richter über den Winter.',
    'Liebe Eltern, die Klasse fährt im Sommer nach Sylt und Amrum.',
    'Unsere Kundin Lufthansa und die Partnerin Allianz waren zufrieden.',
  ],
}
const MARK = /\[\[([^|]+)\|([^\]]+)\]\]/

export const laterTexts = () =>
  Object.entries(TEXTS).flatMap(([language, texts]) =>
    texts.map((marked) => {
      const labels = []
      let text = marked
      for (let found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
        const [whole, kind, value] = found
        labels.push({ kind, start: found.index, end: found.index + value.length })
        text = text.replace(whole, value)
      }
      return { language, text, labels }
    }),
  )
