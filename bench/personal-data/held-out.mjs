// Texts written after the detector, with other names, streets and forms. They were looked at when it was mended once more, so
// their figures flatter too; `unseen.mjs` was written after that.
const NAMES = {
  en: [
    'Theodora Blackwood',
    'Kofi Mensah',
    'Sunniva Dahl',
    'Rory Gallagher',
    'Anjali Deshpande',
    'Hugh Pemberton',
    'Zuri Njoroge',
    'Marcus Holloway',
    'Tamsin Greer',
    'Ibrahim Haddad',
  ],
  de: [
    'Waltraud Kessler',
    'Jens-Peter Ahrens',
    'Mehmet Demir',
    'Ruth Sonntag',
    'Lieselotte Grabowski',
    'Enno Janssen',
    'Svetlana Petrowa',
    'Alois Huber',
    'Friederike Lindemann',
    'Emre Şahin',
  ],
}
const FORMS = {
  en: {
    name: [
      'According to @ the manual is useless.',
      'Interviewer: thank you, @, that helps.',
      'The invoice went to @ in accounting.',
      'PS: ask @ (she runs the second shift).',
      '@ never answered.',
      'Signed by @ on behalf of the ward.',
    ],
    phone: [
      'Ring +353 1 496 0123 after six.',
      'mobile: 07911 123456',
      'Fax 01632 960 983',
      'my number is 555 0134 in the office',
      'call 1-800-555-0199',
    ],
    address: [
      'Send it to 221B Baker Street, London NW1 6XE please.',
      'We moved to 4 Privet Drive, Little Whinging.',
      'Suite 400, 1600 Pennsylvania Avenue NW, Washington, DC 20500',
      'c/o The Old Rectory, Church End',
    ],
    'e-mail': ['mail me: tess.b@dept.example.ac.uk', 'TESS@EXAMPLE.COM', 'tess at example dot com'],
    iban: ['IE29 AIBK 9311 5212 3456 78', 'PL61109010140000071219812874'],
    card: ['5425 2334 3010 9903', '4263982640269299'],
    'national id': ['passport no. 533380006', 'NHS number 943 476 5919', 'my SSN is 078051120'],
    'ip address': ['[2001:db8:85a3::8a2e:370:7334]:8080', '203.0.113.77:443'],
  },
  de: {
    name: [
      'Laut @ ist das Handbuch nutzlos.',
      'Interviewerin: Danke, @, das hilft.',
      'Die Rechnung ging an @ in der Buchhaltung.',
      'PS: Fragen Sie @ (sie leitet die Spätschicht).',
      '@ hat nie geantwortet.',
      'Im Auftrag der Station gezeichnet: @.',
    ],
    phone: [
      'Rufen Sie +41 44 668 18 00 nach sechs an.',
      'mobil: 0151 23456789',
      'Fax 040/4279870',
      'Durchwahl 4711-23',
      'Tel. (0 89) 23 34 56 78',
    ],
    address: [
      'Bitte an Hauptstraße 5 b, 79098 Freiburg im Breisgau senden.',
      'Wir wohnen jetzt Im Winkel 7.',
      'Ludwigstr. 28 Rgb., 80539 München',
      'Hof Eichengrund, 29549 Bad Bevensen',
      'Unter den Linden 77',
    ],
    'e-mail': ['schreiben Sie an t.k@uni-beispiel.example', 'TK@EXAMPLE.DE', 't.k ät beispiel punkt de'],
    iban: ['DE02 1203 0000 0000 2020 51', 'CH9300762011623852957'],
    card: ['3714 496353 98431', '5555555555554444'],
    'national id': ['Personalausweis L01X00T471', 'Steuernummer 93815/08152', 'Reisepass Nr. C01X0006H'],
    'ip address': ['[2a00:1450:4001:81b::200e]', '198.51.100.23/24'],
  },
}
/** The part of a form that is personal, where it is not all of it. */
const PART =
  /\+353 1 496 0123|07911 123456|01632 960 983|555 0134|1-800-555-0199|221B Baker Street, London NW1 6XE|4 Privet Drive, Little Whinging|The Old Rectory, Church End|tess\.b@\S+|533380006|943 476 5919|078051120|2001:db8:85a3::8a2e:370:7334|203\.0\.113\.77|\+41 44 668 18 00|0151 23456789|040\/4279870|4711-23|\(0 89\) 23 34 56 78|Hauptstraße 5 b, 79098 Freiburg im Breisgau|Im Winkel 7|Unter den Linden 77|t\.k@\S+|L01X00T471|93815\/08152|C01X0006H|2a00:1450:4001:81b::200e|198\.51\.100\.23/

export const heldOutTexts = () =>
  ['en', 'de'].flatMap((language) =>
    Object.entries(FORMS[language]).flatMap(([kind, forms]) =>
      forms.flatMap((form) => {
        const values = kind === 'name' ? NAMES[language] : [null]
        return values.map((value) => {
          const text = value === null ? form : form.replace('@', value)
          const part = value ?? PART.exec(form)?.[0] ?? form
          const start = text.indexOf(part)
          return { language, text, labels: [{ kind, start, end: start + part.length }] }
        })
      }),
    ),
  )
