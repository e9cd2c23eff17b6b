import { describe, expect, it } from 'vitest'
import { typedAsSeen } from '../../src/ingest/mail.js'
import { readStimulusFile } from '../../src/ingest/read-stimulus.js'

const OFFER =
  'Havn Oat froths like milk. It has forty percent less sugar than the leading brand, and two hundred baristas tested it. It costs 1.49 euros a litre, and you get your money back if your cappuccino fails.'
const LITTLE = 'Havn Oat froths like milk, at 1.49 euros a litre, in every shop near you.'

const read = async (body: string, title = 'Havn', language = ''): Promise<string> => {
  const bytes = Buffer.from(
    `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body>${body}</body></html>`,
  )
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

it.each([
  ['a link', 'See [our shop](https://x.example/a_(b)).', 'See our shop.'],
  ['a link by its number', 'See [our shop][1].\n\n[1]: https://x.example "Shop"', 'See our shop.'],
  [
    'an address by its name, and no entry of a list',
    'A [mug][m]\n\n[m]: ./mug.html\n[Price]: €29',
    'A mug\n\n[Price]: €29',
  ],
  [
    'a picture of Google Docs',
    `Oat\n\n![][image1]\n\n[image1]: <data:image/png;base64,${'iVBO+/'.repeat(9_000)}>`,
    'Oat',
  ],
  ['a picture in the text itself', `![Oat](data:image/png;base64,${'iVBO+/'.repeat(9_000)})\n\n![](b.png)`, 'Oat'],
  [
    'footnotes, whose texts stay',
    'All in[^a], kept by 9 of 10[^1][^a].\n\n[^1]: Own survey.\n[^a]:  Until March.\n[^b]: By hand.',
    'All in¹, kept by 9 of 10²¹.\n\n² Own survey.\n¹ Until March.\nBy hand.',
  ],
  ['a choice of letters', 'Matches `[^1]` and [^a-z]', 'Matches `[^1]` and [^a-z]'],
  ['a picture that is a link', '[![Half the sugar](a.png)](https://x.example)', 'Half the sugar'],
  ['an escape', 'For 3\\* people, \\#1 in oats, \\$12', 'For 3* people, #1 in oats, $12'],
  [
    'modules, containers and marks of MDX',
    "import A from './a'\n\n:::tip Oat\nCold ==and== sweet.\n:::",
    'Oat\nCold and sweet.',
  ],
  ['what opens on a click', '<details><summary>Vegan?</summary>Yes.</details>', 'Vegan?\nYes.'],
  [
    'the properties of an exported note',
    '# Oat\n\nOwner: Ida\nStatus: Draft\nPrice: €2\n\nFroths.',
    '# Oat\n\nPrice: €2\n\nFroths.',
  ],
  ['bold letters of mathematics', '𝗙𝗿𝗼𝘁𝗵𝘀 𝘭𝘪𝘬𝘦 milk, £𝟮.', 'Froths like milk, £2.'],
  ['a front matter', '---\ntitle: Oat\n---\n# Oat', '# Oat'],
  ['a front matter in TOML', '+++\ntitle = "Oat"\n[params]\nprice = 3\n+++\n# Oat', '# Oat'],
  ['a struck price', '~~€199~~ **€179** a desk, in ~5 days', '~~€199~~ **€179** a desk, in ~5 days'],
  ['one struck by a tag', 'MRP <s>₹24,999</s> ₹14,499', 'MRP ~~₹24,999~~ ₹14,499'],
  ['a struck word', '~~Cheap~~ Fair', 'Fair'],
  ['attributes of a heading', '# Oat {#hero .big}', '# Oat'],
  ['shortcodes', '{{< figure src="a.png" >}}Oat{{% /note %}}', 'Oat'],
  ['components', '<Button href="/x" onClick={() => go()}>Start free</Button><Line />', 'Start free'],
  ['boxes of tasks', '- [ ] Oat\n- [x] Milk', '- Oat\n- Milk'],
  ['code', 'Write `~~old~~` for what is struck', 'Write `~~old~~` for what is struck'],
])('Markdown is read as it is seen: %s', async (_, text, seen) => {
  const bytes = Buffer.from(`${text}\n\n${OFFER}\n`)
  expect(await readStimulusFile({ name: 'page.md', bytes })).toEqual({ text: `${seen}\n\n${OFFER}` })
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

it('a page that Word saved has no comments in it, but what they are about', async () => {
  const about = `<p class=MsoNormal><a style='mso-comment-reference:LV_1;mso-comment-date:20260101'>${OFFER}</a><span class=MsoCommentReference><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[LV1]</a><![endif]><o:p></o:p></span></p>`
  const comment = `<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Legal must check this</p></div></div></div>`
  const note = `<div style='mso-element:footnote-list'><div style='mso-element:footnote'><p class=MsoFootnoteText>Own survey.</p></div></div>`
  expect(await read(`<!--[if gte mso 9]><xml>96</xml><![endif]-->${about}${comment}${note}`)).toBe(
    `${OFFER}\n\nOwn survey.`,
  )
})

describe('what a page builder or a style sheet hides', () => {
  const hidden = 'It is all there'
  it.each([
    [
      'messages of Webflow',
      `<div class="w-form-done"><div>${hidden}</div></div><div class="w-form-fail">${hidden}</div>`,
    ],
    ['an empty list of Webflow', `<div class="w-dyn-list"><div class="w-dyn-empty">${hidden}</div></div>`],
    ['a message of HubSpot', `<div class="submitted-message">${hidden}</div>`],
    ['a message of Contact Form 7', `<div class="wpcf7-response-output">${hidden}</div>`],
    ['messages of Mailchimp', `<div id="mce-responses" class="clear"><div>${hidden}</div></div>`],
    ['a message of Squarespace', `<div class="form-submission-text hidden">${hidden}</div>`],
    ['feedback of Bootstrap', `<div class="invalid-feedback">${hidden}</div>`],
    ['on wide screens, by a class', `<div class="md:hidden">${hidden}</div><div class="d-lg-none">${hidden}</div>`],
    ['by d-none', `<div class="d-none">${hidden}</div>`],
    ['by hidden', `<form><button>OK</button></form><p class="mt-4 hidden">${hidden}</p>`],
    ['for screen readers', `<p><span class="screen-reader-text">${hidden}</span></p>`],
    ['by its own class', `<style>/* } */ .a,.gone{display:none}</style><p class="gone">${hidden}</p>`],
    [
      'on wide screens',
      `<style>@media (min-width: 810px){.b-1{display:none!important}}</style><p class="b-1">${hidden}</p>`,
    ],
    [
      'copies of slides',
      `<div class="swiper-slide-duplicate">${hidden}</div><div class="owl-item cloned">${hidden}</div>`,
    ],
    ['a counter without its number', '<div><b>0+</b></div>'],
  ])('goes: %s', async (_, piece) => {
    expect((await read(`<h1>Oat</h1><p>${OFFER}</p>${piece}`)).replace('\n\nOK', '')).toBe(`Oat\n\n${OFFER}`)
  })

  it.each([
    ['shown on wide screens', '<div class="d-none d-md-block">IT</div>'],
    [
      'behind a switch',
      '<div class="tabs"><button>Month</button><button>Year</button></div><p>€9</p><p class="hidden">IT</p>',
    ],
    ['shown where it stands', '<div class="hidden" style="display:block">IT</div>'],
    ['shown by a prefix', '<div class="hidden lg:flex">IT</div>'],
    ['hidden on phones', '<style>@media (max-width: 600px){.b{display:none}}</style><div class="b">IT</div>'],
    ['hidden in print', '<style>@media print{.b{display:none}}</style><div class="b">IT</div>'],
    ['shown by a later rule', '<style>.b{display:none}.c{display:block}</style><div class="b c">IT</div>'],
    ['an answer that a button opens', '<div><button>How much?</button><div class="hidden">IT</div></div>'],
    [
      'a tab',
      '<style>.t{display:none}.t.active{display:block}</style><div class="t active">A</div><div class="t">IT</div>',
    ],
    ['feedback that is shown', '<div class="invalid-feedback d-block">IT</div>'],
    ['an age', '<p><b>0+</b> months, IT</p>'],
    ['a price for screen readers', '<span class="a-offscreen">IT</span>'],
    ['most of a page', `<div class="hidden"><p>IT</p><p>${OFFER}</p></div>`],
  ])('and stays: %s', async (_, piece) => {
    expect(await read(`<h1>Oat</h1><p>${LITTLE}</p>${piece.replace('IT', 'Only €29')}`)).toContain('Only €29')
  })

  it('for another width stands twice, and is read once', async () => {
    const twice = '<div class="hidden-1x"><h1>Sleep better</h1></div><div class="hidden-2x"><h1>Sleep better</h1></div>'
    expect(await read(`${twice}<p>${OFFER}</p>`)).toBe(`Sleep better\n\n${OFFER}`)
    const columns = '<div class="grid"><div>Free for all</div><div>Free for all</div></div>'
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p>${columns}`)).toContain('Free for all\n\nFree for all')
  })

  it('a counter says the number that it ends at', async () => {
    const counters = '<p><b data-to-value="12000">0</b> cups</p><p>0 % interest</p>'
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p>${counters}`)).toContain('12000 cups\n\n0 % interest')
  })
})

describe('a page of plain blocks', () => {
  const menu = '<div><p>Lumo</p><a>Product</a><a>Science</a><a>Log in</a></div>'
  const end = '<div><p>© 2026 Lumo Labs GmbH</p><a>Privacy</a><a>Imprint</a><a>Made in Framer</a></div>'
  it('has no menu and no notices', async () => {
    expect(
      await read(`<div id="main">${menu}<div><h1>Oat</h1><p>${OFFER}</p><a>Start free</a></div>${end}</div>`),
    ).toBe(`Oat\n\n${OFFER}\n\nStart free`)
    const links =
      '<div><div><h5>Firm</h5><a>Press</a><a>Jobs</a><a>Blog</a></div><p>© 2026 Lumo</p><a>Imprint</a></div>'
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p><a>Start free</a>${links}`)).toBe(`Oat\n\n${OFFER}\n\nStart free`)
  })

  it.each([
    ['a list of features', '<h1>Oat</h1><p>OFFER</p><div><a>Vegan</a><a>Soy-free</a><a>Local</a></div>'],
    [
      'a list of features above its prices',
      '<div><a>Vegan</a><a>Soy-free</a><a>Local</a><a>All €9</a></div><p>OFFER</p>',
    ],
    ['prices', '<h1>Oat</h1><p>OFFER</p><div><a>Vegan €9</a><a>Soy-free €9</a><a>Local €9</a></div>'],
    [
      'a line about photos at its end',
      '<h1>Oat</h1><p>OFFER</p><p>© is yours: each Vegan photo, each Soy-free one, for ever</p>',
    ],
    ['a page of links', '<p>Oat</p><a>Vegan</a><a>Soy-free</a><a>Local</a>'],
  ])('keeps %s', async (_, body) => {
    expect(await read(body.replace('OFFER', OFFER))).toMatch(/Vegan[\s\S]*Soy-free/)
  })
})

describe('in a shop', () => {
  const price = (names: string) =>
    `<div class="price ${names}"><div class="price__regular"><span class="visually-hidden">Normaler Preis</span><span>€79,00</span></div><div class="price__sale"><span class="visually-hidden">Normaler Preis</span><s>€79,00</s><span class="visually-hidden">Verkaufspreis</span><span>€59,00</span></div><small class="unit-price hidden"><span>Grundpreis</span> / <span>pro</span></small><span class="price__badge-sold-out">Ausverkauft</span></div>`
  it.each([
    ['price--on-sale', '~~€79,00~~ €59,00'],
    ['', '€79,00'],
  ])('a price with the class “%s” is %s', async (names, seen) => {
    const quantity =
      '<quantity-input><button>Menge für Oat 40 verringern</button><button>Menge erhöhen</button></quantity-input>'
    expect(await read(`<main><h1>Oat</h1>${price(names)}${quantity}<p>${OFFER}</p></main>`)).toBe(
      `Oat\n\n${seen}\n\n${OFFER}`,
    )
  })

  it.each([
    '<product-recommendations><h2>Das könnte dir auch gefallen</h2><ul><li><a>Öl</a> €14,90</li></ul></product-recommendations>',
    '<section><h2>Customers who viewed this item also viewed</h2><div><h3><a>Oil</a></h3>€4</div></section>',
    '<h3>You may also like:</h3><ul><li><h3><a>Oil</a></h3>€4</li></ul>',
    '<div><div>Related posts</div><div><a>How to froth</a></div></div>',
    '<section><h2>More from Havn</h2><ul><li><a>How to froth oats at home</a></li><li><a>Why oats</a></li></ul></section>',
    '<section><h2>Weitere Artikel</h2><a>Hafer zu Hause schäumen</a><a>Warum Hafer</a></section>',
    '<section id="comments"><h3>12 comments</h3><div><b>Ida</b> Great, and €4 well spent!</div></section>',
    '<p>To view or add a comment, <a>sign in</a></p>',
    '<section><h2>Complete the look</h2><p>Apron €15</p></section>',
    '<section><h2>More by this seller</h2><p>Oat grinder</p></section>',
    '<section><h2>Recent posts</h2><ul><li>Why oats, from €9</li></ul></section>',
    '<section><h2>Products related to this item</h2><p>Sponsored</p><p>Soy €4</p></section>',
    '<aside class="widget-area"><section><h2>Products</h2><p>Soy €4</p></section></aside>',
    '<div id="jp-relatedposts" class="jp-relatedposts"><h3><em>Related</em></h3><p>Soy tested</p></div>',
    '<div class="sharedaddy"><h3>Share this:</h3><ul><li>Mail</li></ul></div>',
    '<footer class="entry-footer"><span class="cat-links">Posted in Oats</span></footer>',
    '<div id="review_form"><span>Add a review</span><label>Your rating</label></div>',
    '<div class="subscription-widget-wrap"><p>Thanks for reading! Subscribe for free.</p></div>',
    '<div class="comments-section"><h4>Discussion about this post</h4><p>Kim: finally!</p></div>',
  ])('other offers go: %s', async (others) => {
    const tail = '<h2>Returns</h2><p>Free for thirty days.</p>'
    expect(await read(`<main><h1>Oat</h1><p>${OFFER}</p>${others}${tail}</main>`)).toBe(
      `Oat\n\n${OFFER}\n\nReturns\n\nFree for thirty days.`,
    )
  })

  it.each([
    '<h2>You may also like</h2><p>Show shoppers what goes with their basket, chosen by what others bought.</p>',
    '<h2>Das könnte dich auch interessieren</h2><p>Für Firmen gibt es 10 % ab hundert Litern.</p>',
    '<h2>More from your money</h2><p>Half of it comes back, <a>see how</a>. From €9.</p>',
    '<section id="comments"><h2>Comments of baristas</h2><p>Foams as milk does.</p></section>',
    '<section class="product-recommendations"><h2>Recommendations that sell</h2><p>They know what goes with what is in a basket, and say so at the till.</p><a>Start</a><a>Ask</a></section>',
    '<h2>Our related products team</h2><p>Writes to <a>you</a>.</p>',
    '<div class="front-page widget-area"><h2>For towns</h2><p>From €9 a month</p></div>',
    '<p class="entry-meta">From €9</p><h2>A month</h2>',
    '<h2>Pairs well with</h2><p>Blue cheese, figs and walnuts</p>',
    '<section><h2>Keep reading</h2><p>On any device, where you left off</p></section>',
    '<section><h2>Latest stories</h2><p>We film in your town. It takes a day.</p></section>',
    '<section class="comments-section"><h2>What towns say</h2><p>Clean since May</p></section>',
  ])('and what sounds like them stays: %s', async (piece) => {
    const heading = /<h2>(.*)<\/h2>/.exec(piece)?.[1] ?? ''
    expect(await read(`<main><h1>Oat</h1><p>${OFFER}</p>${piece}</main>`)).toContain(heading)
  })
})

describe('a newsletter', () => {
  const text = async (given: string, name = 'mail.txt') => {
    const reading = await readStimulusFile({ name, bytes: Buffer.from(given) })
    return 'text' in reading ? reading.text : ''
  }
  it('is read without what surrounds it, and with gaps for what is filled in', async () => {
    const around = (body: string) =>
      `View this email in your browser\n\n${body}\n\nYou are receiving this e-mail because you bought oats.\nUnsubscribe | Update your preferences`
    expect(await text(around(`Hi *|FNAME|*,\n\n${OFFER}`))).toBe(`Hi …,\n\n${OFFER}`)
    expect(await text(around(`Hi {{first_name}},\n\n${OFFER}`))).toBe(`Hi …,\n\n${OFFER}`)
    expect(await text(around(`Hi {{ first_name | default: "there" }},\n\n${OFFER}`))).toBe(`Hi there,\n\n${OFFER}`)
  })

  it.each([
    ['%FIRSTNAME%', '…'],
    ['Hallo «Vorname»', 'Hallo …'],
    ['{!Lead.LastName}', '…'],
    ['${first_name}', '…'],
    ['{{lead.First Name:default=friend}}', 'friend'],
    ['{{ person|lookup:"city" }}', '…'],
    ['[firstname,fallback=there]', 'there'],
    ['Cheap {KeyWord:Winter Tyres}', 'Cheap Winter Tyres'],
    ['Ends in {COUNTDOWN(2027/01/01 00:00:00,3)}', 'Ends in …'],
    ['[[CTA: Book my slot]]', 'Book my slot'],
    ['{% if vip %}For you.{% elsif x > 2 %}B.{% else %}For all.{% endif %}', 'For all.'],
    ['{{#if vip}}Dear VIP{{else}}Dear reader{{/if}}', 'Dear reader'],
    ['{% if a %}Only here.{% endif %}', 'Only here.'],
    ['«Ein Bett wie im Hotel» {49} 50%OFF% $5', '«Ein Bett wie im Hotel» {49} 50%OFF% $5'],
  ])('shows %s as %s, also where it is typed', async (given, seen) => {
    expect(await text(`${given}\n\n${OFFER}`)).toBe(`${seen}\n\n${OFFER}`)
    expect(typedAsSeen(given)).toBe(seen)
  })

  it.each([
    '{% if product.available %}In stock{% else %}Sold out{% endif %}',
    '{%- unless variant.available -%}Sold out{%- endunless -%}',
    "{% case product.type %}{% when 'Oat' %}Froths{% endcase %}",
    '{{#if product.inStock}}In stock{{else}}Sold out{{/if}}',
    '{% if item.stock > 0 %}Two left{% endif %}',
    "{% render 'price' %}",
    '{% schema %}{ "name": "Product" }{% endschema %}',
    '{% extends "base.html" %}',
  ])('is no template of a page, which is refused: %s', async (template) => {
    const refused = /is the template of a page, of which people see one branch or another; open the page itself/
    await expect(text(`${OFFER}\n\n${template}`)).rejects.toThrow(refused)
    await expect(text(`<div class="p"><h1>Oat</h1><p>${OFFER}</p>${template}</div>`)).rejects.toThrow(refused)
    expect(await text(`Our placeholders, such as ${template}, need no code.\n\n${OFFER}`)).toContain(OFFER)
  })

  it.each(['{% if customer.first_name %}Hi{% endif %}', '{% if blogger %}Hi{% endif %}', 'Block {%} the section'])(
    'nor is every condition one: %s',
    async (said) => {
      expect(await text(`${said}\n\n${OFFER}`)).toContain(OFFER)
    },
  )

  it.each([
    'Abmelden | Impressum | Datenschutz\nReifenvogel GmbH, Mühlweg 4, 04109 Leipzig',
    'You are receiving this e-mail because you bought oats.\nHavn Ltd, 4 Mill Lane, Leeds LS1 4DY\n© 2026 Havn',
    '%UNSUBSCRIBE_LINK% | *|LIST:ADDRESS|*',
    '---\nYou receive this because you signed up at havn.example.\nUnsubscribe | Preferences\nHavn Oats\n548 Market Street, San Francisco',
    "***\nHavn GmbH, Mühlweg 4, 04109 Leipzig\nYou've been sent this e-mail because you subscribed.",
  ])('has a foot of several lines: %s', async (foot) => {
    const head = 'Wird dieser Newsletter nicht richtig angezeigt? Im Browser ansehen'
    expect(await text(`${head}\n\n${OFFER}\n\n${foot}`)).toBe(OFFER)
  })

  it.each([
    '---------- Forwarded message ---------\nFrom: Tom <tom@a.example>\nDate: Thu, 1 Oct\nSubject: Copy v3\n\n',
    'Hi Lena, as promised.\n\nAnfang der weitergeleiteten Nachricht:\n\nVon: Tom\nBetreff: Text\nDatum: 1. Oktober\n\n',
  ])('that was forwarded is what was forwarded: %s', async (head) => {
    expect(await text(`${head}${OFFER}\n\n--\nTom Reed | Copywriter`)).toBe(OFFER)
  })

  it.each([
    `Web version\nApp\n${OFFER}\nNo spam. Unsubscribe any time.`,
    `${OFFER}\nWrite {{first_name}}, and each mail is personalised.`,
    `${OFFER}\nYou get this deal because you are early.\nNo spam. Unsubscribe any time.`,
    `${OFFER}\n\nPS: Bring a friend, and both of you get a bag.\n★★★★★`,
    `Read PDFs in your browser, without an app.\n${OFFER}`,
  ])('and an offer stays as it is: %s', async (given) => {
    expect(await text(given)).toBe(given)
  })

  it('in its source is refused, and a draft of one is read', async () => {
    const fields = 'From: Ida <ida@a.example>\nTo: bo@b.example\nSubject: Oats\n'
    const source = `${fields}MIME-Version: 1.0\nContent-Type: text/plain\n\n${OFFER}=20\n`
    for (const name of ['mail.txt', 'mail.md'])
      await expect(text(source, name)).rejects.toThrow(/is the source of an e-mail; open the mail and paste its text/)
    expect(await text(`From: Havn\nSubject: Oats\n\n${OFFER}`)).toBe(`From: Havn\nSubject: Oats\n\n${OFFER}`)
  })
})

const CHECKS_HUMANS = /only shows itself to a browser/
const IS_MISSING = /says that there is no such page/
const ASKS_LOGIN = /asks for a login/
const IS_NOTICE = /shows a notice in place of its content/
const IN_PLACE = /may be a notice in place of its content.*If people are to see just that, paste those words/
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

describe('a page that lets nobody in is refused', () => {
  it.each([
    '<p>You need to request access to view this file.</p><p>You’re signed in as guest@a.example. Ask the owner, or take another account that has access to it already.</p><button>Request access</button>',
    '<h1>Your AI workspace.</h1><h2>Log in to your Notes account</h2><button>Continue with Google</button><button>Continue with Apple</button><button>Single sign-on (SSO)</button><p>By continuing, you acknowledge that you understand and agree to the Terms and Conditions.</p>',
    '<h1>Welcome back</h1><p>Enter your work e-mail and we will send you a magic link.</p><button>Send link</button>',
    '<h1>Check your inbox</h1><p>We’ve emailed you a sign-in link. Nothing there? Look in your spam folder, or send it once more, from the page before this one.</p>',
    '<h1>You don’t have access to this board</h1><p>Request it from the owner, and we will let you know when they reply. You can close this page in the meantime.</p>',
    '<h1>Willkommen zurück</h1><p>Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen Anmeldelink.</p>',
  ])('%s', async (body) => {
    await expect(read(body)).rejects.toThrow(ASKS_LOGIN)
  })

  it.each([
    '<h1>This preview has expired</h1><p>The share link for landing-v3 is no longer active. Ask the owner for a new one.</p>',
    '<h1>Sorry, this transfer has expired</h1><p>Files are kept for a week.</p>',
    '<h1>Schade</h1><p>Dieser Link ist leider abgelaufen. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.</p>',
  ])('%s', async (body) => {
    await expect(read(body)).rejects.toThrow(IS_NOTICE)
  })

  it.each([
    '<h1>Never type a password again</h1><p>KeyNest signs you in everywhere with one touch and keeps your logins safe. Works on every phone and in every browser.</p><button>Get it free</button><a>Log in</a>',
    '<h1>Magic links for your app</h1><p>Your users enter their e-mail and get a magic link. You write ten lines of code. No passwords to leak, none to reset.</p><a>Log in</a>',
    '<h1>Nib finishes your sentences</h1><p>The editor that learns how you write and never sounds like a robot.</p><button>Continue with Google</button><button>Continue with Apple</button><p>Already have an account? Log in</p>',
    '<h1>Links that expire when you say so</h1><p>Share a file with anybody, and the link is gone by Friday. See who has opened it, and ask for access in one place.</p>',
    '<h1>Request access to the beta</h1><p>Tidal writes your minutes while you talk. Leave your work e-mail, and we will write to you.</p><button>Request access</button>',
    '<h1>Welcome back, summer</h1><p>Our iced latte is here again. Enter your e-mail and we will send you a voucher for the first.</p>',
  ])('an offer is not: %s', async (body) => {
    expect(await read(body)).not.toBe('')
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

describe('a page with a price that says what a wall says is read', () => {
  it.each([
    '<p>Subscribe to read the full archive: 4,000 essays for $5 a month, and a new one each Sunday, by writers who take their time and are paid for it.</p>',
    '<h1>Page not found</h1><p>Burger found. Ours are grilled over beech, come with chips, and cost 9 euros at the counter, any day until ten at night, also for you.</p>',
    '<h1>Please wait</h1><p>Good ham takes time: ours hangs for fourteen months in the wind of the mountains, and then costs €6 for a hundred grams, sliced by hand.</p>',
  ])('%s', async (body) => {
    expect(await read(body)).toMatch(/\$5|9 euros|€6/)
  })
})

describe('what a page says to readers without scripts', () => {
  it('tells nothing of a page that has no script', async () => {
    const body = `<h1>Oat</h1><p>Works even if you disable it: allow JavaScript or not.</p><p>${LITTLE}</p>`
    expect(await read(body)).toContain(LITTLE)
    await expect(read(`${body}<script>a()</script>`)).rejects.toThrow(NEEDS_SCRIPTS)
  })
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

describe('what tabs and switches open', () => {
  const style = '<style>.exit,.other,.panel,.late{display:none}.panel.active{display:block}</style>'
  const tabs = '<div class="plan-tabs"><button>Month</button><button>Year</button></div>'
  const named =
    '<div role="tablist"><button role="tab" aria-controls="a">A</button><button role="tab" aria-controls="b">B</button></div><div id="a">€9</div><div id="b" class="late">IT</div>'
  const plan = (price: string, names: string) =>
    `<div class="${names}"><div><h3>Solo</h3><p>${price}</p></div><div><h3>Duo</h3><p>€12</p></div></div>`
  const like = '<p class="panel active">€9</p><p class="panel">IT</p>'
  const below = `<section><h2>Plans</h2>${tabs}</section>${plan('€9', 'm')}${plan('IT', 'late')}`
  it.each([
    ['what a tab names', named],
    ['what a handler names', `<button onclick="show('x1')">More</button><p>€9</p><div id="x1" class="late">IT</div>`],
    ['what has the mark of a tab', '<a data-tab="y">Year</a><p>€9</p><div data-tab="y" class="late">IT</div>'],
    ['as many as there are tabs', `${tabs}<p>€9</p><p class="late">IT</p>`],
    ['what is built like what is shown', `${tabs}<p>Save</p>${plan('€9', 'm')}${plan('IT', 'late')}`],
    ['what stands below a heading with them', below],
    ['what has the class of what is shown', like],
    [
      'what shows in a state of what is around',
      '<style>.q.open .late{display:block}</style><div class="q">?<p class="late">IT</p></div>',
    ],
    ['an answer behind a question with a mark', '<div><b>How much?</b><button>+</button></div><p class="late">IT</p>'],
    ['what is named so', '<style>.more-text{display:none}</style><p>Short.</p><div class="more-text">IT</div>'],
    ['what lies beneath its name on wide screens', `<style>@media(min-width:9px){.x{display:none}}</style>${named}`],
  ])('is read: %s', async (_, body) => {
    expect(await read(`${style}<h1>Oat</h1><p>${OFFER}</p>${body.replace('IT', 'Only €29')}`)).toContain('Only €29')
  })

  const hidden = '<div class="exit"><p>IT</p></div><div class="other"><h1>IT</h1></div><p class="md:hidden">IT</p>'
  it.each([
    ['beside tabs with panels of their own', named.replace('IT', '€8')],
    ['behind a switch and its price', `${tabs}<p>€9</p>`],
    ['behind a disclosure', '<button aria-expanded="false">More</button><p>€9</p>'],
    [
      'behind a switch of the whole page',
      '<div class="theme-toggle"><button>Light</button><button>Dark</button></div>',
    ],
    ['in place of a headline', `${tabs}<div><h2>Oat</h2></div>`],
  ])('and is all that is: %s', async (_, body) => {
    const own = `${style}<style>.exit.show{display:flex}@media(max-width:9px){.exit{display:block}}</style>`
    expect(await read(`${own}<h1>Oat</h1><p>${OFFER}</p>${body}${hidden}`)).not.toContain('IT')
  })
})

describe('what comes up over a page', () => {
  const bootstrap = '<link rel="stylesheet" href="https://a.example/bootstrap.min.css">'
  it.each([
    ['a dialog of Bootstrap', '<div class="modal fade" tabindex="-1"><div class="modal-body">IT</div></div>'],
    ['a message', `${bootstrap}<div class="toast"><p>IT</p></div>`],
    ['a drawer', '<div class="offcanvas offcanvas-end"><div class="offcanvas-body">IT</div></div>'],
    ['a dialog of UIkit', '<div class="uk-modal"><p>IT</p></div>'],
    ['what is named one and hidden', '<div class="newsletter-popup" aria-hidden="true"><p>IT</p></div>'],
    ['a popover', '<div popover><p>IT</p></div>'],
    ['what is inert', '<div inert><p>IT</p></div>'],
    ['a menu', '<div style="opacity:0; pointer-events:none"><a>IT</a></div>'],
    ['a window to chat in', '<div id="crisp-client">IT</div>'],
  ])('goes: %s', async (_, piece) => {
    expect(await read(`<main><h1>Oat</h1><p>${OFFER}</p>${piece}</main>`)).toBe(`Oat\n\n${OFFER}`)
  })

  it.each([
    ['toast to eat', '<section class="toast"><h2>Toast</h2><p>IT</p></section>'],
    ['an open dialog of Bootstrap', `${bootstrap}<div class="toast show"><p>IT</p></div>`],
    ['a slide', '<div><div class="slide">One</div><div class="slide" inert>IT</div></div>'],
    ['what fades in', '<div style="opacity:0;transform:none"><p>IT</p></div>'],
    ['what sells chats', '<section id="chat-widget"><h2>Chat</h2><p>IT</p></section>'],
  ])('and stays: %s', async (_, piece) => {
    expect(await read(`<main><h1>Oat</h1><p>${OFFER}</p>${piece.replace('IT', 'Only €29')}</main>`)).toContain('€29')
  })

  it('is the page itself where that is inert beneath a dialog', async () => {
    expect(await read(`<div inert><h2>Oat</h2><p>${OFFER}</p></div><dialog open>Hi</dialog>`)).toContain(OFFER)
  })
})

describe('the beginning of an article is refused', () => {
  const begins = 'The line closed in 2019. Six years on forty people wait again, and the reason is'
  const login = '<p>Already a subscriber? Log in</p>'
  const data = '<script type="application/ld+json">{"isAccessibleForFree": false}</script>'
  it.each([
    ['with a wall and a login', `<h3>This article is for subscribers only</h3><p>£1 for 4 weeks.</p>${login}`],
    ['that is marked as not free', `${data}<p>£1 for 4 weeks.</p>${login}`],
    ['with a part that is named a wall', '<div class="paywall"><h3>Weiterlesen mit PLUS</h3><p>4 Wochen 1 €</p></div>'],
    ['that breaks off', `<p>${begins}</p><h3>Continue reading for $1</h3><p>Then $9.99 a month.</p>`],
    ['that breaks off in dots', `<p>${LITTLE.replace('.', '')} …</p><h3>Diesen Artikel freischalten</h3><p>9,90 €</p>`],
  ])('%s', async (_, wall) => {
    await expect(read(`<h1>Buses are back</h1><p>${LITTLE}</p>${wall}`)).rejects.toThrow(/only the beginning/)
  })

  it.each([
    ['an archive', `<p>Subscribe to read the full archive for $5 a month.</p>${login}`],
    ['a letter', `<p>A weekly letter on oats for people who like them cold</p><p>$6 a month.</p>${login}`],
    ['a club', `<p>Members-only prices. Exclusive to members: oil.</p><p>Already a member? Log in</p>`],
    [
      'a teaser',
      `<p>They found the leak in nine days and saved the lake …</p><a>Read the full story</a><p>Already a customer? Log in</p>`,
    ],
    ['a product for publishers', '<p>No more “Subscribe to continue reading”: they pay a day, from €99 a month.</p>'],
  ])('but not an offer of %s', async (_, offer) => {
    expect(await read(`<h1>Oat</h1><p>${LITTLE}</p>${offer}`)).toContain(LITTLE)
  })
})

describe('a page that asks who comes is refused', () => {
  it.each([
    '<h1>Are you over 18?</h1><p>You must be of legal drinking age to enter this site.</p><button>Yes</button>',
    '<p>Please confirm that you are over 21.</p><button>I am</button>',
    '<h1>Bist du schon 18?</h1><button>Ja</button><button>Nein</button>',
    '<h1>Pick your country or region</h1><button>Go</button>',
    '<h1>Hello</h1><a>Österreich</a><a>Danmark</a><a>Suisse (Français)</a><a>United Kingdom | English</a>',
  ])('%s', async (body) => {
    await expect(read(body)).rejects.toThrow(/asks for an age or a country first/)
  })

  it.each([
    '<h1>Are you over 50?</h1><p>Then your insurance costs less with Hale, by up to a third.</p>',
    '<h1>Spanish in a month</h1><p>Pick a language:</p><a>Spanish</a><a>Danish</a><p>€9</p>',
    '<h1>Whisky for over 18s</h1><p>Ten years in casks of sherry, on the island of Jura.</p>',
    '<h1>Roam for nothing in</h1><ul><li>Denmark</li><li>Sweden</li><li>Norway</li><li>Finland</li></ul><p>€9</p>',
  ])('and an offer is not: %s', async (body) => {
    expect(await read(body)).not.toBe('')
  })
})

it.each([
  '<div id="__next"><div>Loading…</div></div><script id="__NEXT_DATA__" type="application/json">{}</script>',
  '<app-root>Bitte warten, die Seite wird geladen …</app-root>',
  '<p>Loading, please wait</p>',
])('a page that is still being made says so: %s', async (body) => {
  await expect(read(body)).rejects.toThrow(NEEDS_SCRIPTS)
})

it.each(['Loading bikes onto cars', 'Lade Freunde ein', 'A moment of calm'])('%s is an offer', async (headline) => {
  expect(await read(`<h1>${headline}</h1>`)).toBe(headline)
})

describe('every piece of an offer is kept', () => {
  const long = `<p>${OFFER}</p><p>${OFFER}</p><p>${OFFER}</p>`
  const plans =
    '<div class="plans"><div><h3>Basic</h3><span>€349</span></div><div><h3>Plus</h3><span>€499</span></div></div>'
  it.each([
    [
      'of a product page',
      `<main><h1>Lift standing desk</h1><p class="price">€349</p><div class="text">${long}</div>${plans}</main>`,
    ],
    [
      'with a headline of a word',
      `<main><h1>Lift</h1><p class="price">€349</p><div class="text">${long}</div>${plans}</main>`,
    ],
    [
      'beside an article',
      `<article><h1>Lift</h1><p>From €349</p>${long}</article><section><h2>Plus €499</h2><p>For two.</p></section>`,
    ],
    ['below the headline', `<h1>Lift</h1><p>From €349</p><div class="text">${long}</div><div><h2>Plus €499</h2></div>`],
    [
      'behind a main part that is only the top',
      `<main><h1>Lift</h1><p>From €349</p></main><section>${long}</section>${plans}`,
    ],
    [
      'behind a main part, with a call',
      `<main><h1>Lift</h1><p>From €349</p>${long}</main><section>${plans}</section><div><h2>Ready?</h2><p>Plus €499. OK</p></div>`,
    ],
    [
      'in a main part within another',
      `<main><h1>Lift</h1>${long}<div role="main"><p>From €349</p></div><p>Plus €499</p></main>`,
    ],
    ['behind a long main part', `<main><h1>Lift</h1><p>From €349</p>${long}</main><section>${plans}</section>`],
    [
      'in an aside',
      `<main><h1>Lift</h1>${long}<aside class="buy-box"><p>From €349, with drawer €499</p></aside></main>`,
    ],
    [
      'on a long page without a main part',
      `<div><h1>Lift</h1><p>From €349</p><div class="text">${long.repeat(20)}</div>${plans}</div>`,
    ],
  ])('%s', async (_, body) => {
    const text = await read(`<nav><a href="/">Home</a></nav>${body}<footer>Imprint</footer>`)
    expect(text).toMatch(/^Lift/)
    for (const piece of ['€349', '€499', 'fails']) expect(text).toContain(piece)
    expect(text).not.toMatch(/Home|Imprint/)
  })

  it.each([
    '<section id="pricing"><h2>Most popular plan</h2><p>$19 a month</p></section>',
    '<section class="plan popular"><h2>Recommended</h2><p>$19 a month</p></section>',
    '<section><h2>Empfohlen</h2><p>$19 im Monat</p></section>',
    '<section><h2>Neu, nicht gebraucht</h2><p>$19 im Monat</p></section>',
    '<section><h2>Also in blue</h2><p>$19</p></section>',
    '<aside><p>Recommended for families: $19 a month</p></aside>',
    '<div><aside class="course-sidebar"><h3>Most popular</h3><p>$19 a month</p></aside></div>',
  ])('and so is a price with a label: %s', async (priced) => {
    expect(await read(`<main><h1>Lift</h1><p>${OFFER}</p></main>${priced}`)).toContain('$19')
  })

  it.each([
    ['a list of links that is only named a menu', '<div class="main-menu"><a>Home</a><a>Shop</a><a>About</a></div>'],
    ['a bar above the main part', '<div class="bar">Newsletter: one mail a week</div>'],
    ['what others bought', '<section><h2>You may also like</h2><a>Desk pad</a><a>Lamp €20</a></section>'],
    ['related offers', '<aside><h2>Related products</h2><p>A lamp for €20, and a pad</p></aside>'],
    ['German related offers', '<aside><h2>Das könnte Ihnen auch gefallen</h2><p>Eine Lampe, 20 €</p></aside>'],
    ['what is named so', '<aside class="relatedProducts"><p>A lamp for €20, and a pad</p></aside>'],
  ])('and %s is not', async (_, around) => {
    expect(await read(`${around}<main><h1>Lift</h1><p>${OFFER}</p></main>`)).toBe(`Lift\n\n${OFFER}`)
  })
})

describe('figures are read as they are seen', () => {
  it.each([
    ['€39<sup>99</sup>', '€39.99'],
    ['€<span>39</span><sup>99</sup> a month', '€39.99 a month'],
    ['39<sup>99</sup> €', '39.99 €'],
    ['€1.299<sup>99</sup>', '€1.299,99'],
    ['€39<sup>.99</sup>', '€39.99'],
    ['€39<small>99</small> a month', '€39.99 a month'],
    ['€39<span class="priceCents">99</span> a month', '€39.99 a month'],
    ['€5 <small>30</small> Tage', '€5 30 Tage'],
    ['€5 <small>30</small> <b>Tage</b>', '€5 30 Tage'],
    ['€39 <small>99</small>', '€39.99'],
    ['€5<span class="text-accent">30</span> days', '€530 days'],
    ['€49<sup>12</sup>', '€49¹²'],
    ['49<sup>12</sup> €', '49.12 €'],
    ['€39<sup>99*</sup>', '€39.99*'],
    ['39<sup>99 €</sup>', '39.99 €'],
    ['39,<sup>99</sup> €', '39,99 €'],
    ['<i class="sr-only">€39.99</i><i aria-hidden="true">€39<sup>99</sup></i>', '€39.99'],
    ['<i class="text-sm line-through">€499</i> now €349', '~~€499~~ now €349'],
    ['<sup>€</sup>39<sup>99</sup>', '€39.99'],
    ['<b>€39<span class="cents">99</span></b>', '€39.99'],
    ['€39.99<sup>1</sup>', '€39.99¹'],
    ['€39<sup>2)</sup>', '€39²)'],
    ['10<sup>6</sup> cells', '10⁶ cells'],
    ['10<sup>-12</sup>', '10⁻¹²'],
    ['5 m<sup>2</sup>', '5 m²'],
    ['the 1<sup>st</sup>', 'the 1st'],
    ['<b>1</b><b>20</b>', '1 20'],
    ['<b>1</b><b>2</b>', '12'],
    ['<a>Buy</a><a>Rent</a>', 'Buy Rent'],
    ['for 20 euros<sup><a href="#n">12</a></sup>', 'for 20 euros¹²'],
    ['now €349 <s>€499</s>', 'now €349 ~~€499~~'],
    ['<del>€499</del> now €349', '~~€499~~ now €349'],
    ['<i data-a-strike="true">€499</i> now €349', '~~€499~~ now €349'],
    ['<span style="text-decoration: line-through">€499</span> now €349', '~~€499~~ now €349'],
    ['Was <del>€499</del> now €349', 'Was ~~€499~~ now €349'],
    ['From <del>€499</del> €349', 'From ~~€499~~ €349'],
    ['RRP: <b><i data-a-strike="true">€499</i></b>', 'RRP: ~~€499~~'],
    ['We were <s>cheap</s> fair', 'We were fair'],
    [
      '<del aria-hidden="true">€499</del> <i class="screen-reader-text">Original price was: €499.</i><ins aria-hidden="true">€349</ins><i class="screen-reader-text">Current price is: €349.</i>',
      '~~€499~~ €349',
    ],
    ['<i class="sr-only">4.5 of 5</i> stars, €9', '4.5 of 5 stars, €9'],
    ['<b>€69.00</b><i>-13%</i><b>RRP</b>', '€69.00 -13% RRP'],
    ['<b>From</b><b>€9</b><b>per month</b>', 'From €9 per month'],
    ['<b>€29</b><b>€49</b>', '€29 €49'],
    ['<b>Free returns</b><b>Vegan</b>', 'Free returns Vegan'],
    ['<b>Java</b><b>Script</b>, <b>1</b><b>st</b>, <b>5</b><b>kg</b>', 'JavaScript, 1st, 5kg'],
  ])('%s', async (shown, seen) => {
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p><p>${shown}</p>`)).toBe(`Oat\n\n${OFFER}\n\n${seen}`)
  })
})

describe('what is only marked up like surroundings stays:', () => {
  it.each([
    ['a top without a first heading', '<header class="hero-section"><p class="h1">IT</p><a>Book</a></header>'],
    ['a top that says what is offered', '<header><p>IT</p><p>Book early and ride for less than driving.</p></header>'],
    ['answers in a dropdown', '<div><div>How much?</div><nav class="w-dropdown-list"><p>IT</p></nav></div>'],
    ['steps', '<nav aria-label="How it works"><ol><li>IT</li><li>Pick a seat</li></ol></nav>'],
    [
      'a product for consent',
      '<section class="cookie-consent-product"><h1>The cookie banner people don’t hate</h1><p>IT: accept all cookies in one click.</p></section>',
    ],
    [
      'a joke about consent',
      '<main><section class="cookie-banner"><h2>We use cookies. Oat ones.</h2><p>IT</p><button>Accept all</button></section></main>',
    ],
    [
      'what somebody opens',
      '<div class="accordion"><h3>How much?</h3><div class="body" style="display:none">IT</div></div>',
    ],
    [
      'what a button opens',
      '<button aria-expanded="false" aria-controls="a1">How much?</button><div id="a1" hidden>IT</div>',
    ],
    ['what stands behind a tab', '<button role="tab">Yearly</button><div role="tabpanel" hidden>IT</div>'],
    ['folded details', '<details><summary>How much?</summary><div style="display: none">IT</div></details>'],
    [
      'what a server sends later',
      '<!--$?--><template id="B:0"></template><p>Loading …</p><!--/$--><div hidden id="S:0"><p>IT</p></div>',
    ],
  ])('%s', async (_, body) => {
    const line = 'Trains to Rome, €29'
    const text = await read(`${body.replace('IT', line)}<p>${OFFER}</p>`)
    expect(text).toContain(line)
    expect(text).not.toContain('Loading')
  })

  it.each([
    'Silicone baking mat for forty biscuits at once',
    'Iconic trainers in white leather',
    'A new logo, icon set and typeface in two days',
  ])('the only words of a page, in a picture: %s', async (alt) => {
    expect(await read(`<main><h1>Shop</h1><img alt="${alt}"><img alt="Logo of the shop of Havn"></main>`)).toBe(
      `Shop\n\n${alt}`,
    )
  })

  it('the only words of a page that stand in its pictures', async () => {
    const pictures =
      '<img src="hero.jpg" alt="Half the sugar, twice the foam: Havn Oat, now €1.49 a litre"><img alt="logo.png">'
    expect(await read(`<main><h1>Havn Oat</h1>${pictures}<p>Buy it</p></main>`)).toBe(
      'Havn Oat\n\nHalf the sugar, twice the foam: Havn Oat, now €1.49 a litre\n\nBuy it',
    )
    expect(await read(`<main><h1>Oat</h1>${pictures}<p>${OFFER}</p><p>${OFFER}</p></main>`)).not.toContain('twice')
  })

  it.each([
    [
      'a menu that is hidden',
      '<button aria-expanded="false" aria-controls="m">Menu</button><div id="m" hidden><a>Home</a> <a>Shop</a></div>',
    ],
    [
      'a path to the page',
      '<nav aria-label="Breadcrumb"><a>Home</a> <span>Oat drink of the north in cartons</span></nav>',
    ],
    ['a message for later', '<div style="display:none">Thank you, we got your message.</div>'],
    [
      'a header with a number to call',
      '<header><a>Havn</a><p>Call us: 030 1234567, Monday to Friday from 9 to 17</p></header>',
    ],
    ['a header whose first heading is its name', '<header><h1><a>Desks</a></h1><a>Cart</a></header>'],
    ['a header of links', '<header><a>Home</a><span>Havn, home of oats</span></header>'],
  ])('and not %s', async (_, around) => {
    expect((await read(`${around}<main><h1>Oat</h1><p>${OFFER}</p></main>`)).replace('Menu\n\n', '')).toBe(
      `Oat\n\n${OFFER}`,
    )
    expect((await read(`${around}<h1>Oat</h1><p>${OFFER}</p>`)).replace('Menu\n\n', '')).toBe(`Oat\n\n${OFFER}`)
  })
})

describe('around an offer goes', () => {
  it.each([
    [
      'a notice of Finsweet',
      '<div fs-cc="banner" class="fs-cc-banner_component"><div>By clicking “Accept All Cookies”, you agree to the storing of cookies on your device.</div><a>Preferences</a><a>Deny</a><a>Accept</a></div>',
    ],
    [
      'the same without its marks',
      '<div><div>By clicking <b>“Accept All Cookies”</b>, you agree to the storing of cookies on your device to enhance navigation.</div><a>Deny</a><a>Accept</a></div>',
    ],
    [
      'a plain German notice',
      '<div class="bar"><p>Wir verwenden Cookies, um unsere Website zu verbessern.</p><button>Ablehnen</button> <button>Akzeptieren</button></div>',
    ],
    [
      'a notice of CCM19',
      '<div id="ccm-widget" class="ccm-root"><h2>Verwendung von Cookies</h2><button>Speichern</button></div>',
    ],
    [
      'a notice of Axeptio',
      '<div id="axeptio_overlay"><p>Hello, it is us, the cookies!</p><button>OK for me</button></div>',
    ],
    ['a notice of Cookiefirst', '<div class="cookiefirst-root"><p>Your privacy</p><button>Yes</button></div>'],
    [
      'comments',
      '<div id="comments" class="comments-area"><h2>2 thoughts on “Oat”</h2><ol class="comment-list"><li>First!</li></ol><div id="respond"><p>Your email address will not be published.</p><form><textarea></textarea></form></div></div>',
    ],
    [
      'a form for comments',
      '<div class="reply"><form><p>Your email address will not be published. Required fields are marked *</p><textarea></textarea></form></div>',
    ],
    ['a request for scripts', '<div><p>This site requires JavaScript. Please turn on JavaScript.</p></div>'],
    ['what is named a footer', '<div class="footer"><a>Imprint</a> © 2026 Havn</div>'],
    ['a footer of a theme', '<section class="footer_component"><h4>Shop</h4><a>Imprint</a></section>'],
  ])('%s', async (_, around) => {
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p>${around}`)).toBe(`Oat\n\n${OFFER}`)
    expect(await read(`<main><h1>Oat</h1><p>${OFFER}</p></main>${around}`)).toBe(`Oat\n\n${OFFER}`)
    expect(await read(`<div id="__next"><h1>Oat</h1><p>${OFFER}</p>${around}</div>`)).toBe(`Oat\n\n${OFFER}`)
  })

  it.each([
    ['the price of a card', '<div class="card"><p>Basic</p><div class="footer">€49</div></div><p>No card needed.</p>'],
    ['what customers say', '<section id="comments"><h2>Comments of baristas</h2><p>Foams at €49</p></section>'],
    ['a promise about cookies', '<div><p>We use no cookies, €49 a year.</p><button>Start</button></div>'],
  ])('and %s stays', async (_, piece) => {
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p>${piece}`)).toContain('€49')
  })
})

describe('a page that only shows a notice is refused', () => {
  it.each([
    'We’ll be back soon',
    'Wartungsarbeiten',
    'We are down for maintenance. We will be back shortly.',
    'Unsere Website wird derzeit gewartet.',
    'You are being redirected. If not, click here.',
    'You are now in line. Thank you for waiting, the page opens when it is your turn.',
    'Sie befinden sich in der Warteschlange.',
    'This shop is not available in your country.',
    'Dieser Inhalt ist in Ihrem Land nicht verfügbar.',
    'This domain is for sale. Make an offer.',
    'The domain havn.example is for sale! Buy now for $2,499.',
    'Our website is currently unavailable in most European countries.',
    'Dieses Angebot ist in Ihrer Region nicht verfügbar.',
    'Maintenance',
    'Weiterleitung …',
    'havn.example is for sale',
    'Diese Domain steht zum Verkauf.',
    'Sorry, this store is currently unavailable.',
    'Application error: a client-side exception has occurred (see the browser console for more information).',
    'Fatal error: Uncaught Error: Call to undefined function get_header() in /var/www/html/index.php:12',
    'Error establishing a database connection',
    '502 Bad Gateway',
    '503 Service Unavailable',
    'Index of /',
  ])('%s', async (said) => {
    await expect(read(`<h1>${said}</h1>`)).rejects.toThrow(IS_NOTICE)
    await expect(read(`<div><p>${said}</p></div><p>Havn Oats of the north</p>`)).rejects.toThrow(IS_NOTICE)
  })

  it.each([
    'We’ll be back soon',
    'Maintenance services for wind farms',
    'Wartungsarbeiten an Heizungen zum Festpreis',
    'Back soon: the oat drink that froths like milk',
    'Never read “This store is unavailable” again',
    'House for sale',
    'No queues: you are never in line',
    'Coming soon to a shop near you',
    'Coming soon',
    'Our store is closed on Sundays',
    'Maintenance',
    'Wir liefern in Ihrem Land in zwei Tagen',
    'Zum Verkauf: die beste Domain für Ihren Hafer',
    'Redirected once, your mail finds you for ever',
    'Never see Application error: a client-side exception again',
    'Not available in your country? Now it is.',
  ])('but not an offer called %s', async (said) => {
    expect(await read(`<h1>${said}</h1><p>${OFFER}</p><p>${OFFER}</p>`)).toContain('litre')
    if (!said.startsWith('We’ll'))
      expect(await read(`<h1>${said}</h1><p>${LITTLE}</p><a>Buy it</a>`)).toContain('litre')
  })

  it('a choice between advertising and a subscription as consent', async () => {
    const wall =
      '<h1>Weiterlesen mit Werbung oder im Pur-Abo</h1><p>Mit Werbung und Cookies kostenlos weiterlesen: Zustimmen und weiter. Oder werbefrei mit dem Pur-Abo für 4,99 € im Monat.</p><p>Bereits Pur-Abonnent? Hier anmelden.</p>'
    await expect(read(wall)).rejects.toThrow(/shows a consent page first/)
    expect(await read(`<h1>Werbefrei hören</h1><p>Musik ohne Werbung für 4,99 € im Monat, im Abo.</p>`)).toContain(
      '4,99',
    )
  })

  const stores =
    '<p>We and our 842 partners store and/or access information on a device, such as cookies, and process personal data, such as unique identifiers, for personalised advertising and content, measurement and the development of services. You may click to consent to the processing as described above.</p>'
  const chooses = '<button>MORE OPTIONS</button><button>AGREE</button>'
  it.each([
    [
      'YouTube',
      '<p>Sign in</p><h1>Before you continue to YouTube</h1><div>We use <a>cookies</a> and data to</div><ul><li>Deliver and maintain services</li><li>Protect against spam</li></ul><div>If you choose to “Accept all,” we will also use cookies and data to</div><ul><li>Show personalized ads, depending on your settings</li></ul><button>Reject all</button><button>Accept all</button><a>More options</a><p><a>Privacy Policy</a> <a>Terms</a></p>',
    ],
    [
      'Google',
      '<h1>Bevor Sie fortfahren</h1><p>Wir verwenden Cookies und andere Daten, um Dienste anzubieten und Werbung zu zeigen.</p><button>Alle ablehnen</button><button>Alle akzeptieren</button>',
    ],
    [
      'Yahoo',
      "<h1>Yahoo is part of the Yahoo family of brands.</h1><p>When you use our sites and apps, we use cookies to:</p><ul><li>provide our sites to you</li><li>authenticate users</li></ul><p>If you do not want us and our partners to use cookies for these purposes, click 'Reject all'.</p><button>Accept all</button><button>Reject all</button><a>Manage privacy settings</a>",
    ],
    ['a newspaper', `<h2>We value your privacy</h2>${stores}${chooses}`],
    ['one with links', `<div><h2>We value your privacy</h2>${stores}<a>MORE OPTIONS</a> <a>AGREE</a></div>`],
    [
      'one to pay',
      `<h1>Your privacy</h1>${stores}<button>Accept and continue</button><button>Subscribe for €3.99</button>`,
    ],
    [
      'one that welcomes',
      '<h1>Willkommen beim Tag</h1><p>Unsere 120 Partner und wir speichern Informationen auf einem Gerät, um Werbung zu zeigen.</p><button>Zustimmen und weiter</button><button>Jetzt abonnieren für 4,99 €</button>',
    ],
    [
      'in French',
      '<h1>Avant d’accéder à YouTube</h1><p>Nous utilisons des cookies pour fournir nos services.</p><button>Tout refuser</button><button>Tout accepter</button>',
    ],
  ])('a page that asks for consent as one: %s', async (_, wall) => {
    await expect(read(wall, 'The Day')).rejects.toThrow(/shows a consent page first/)
  })

  it.each([
    ['behind it', `<h1>Oat</h1><p>${OFFER}</p><div><h2>We value your privacy</h2>${stores}${chooses}</div>`],
    ['before it', `<div><h2>We value your privacy</h2>${stores}${chooses}</div><div><b>Oat</b><p>${OFFER}</p></div>`],
    ['that it sells', `<h1>We value your privacy</h1>${stores}<button>Accept all</button><p>${OFFER}</p>`],
    ['that it does without', `<h1>We value your privacy</h1><p>We never use cookies to follow you.</p><p>${OFFER}</p>`],
  ])('but not an offer with a notice %s', async (_, body) => {
    expect(await read(body)).toContain('two hundred baristas')
  })

  it('a headline about missing pages is no missing page', async () => {
    const headline = 'Error 404: customers not found'
    expect(await read(`<h1>${headline}</h1><p>${LITTLE}</p><p>${LITTLE}</p>`)).toContain(LITTLE)
    expect(await read(`<h1>${headline}</h1><p>${LITTLE}</p><p>${LITTLE}</p>`, `${headline} | Agency`)).toContain(LITTLE)
    await expect(read(`<h1>Error 404: page not found</h1><p>${LITTLE}</p>`)).rejects.toThrow(IS_MISSING)
    await expect(read(`<h1>Error 404: oh no</h1><p>Go home</p>`)).rejects.toThrow(IS_MISSING)
  })
})

describe('a page of a few words', () => {
  const page = (language: string, heading: string, said: string) =>
    read(`<h1>${heading}</h1><p>${said}</p>`, heading, language)
  it.each([
    ['en', 'Something great is coming', 'Our new website is nearly there.'],
    ['en', 'Nordlicht', 'We are moving! Our shop is closed until 3 June.'],
    ['de', 'Wir bauen um', 'Unsere neue Website entsteht gerade.'],
    ['fr', 'Patience', 'Notre boutique déménage. Revenez bientôt !'],
    ['es', 'Mantenimiento', 'Estamos mejorando nuestra tienda para ti.'],
    ['it', 'Errore', 'La pagina che cerchi non esiste più.'],
    ['nb', 'Beklager', 'Produktet finnes ikke lenger.'],
    ['pl', 'Ups', 'Strona, której szukasz, nie istnieje.'],
    ['tr', 'Bakım', 'Sitemiz bakımda. Lütfen daha sonra tekrar deneyin.'],
    ['ar', 'صيانة', 'الموقع قيد الصيانة. نراكم قريباً.'],
    ['ja', 'ログイン', 'このページを表示するにはログインが必要です。'],
    ['ko', '오류', '요청하신 페이지가 존재하지 않거나 이동되었습니다.'],
    ['zh', '提示', '该商品已下架，链接已过期。'],
    ['hu', 'Hoppá', 'A keresett oldal nem található, vagy áthelyezték.'],
    ['', 'ขออภัย', 'ไม่พบหน้าที่คุณต้องการ'],
    ['ja', 'お知らせ', 'ただいまメンテナンス中です。しばらくしてからもう一度アクセスしてください。'],
    ['ja', 'お知らせ', '混み合っています。しばらくしてからお試しください。'],
    ['pl', 'Przerwa techniczna', 'Wracamy za kilka godzin. Przepraszamy za utrudnienia.'],
    ['cs', 'Technická odstávka', 'Vrátíme se za hodinu. Omlouváme se za komplikace.'],
    ['', 'Karbantartás', 'A munka miatt elnézést kérünk. Látogass vissza később, és a türelmed köszönjük.'],
    ['pt', 'Pausa técnica', 'Voltamos em algumas horas. Pedimos desculpa pelo incómodo.'],
    ['nl', 'Even geduld', 'We zijn over een uur weer terug. Excuses voor het ongemak.'],
    ['it', 'Un attimo', 'Torniamo tra qualche ora. Ci scusiamo per il disagio.'],
    ['es', 'Un momento', 'Volvemos en unas horas. Prueba de nuevo más tarde.'],
    ['fr', 'Pause', 'Nous revenons dans une heure. Veuillez excuser la gêne.'],
    ['de', 'Kurze Pause', 'In wenigen Stunden wieder da. Wir bitten um Nachsicht für die Unannehmlichkeiten.'],
    ['sv', 'Underhåll', 'Kom tillbaka om en stund.'],
    ['fi', 'Huoltokatko', 'Palaamme hetken kuluttua.'],
    ['ko', '점검', '점검 중입니다. 나중에 다시 접속해 주세요.'],
  ])('that speaks of itself, or of which that cannot be told, is refused: %s %s', async (...given) => {
    await expect(page(...given)).rejects.toThrow(IN_PLACE)
  })
  it.each([
    ['en', 'Your page. Your rules.', 'A homepage for writers.'],
    ['en', 'Moving made calm', 'The movers who label every box.'],
    ['', 'Fresh bread daily', 'Baked at five. Gone by nine.'],
    ['de', 'Schlaf besser', 'Die Decke, die nie zu warm wird.'],
    ['fr', 'La boutique des marins', 'Cirés faits à Brest.'],
    ['es', 'Aprende a nadar', 'Reserva tu primera clase gratis.'],
    ['it', 'Il sito per i tuoi ospiti', 'Pronto in un giorno.'],
    ['sv', 'Sov bättre', 'Täcket som aldrig blir för varmt.'],
    ['pl', 'Śpij lepiej', 'Kołdra, która nie grzeje za mocno. Zamów dziś.'],
    ['tr', 'Daha iyi uyu', 'Hiç ısınmayan yorgan. Hemen sipariş ver.'],
    ['ar', 'نم أفضل', 'بطانية لا تسخن أبداً. اطلبها اليوم.'],
    ['ja', 'もっとよく眠る', '暑くならない毛布。30日間お試しください。'],
    ['zh', '更安静的房间', '为临街住宅设计的窗户。'],
    ['hu', 'Friss kenyér', 'Reggel hétkor, 990 Ft'],
    ['vi', 'Bánh mì nóng', '25.000 đồng một ổ'],
    ['en', 'Wind farms, looked after', 'Maintenance for forty turbines in the north.'],
    ['ja', 'メンテナンス不要の床', '水拭きだけで十年きれいです。'],
    ['pl', 'Chleb z pieca', 'Pieczemy na zakwasie od piątej rano.'],
    ['it', 'Prova la bici', 'Tre marce e un cestino per la spesa.'],
    ['nl', 'Onderhoud van cv-ketels', 'Elke monteur komt op tijd.'],
    ['cs', 'Údržba zahrad', 'Sekáme trávu a stříháme keře v Brně.'],
    ['fr', 'Vos ascenseurs', 'La maintenance sans panne, à Lyon et à Brest.'],
    ['de', 'Wartung von Heizungen', 'Zwei Meister aus Kiel, auch am Sonntag. In wenigen Minuten wieder warm.'],
    ['es', 'Expertos en mantenimiento', 'Ascensores que suben siempre.'],
    ['pt', 'Especialistas em manutenção', 'Elevadores que sobem sempre.'],
    ['ru', 'Горячий хлеб', 'Зайдите за свежей булкой утром.'],
  ])('that offers something is read: %s %s', async (language, heading, said) => {
    expect(await page(language, heading, said)).toContain(said)
  })
})

describe('a table keeps its columns', () => {
  const plans = (rows: string) =>
    `<table><tr><td></td><th>Free</th><th>Pro €12</th><th>Business €39</th></tr>${rows}</table>`
  it.each([
    [
      'a mark in one of them',
      '<tr><td>Export to Excel</td><td></td><td></td><td>✓</td></tr>',
      'Export to Excel · – · – · ✓',
    ],
    ['a dash', '<tr><td>Seats</td><td>1</td><td>–</td><td>20</td></tr>', 'Seats · 1 · – · 20'],
    [
      'drawn marks with a title',
      '<tr><td>Export</td><td></td><td></td><td><svg><title>included</title></svg></td></tr>',
      'Export · – · – · included',
    ],
    [
      'drawn marks with a label',
      '<tr><td>Export</td><td></td><td></td><td><i aria-label="Yes"></i></td></tr>',
      'Export · – · – · Yes',
    ],
    [
      'pictures',
      '<tr><td>Export</td><td></td><td></td><td><img alt="included"></td></tr>',
      'Export · – · – · included',
    ],
    [
      'named marks',
      '<tr><td>Export</td><td></td><td><i class="fa fa-times"></i></td><td><i class="fa fa-check"></i></td></tr>',
      'Export · – · – · ✓',
    ],
    [
      'marks that are named as none',
      '<tr><td>Export</td><td><i class="icon-no-check"></i></td><td><img src="/img/ticket-off.svg"></td><td><span class="unchecked"></span></td></tr>',
      'Export · – · – · –',
    ],
    [
      'marks that could be either',
      '<tr><td>Export</td><td></td><td><i class="sticky-mark"></i></td><td><i class="no check"></i></td></tr>',
      'Export · – · • · •',
    ],
    [
      'marks named by a symbol or a file',
      '<tr><td>Export</td><td></td><td><svg><use href="#icon-check"></use></svg></td><td><img src="/x/circleCheck.svg?v=2"></td></tr>',
      'Export · – · ✓ · ✓',
    ],
    ['a cell over several', '<tr><td>Export</td><td></td><td colspan="2">✓</td></tr>', 'Export · – · ✓ · ✓'],
    [
      'paragraphs in cells',
      '<tr><td><p>Seats</p></td><td><p>1</p></td><td></td><td><p>20</p></td></tr>',
      'Seats · 1 · – · 20',
    ],
  ])('with %s', async (_, row, line) => {
    const text = await read(`<h1>Oat</h1><p>${OFFER}</p>${plans(row)}`)
    expect(text).toBe(`Oat\n\n${OFFER}\n\n– · Free · Pro €12 · Business €39\n${line}`)
  })

  it('with a cell over two rows', async () => {
    const rows = '<tr><td rowspan="2">Pro</td><td>1 seat</td><td>€12</td></tr><tr><td>5 seats</td><td>€50</td></tr>'
    const text = await read(`<h1>Oat</h1><p>${OFFER}</p><table>${rows}</table>`)
    expect(text).toContain('Pro · 1 seat · €12\nPro · 5 seats · €50')
  })

  it('also one made of roles', async () => {
    const row = (...cells: string[]) =>
      `<div role="row">${cells.map((cell) => `<div role="cell">${cell}</div>`).join('')}</div>`
    const table = `<div role="table">${row('', 'Free', 'Pro')}${row('Export', '', '✓')}</div>`
    expect(await read(`<h1>Oat</h1><p>${OFFER}</p>${table}`)).toContain('\n\n– · Free · Pro\nExport · – · ✓')
  })

  it('and one that lays out a page is read as its blocks', async () => {
    const layout = `<table><tr><td><h1>Oat</h1><p>${OFFER}</p></td><td></td><td><p>${OFFER}</p><p>€49</p></td></tr></table>`
    expect(await read(layout)).toBe(`Oat\n\n${OFFER}\n\n${OFFER}\n\n€49`)
  })
})

it('an error page that ends in nothing takes no time to speak of', async () => {
  const body = `<p>Fatal error:</p>${'<p>in</p>'.repeat(30)}<p>1</p>`
  await expect(read(body, `Anmelden${' - an'.repeat(20_000)}`)).resolves.toContain('Fatal error')
})

it('a page of thousands of cards is read whole, and refused for its length', async () => {
  const card =
    '<div class="card"><h3>Pro</h3><p>€12 a month</p><ul><li>One <svg><title>check</title></svg></li></ul></div>'
  await expect(read(card.repeat(4_000))).rejects.toThrow(/characters of text/)
}, 60_000)
