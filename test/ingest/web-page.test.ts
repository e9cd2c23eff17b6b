import { describe, expect, it } from 'vitest'
import { readStimulusFile } from '../../src/ingest/read-stimulus.js'

const OFFER =
  'Havn Oat froths like milk. It has forty percent less sugar than the leading brand, and two hundred baristas tested it. It costs 1.49 euros a litre, and you get your money back if your cappuccino fails.'
const LITTLE = 'Havn Oat froths like milk, at 1.49 euros a litre, in every shop near you.'

const read = async (body: string, title = 'Havn'): Promise<string> => {
  const bytes = Buffer.from(`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`)
  const reading = await readStimulusFile({ name: 'page.html', bytes })
  return 'text' in reading ? reading.text : ''
}

describe('what is no cookie notice stays', () => {
  it.each([
    ['a container of Experience Manager', `<div id="container-1" class="cmp-container"><h1>Froths</h1>${OFFER}</div>`],
    [
      'such containers inside each other, with an imprint',
      `<div class="cmp-container"><div class="cmp-container"><h1>Froths</h1><p>${OFFER}</p></div><p>Privacy policy, cookies</p></div>`,
    ],
    ['a promise of privacy', `<h1>Froths</h1><div class="cmp-container"><p>Your privacy matters. ${OFFER}</p></div>`],
    ['who trusts it', `<h1>Froths</h1><section class="trusted-by"><p>Trusted by baristas. ${OFFER}</p></section>`],
    ['what names a trustee', `<h1>Froths</h1><section id="trustees"><p>${OFFER}</p></section>`],
    ['a banner of a cycling club', `<h1>Froths</h1><div class="cc-banner"><p>${OFFER}</p></div>`],
  ])('%s', async (_, body) => {
    expect(await read(body)).toContain('money back if your cappuccino fails')
  })

  it.each([
    ['of TrustArc', '<div id="truste-consent-track">We use cookies. Accept all</div>'],
    ['of consentmanager', '<div id="cmpbox">We and our 847 partners store cookies. Accept all</div>'],
    ['of cookieconsent', '<div class="cc-window">This website uses cookies. Got it, accept all</div>'],
  ])('one %s goes', async (_, notice) => {
    expect(await read(`<h1>Froths</h1><p>${OFFER}</p>${notice}`)).toBe(`Froths\n\n${OFFER}`)
  })
})

it.each([
  ['body', `<!doctype html><html lang="en"><head><title>Havn</title></head><h1>Oat</h1><p>${OFFER}</p></html>`],
  ['html', `<body class="a"><h1>Oat</h1><p>${OFFER}</p></body>`],
  ['html and body', `<!doctype html><title>Havn</title><h1>Oat</h1><p>${OFFER}</p>`],
])('a page without the tags %s, which may be left out, is read', async (_, html) => {
  expect(await readStimulusFile({ name: 'page.html', bytes: Buffer.from(html) })).toEqual({ text: `Oat\n\n${OFFER}` })
})

it.each(['page.html', 'page.txt'])('%s in UTF-8 with a broken byte is read without it', async (name) => {
  const bytes = Buffer.concat([Buffer.from(`„Crème“, ${OFFER}`), Buffer.from([0xe2, 0x80])])
  expect(await readStimulusFile({ name, bytes })).toEqual({ text: `„Crème“, ${OFFER}` })
})

describe('headers and footers', () => {
  it.each([
    ['the lead of a section', `<section><header class="major"><h2>Oat</h2><p>IT</p></header><p>${OFFER}</p></section>`],
    ['the price of a card', `<article><h2>Oat</h2><p>${OFFER}</p><footer>IT</footer></article>`],
    ['what ends the main part', `<main><h1>Oat</h1><p>${OFFER}</p><footer>IT</footer></main>`],
    ['who said it', `<h1>Oat</h1><p>${OFFER}</p><blockquote><p>So good.</p><footer>IT</footer></blockquote>`],
  ])('%s stays', async (_, body) => {
    const line = 'From only €19 a month'
    expect((await read(body.replace('IT', line))).split('\n')).toContain(line)
  })

  it('of the site go, also those of a site within its main part', async () => {
    const around = (body: string) =>
      `<header>Havn, home of oats</header>${body}<footer>Imprint</footer><main><footer role="contentinfo">Imprint</footer></main>`
    expect(await read(around(`<main><h1>Oat</h1><p>${OFFER}</p></main>`))).toBe(`Oat\n\n${OFFER}`)
  })
})

const CHECKS_HUMANS = /only shows itself to a browser/
const IS_MISSING = /says that there is no such page/
const ASKS_LOGIN = /asks for a login/
const NEEDS_SCRIPTS = /next to no text without its scripts/

describe('a page that checks who reads it is refused', () => {
  it.each([
    "Let's make sure you're not a robot",
    'Verifying you are human. This may take a few seconds.',
    'Please verify you’re human to go on.',
    'Press & Hold to confirm you are a human',
    'Bestätigen Sie, dass Sie kein Roboter sind',
    'Please complete the reCAPTCHA below.',
    'Our systems have detected unusual traffic from your computer network.',
    'shop.example needs to review the security of your connection before proceeding.',
    'Request unsuccessful. Incapsula incident ID: 1234',
    'Sorry, you have been blocked. You are unable to access shop.example.',
    'The requested URL was rejected. Please consult with your administrator.',
    'Slide to verify. Prove you are not a robot.',
    'Wir überprüfen, ob Sie ein Mensch sind.',
    'Ihr Browser wird überprüft, bevor Sie weitergeleitet werden.',
    'Bitte bestätige, dass du kein Bot bist.',
    'Bitte lösen Sie das Captcha, um fortzufahren.',
    'Es wurde ungewöhnlicher Datenverkehr aus Ihrem Netzwerk festgestellt.',
  ])('%s', async (said) => {
    await expect(read(`<p>${said}</p><p>Ray ID: 8c1</p>`)).rejects.toThrow(CHECKS_HUMANS)
  })

  it.each([
    'Just a moment...',
    'Pardon Our Interruption',
    'Access Denied',
    'Attention Required! | Cloudflare',
    'Are you a robot?',
    'Nur einen Moment…',
    'Zugriff verweigert',
    'Robot Check',
    'Sicherheitsüberprüfung',
  ])('called %s', async (title) => {
    await expect(read(`<p>${LITTLE}</p>`, title)).rejects.toThrow(CHECKS_HUMANS)
    await expect(read(`<h1>${title}</h1><p>${LITTLE}</p>`)).rejects.toThrow(CHECKS_HUMANS)
  })
})

describe('a page that is not there is refused', () => {
  it.each([
    "Oops! That page can't be found.",
    "We can't find the page you're looking for.",
    "Sorry, this page isn't available.",
    'Die Seite konnte nicht gefunden werden.',
    'Diese Seite existiert nicht mehr.',
    'Cette page est introuvable.',
    'Page introuvable',
    'The requested URL was not found on this server.',
    'It looks like nothing was found at this location.',
    'We couldn’t find that page.',
    'This page no longer exists.',
    'The page you requested has been removed.',
    'This content isn’t available right now.',
    'Die von Ihnen gesuchte Seite wurde leider nicht gefunden.',
    'Wir können die gewünschte Seite nicht finden.',
    'Ups, diese Seite gibt es nicht.',
    'Diese Seite ist leider nicht mehr verfügbar.',
    'Der Artikel wurde gelöscht oder verschoben.',
    'Siden findes ikke',
    'Página no encontrada',
  ])('%s', async (said) => {
    await expect(read(`<h2>${said}</h2><p>Go to the home page and try again.</p>`)).rejects.toThrow(IS_MISSING)
  })

  it.each(['404 – Havn', 'Havn | Error 404'])('called %s', async (title) => {
    await expect(read(`<p>${LITTLE}</p>`, title)).rejects.toThrow(IS_MISSING)
  })

  it.each(['404', '404 Not Found', 'Fehler 404', '404-Fehler', 'HTTP 404'])('called %s', async (title) => {
    await expect(read(`<p>${LITTLE}</p>`, title)).rejects.toThrow(IS_MISSING)
    await expect(read(`<h1>${title}</h1><p>${LITTLE}</p>`)).rejects.toThrow(IS_MISSING)
    await expect(read(`<div>${title}</div><p>Oh no!</p>`)).rejects.toThrow(IS_MISSING)
  })
})

describe('a page that asks for a login is refused', () => {
  it.each([
    'Bitte melden Sie sich an.',
    'Bitte loggen Sie sich ein',
    'Sie müssen angemeldet sein, damit Sie das sehen.',
    'Subscribe to continue reading',
    'You need access',
    'Session expired',
    'This content is for members only.',
    'This post is for paid subscribers',
    'Become a member to read this story.',
    'You do not have permission to view this page.',
    'Your session has timed out.',
    'This content is password protected. To view it please enter your password below.',
    'To continue reading, subscribe now.',
    'Authentication required',
    'Log in to see this post.',
    'Ihre Sitzung ist abgelaufen.',
    'Dieser Inhalt ist nur für Abonnenten.',
    'Melden Sie sich mit Ihren Zugangsdaten an.',
    'Du musst eingeloggt sein.',
    'Bitte einloggen, um weiterzulesen.',
    'Jetzt abonnieren und weiterlesen',
    'Sie haben keine Berechtigung für diese Seite.',
    'Zum Weiterlesen bitte anmelden.',
    'Bitte geben Sie Ihr Passwort ein.',
    'Melde dich an, um diesen Beitrag zu sehen.',
  ])('%s', async (said) => {
    await expect(read(`<p>${said}</p><p>Havn, the oat people of the north, since 1992.</p>`)).rejects.toThrow(
      ASKS_LOGIN,
    )
  })

  it.each([
    'Sign in to Miller-Jones & Co',
    'Sign in – Intranet',
    'Havn | Login',
    'Log in to your account',
    'Bei Havn anmelden',
    'Anmelden – Kundenkonto',
  ])('called %s', async (title) => {
    await expect(read(`<h1>${title}</h1><p>E-mail</p><button>Next</button><p>${LITTLE}</p>`)).rejects.toThrow(
      ASKS_LOGIN,
    )
    await expect(read(`<p>E-mail</p><button>Next</button><p>${LITTLE}</p>`, title)).rejects.toThrow(ASKS_LOGIN)
  })

  it.each([
    ['with the button of one', '<button>Anmelden</button>'],
    ['with a link to register', '<button>Log in</button><p>New here? <a href="/join">Sign up</a></p>'],
    ['with a forgotten password', '<button>Go on</button><p>Forgot your password?</p>'],
  ])('a form %s', async (_, button) => {
    const form = `<form>E-mail <input> <input type="password"> ${button}</form>`
    await expect(read(`<h1>Welcome</h1><p>${LITTLE}</p>${form}`)).rejects.toThrow(ASKS_LOGIN)
  })
})

describe('an offer in few words is read', () => {
  it.each([
    'This site is protected by reCAPTCHA and the Google Privacy Policy and Terms of Service apply.',
    'Book a table in just a moment.',
    'Contact forms with no CAPTCHA.',
    'Access denied to thieves: the lock that thinks.',
    'Visit us at 404 Market Street.',
    'Range 404 km.',
    'A Peugeot 404 from 1960.',
    'Never lose a visitor to “page not found” again.',
    'A better price cannot be found.',
    'Are you a robot? No? Then do not eat like one.',
    'Press and hold the button, and the milk froths.',
    'Dieses Problem existiert nicht mehr.',
    'Ein besserer Haferdrink konnte nicht gefunden werden.',
    'Une mousse introuvable ailleurs.',
    'Only a human can taste this, no robot.',
    'Kein Roboter, echte Baristas.',
    'Einen Moment Ruhe, bitte.',
    'Jetzt anmelden, um die besten Rezepte zu bekommen.',
    'Jetzt anmelden, um dieses Angebot zu sichern.',
    'Bitte melden Sie sich an: Der Workshop hat nur zwanzig Plätze.',
    'Melden Sie sich für den Newsletter an.',
    'Bitte melden Sie sich an der Rezeption.',
    'No login required.',
    'Keine Anmeldung erforderlich.',
    'Kein Login erforderlich, keine Kreditkarte.',
    'Subscribe to our newsletter.',
    'You need access to good coffee.',
    'Members only pay 1.29.',
    'Become a member to read more, for less.',
    'One password for all, and no session expires.',
    'Abonnieren und 20 % sparen.',
    'Nur für Mitglieder unserer Familie gut genug: Hafer.',
  ])('%s', async (said) => {
    expect(await read(`<h1>${said}</h1><p>${LITTLE}</p>`)).toContain(LITTLE)
    expect(await read(`<h1>Oat</h1><p>${LITTLE}</p><p>${said}</p>`)).toContain(LITTLE)
  })

  it.each([
    ['called after a registration', `<h1>Anmelden</h1><p>${OFFER}</p>`, 'KI-Webinar – Anmelden'],
    ['with a button for it', `<h1>Webinar</h1><p>${LITTLE}</p><button>Anmelden</button>`, 'KI-Webinar'],
    ['of a house in that street', `<h1>404 Market Street</h1><p>${LITTLE}</p>`, '404 Market Street – Homes'],
    ['that takes a moment', `<h1>Just a moment of calm</h1><p>${LITTLE}</p>`, 'Just a moment of calm'],
    ['that speaks of banks', `<h1>Log in to better banking</h1><p>${LITTLE}</p>`, 'Bank'],
    ...['Create account', 'Sign up', 'Register', 'Jetzt registrieren', 'Konto erstellen', 'Start free trial'].map(
      (button): [string, string, string] => [
        `with a form to ${button}`,
        `<h1>Oat</h1><p>${LITTLE}</p><form><input type="email"><input type="password"><button>${button}</button><p>Already a member? <a href="/login">Log in</a></p></form>`,
        'Havn',
      ],
    ),
    [
      'with a button of the old kind',
      `<h1>Oat</h1><p>${LITTLE}</p><form><input type="password"><input type="submit" value="Sign me up"></form>`,
      'Havn',
    ],
  ])('%s', async (_, body, title) => {
    expect(await read(body, title)).toMatch(/1\.49 euros a litre/)
  })
})

describe('what a page says to readers without scripts', () => {
  const asks = '<noscript><p>JavaScript is not available. Please enable JavaScript to use this app.</p></noscript>'
  it('tells that its few words are an excuse', async () => {
    const excuse =
      'Something went wrong, but don’t fret, let’s give it another shot. Try again. Some privacy related extensions may cause issues. Please disable them and try again.'
    await expect(read(`${asks}<p>${excuse}</p><script src="a.js"></script>`)).rejects.toThrow(NEEDS_SCRIPTS)
  })
  it('is no part of what it offers', async () => {
    expect(await read(`${asks}<h1>Oat</h1><p>${OFFER} ${LITTLE}</p><script src="a.js"></script>`)).toBe(
      `Oat\n\n${OFFER} ${LITTLE}`,
    )
  })
})
