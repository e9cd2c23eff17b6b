import { describe, expect, it } from 'vitest'
import { readStimulusFile } from '../../src/ingest/read-stimulus.js'

const OFFER =
  'Havn Oat froths like milk. It has forty percent less sugar than the leading brand, and two hundred baristas tested it.'

const textOf = async (bytes: Buffer, name: string): Promise<string> => {
  const reading = await readStimulusFile({ name, bytes })
  return 'text' in reading ? reading.text : ''
}

/** What is read of a piece of a page, behind its offer. */
const read = async (piece: string): Promise<string> => {
  const page = `<!doctype html><html><head><title>Havn</title></head><body><main><h1>Oat</h1><p>${OFFER}</p>${piece}</main></body></html>`
  const text = await textOf(Buffer.from(page), 'page.html')
  expect(text.startsWith(`Oat\n\n${OFFER}`)).toBe(true)
  return text.slice(`Oat\n\n${OFFER}`.length).trim()
}

describe('what is struck out is not read, but for its numbers:', () => {
  it.each([
    ['by Tailwind, an entry', '<ul><li>Mail</li><li class="opacity-40 line-through">SSO</li></ul>', '- Mail'],
    ['by Bootstrap', '<p><b class="text-decoration-line-through">$99</b> $70</p>', '~~$99~~ $70'],
    ['on wide screens', '<p class="md:line-through">SSO</p><p class="hover:line-through">Mail</p>', 'Mail'],
    [
      'by a class',
      '<style>.was{text-decoration:line-through;color:red}</style><i class="was">€89</i> €59',
      '~~€89~~ €59',
    ],
    [
      'by a longer rule',
      '<style>.p .reg{text-decoration-line: line-through}</style><p class="p"><i class="reg">€9</i> €7',
      '~~€9~~ €7',
    ],
    [
      'the first of two',
      '<style>.p span:first-child{text-decoration:line-through}</style><p class="p"><span>€9</span> <span>€7</span>',
      '~~€9~~ €7',
    ],
    [
      'by a rule within a rule',
      '<style>.p{color:red;& .a{text-decoration:line-through}}</style><p class="p"><i class="a">€9</i> €7',
      '~~€9~~ €7',
    ],
    [
      'by one without its sign',
      '<style>.q,.p{.a{color:red;&.b{text-decoration:line-through}}}</style><p class="p"><i class="a b">€9</i> <i class="a">€7</i>',
      '~~€9~~ €7',
    ],
    [
      'not outside of the rule around it',
      '<style>.p{& .a{text-decoration:line-through}}</style><p class="q"><i class="a">€9',
      '€9',
    ],
    [
      'not on phones alone',
      '<style>@media (max-width:600px){.a{text-decoration:line-through}}</style><p class="a">€9',
      '€9',
    ],
    [
      'not where a later rule says none',
      '<style>.a{text-decoration:line-through}.a.on{text-decoration:none}</style><p class="a on">€9',
      '€9',
    ],
    [
      'a cell, whose column stays',
      '<table><tr><th>A</th><th>B</th></tr><tr><td class="line-through">€9</td><td>€7</td></tr></table>',
      'A · B\n~~€9~~ · €7',
    ],
    ['of a list with its comma', '<p>Included: <s>strap</s>, bag, <s>towel</s>, mat', 'Included: bag, mat'],
    ['no sport', '<p class="strike">Ten pins at once', 'Ten pins at once'],
  ])('%s', async (_, piece, seen) => {
    expect(await read(piece)).toBe(seen)
  })

  it('in a price table of Elementor, whose cents are cents', async () => {
    const price = (after: string) =>
      `<div><div class="elementor-price-table__original-price">£18</div><span>£</span><span>14</span>${after}</div>`
    const cents = '<span class="elementor-price-table__fractional-part">50</span>'
    expect(await read(price(`<div>${cents}</div><span>per walk</span>`))).toBe('~~£18~~\n\n£14.50 per walk')
    expect(await read(price(`<div>${cents}<span>per walk</span></div>`))).toBe('~~£18~~\n\n£14.50 per walk')
    expect(await read('<p>Over 20</p><div><span class="fraction">12</span> teams</div>')).toBe('Over 20\n\n12 teams')
  })
})

it.each([
  ['MRP <s>₹24,999</s> ₹14,499 (42% off)', 'MRP ~~₹24,999~~ ₹14,499 (42% off)'],
  ['Competitors charge <s>$99</s> we charge $19', 'Competitors charge ~~$99~~ we charge $19'],
  ['Retail value <s>$500</s> – yours for $97', 'Retail value ~~$500~~ – yours for $97'],
  ['Non-members <s>$89</s> Members $64', 'Non-members ~~$89~~ Members $64'],
  ['In store <s>£89</s>, online £64', 'In store ~~£89~~, online £64'],
  ['Empf. VK <s>Fr. 89.–</s> Fr. 64.–', 'Empf. VK ~~Fr. 89.–~~ Fr. 64.–'],
  ['Cena katalogowa <s>199 zł</s> 149 zł', 'Cena katalogowa ~~199 zł~~ 149 zł'],
  ['Was <s>$30</s> now $20', 'Was ~~$30~~ now $20'],
  ['De <s>R$ 697</s> por apenas R$ 497', 'De ~~R$ 697~~ por apenas R$ 497'],
  ['Regular <s>$30</s> $20', 'Regular ~~$30~~ $20'],
  ['Plans from <s>$39</s><b>$29</b>', 'Plans from ~~$39~~ $29'],
  ['<b>Now €20</b><s>€30</s><s>€40</s>', 'Now €20 ~~€30~~ ~~€40~~'],
  ['<s><span>$</span><span>30<sup>99</sup></span></s> $20', '~~$30.99~~ $20'],
  ['Total value: <s>$828</s></p><p>Today: $197', 'Total value: ~~$828~~\n\nToday: $197'],
  ['<i class="was-price">Was <s>$30</s></i> $20', 'Was ~~$30~~ $20'],
  [`<s>${'We sell 5 of them in a year. '.repeat(3)}</s>Made by hand`, 'Made by hand'],
])('a struck price is read as struck: %s', async (sentence, seen) => {
  expect(await read(`<p>${sentence}</p>`)).toBe(seen)
})

describe('a price with a line drawn across it is struck:', () => {
  const prices = '<p><span class="was">£89</span> <span class="now">£59</span></p>'
  const line = "content:'';position:absolute"
  it.each([
    ['a border', `.was::after{${line};left:0;right:0;top:50%;border-top:2px solid red}`],
    [
      'one that is turned',
      `.was:before{${line};left:-2px;width:105%;top:.6em;border-bottom:1px solid;transform:rotate(-8deg)}`,
    ],
    ['one of half its height', `.was::after{${line};inset:0;height:50%;border-bottom:1px solid #c00}`],
    ['a bar', `.was::after{${line};left:0;top:calc(50% - 1px);width:100%;height:2px;background:#e11d48}`],
    ['a bar by its edges', `.was::after{${line};inset:48% 0 auto;height:1px;background-color:currentColor}`],
    [
      'a diagonal',
      `.was::after{${line};inset:0;background:linear-gradient(to top right,transparent calc(50% - 1px),red,transparent calc(50% + 1px))}`,
    ],
    ['its background', '.was{background:linear-gradient(transparent 48%,red 48%,red 52%,transparent 52%)}'],
    ['a picture of one colour', '.was{background:linear-gradient(red,red) center/100% 1px no-repeat}'],
    [
      'one of names within each other',
      `.was{position:relative;&::after{${line};left:0;right:0;top:50%;border-top:1px solid}}`,
    ],
  ])('%s', async (_, sheet) => {
    expect(await read(`<style>.was{position:relative}${sheet}</style>${prices}`)).toBe('~~£89~~ £59')
  })

  it.each([
    ['a line below', `.was::after{${line};left:0;right:0;bottom:0;height:2px;background:red}`],
    [
      'a line that grows',
      `.was::after{${line};left:0;top:50%;width:0;height:2px;background:red}.was:hover::after{width:100%}`,
    ],
    ['a line behind it', `.was::after{${line};left:0;right:0;top:50%;border-top:1px solid;z-index:-1}`],
    ['a line beside it', `.was::after{${line};left:100%;width:20px;top:50%;border-top:1px solid}`],
    ['a ring around it', `.was::after{${line};inset:-4px;border:2px solid red;border-radius:50%}`],
    ['an upright line', `.was::after{${line};left:50%;top:0;bottom:0;width:1px;background:red}`],
    ['a marker', '.was{background:linear-gradient(transparent 60%,yellow 60%)}'],
    ['a fading colour', '.was{background:linear-gradient(90deg,transparent,red 50%,transparent)}'],
    ['a badge', `.was::after{${line};top:50%;left:0;width:100%;border-top:1px solid;content:"%"}`],
    ['two prices', `p{position:relative}p::after{${line};left:0;right:0;top:50%;border-top:1px solid}`],
  ])('but not %s', async (_, sheet) => {
    expect(await read(`<style>${sheet}</style>${prices}`)).toMatch(/^£89%? £59$/)
  })
})

describe('an entry that is not included has a cross:', () => {
  const path = (...paths: string[]) => `<svg>${paths.map((d) => `<path d="${d}"></path>`).join('')}</svg>`
  it.each([
    ['Font Awesome', '<i class="fa-solid fa-xmark text-red-500"></i>'],
    ['Bootstrap Icons', '<i class="bi bi-x-circle-fill me-2"></i>'],
    ['Dashicons', '<span class="dashicons dashicons-no-alt"></span>'],
    ['Material Icons', '<span class="material-icons">close</span>'],
    ['Material Symbols', '<i class="material-symbols-outlined">cancel</i>'],
    ['Iconify', '<iconify-icon icon="mdi:close"></iconify-icon>'],
    ['Ionicons', '<ion-icon name="close-circle-outline"></ion-icon>'],
    ['scripts that draw Lucide', '<i data-lucide="x"></i>'],
    ['a symbol', '<svg><use href="/sprite.svg#x-mark"></use></svg>'],
    ['a file', '<img src="/img/cross.svg" alt="">'],
    ['a sign as its description', '<img src="a1.png" alt="×">'],
    ['an emoji as its description', '<img src="a1.png" alt="❌">'],
    ['a letter as its description', '<img src="a1.png" alt="X">'],
    ['a word as its description', '<img src="a1.png" alt="cross">'],
    ['Material UI', '<svg data-testid="HighlightOffIcon"><path d="M1 2"></path></svg>'],
    [
      'areas of Material UI',
      path(
        'M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2m5 13.59L15.59 17 12 13.41 8.41 17 7 15.59 10.59 12 7 8.41 8.41 7 12 10.59 15.59 7 17 8.41 13.41 12z',
      ),
    ],
    ['the strokes of Heroicons', path('M6 18 18 6M6 6l12 12')],
    ['the strokes of Lucide', path('M18 6 6 18', 'm6 6 12 12')],
    ['strokes in a circle', path('M9.75 9.75l4.5 4.5m0-4.5l-4.5 4.5M21 12a9 9 0 11-18 0 9 9 0 0118 0z')],
    ['the lines of Feather', '<svg><line x1="18" y1="6" x2="6" y2="18"/><line x1="6" y1="6" x2="18" y2="18"/></svg>'],
    ['areas of Heroicons', path('M6.28 5.22a.75.75 0 0 0-1.06 1.06L8.94 10l-3.72 3.72')],
  ])('%s', async (_, mark) => {
    expect(await read(`<ul><li>Mail</li><li>${mark} <b>SSO</b></li></ul>`)).toBe('- Mail\n\n- ✗ SSO')
  })

  it.each([
    [
      'in lines',
      '<div><p><i class="fa fa-check"></i> Mail</p><p><i class="fa fa-times"></i> SSO</p></div>',
      'Mail\n\n✗ SSO',
    ],
    [
      'behind it',
      '<ul><li>Mail <i class="fa fa-check"></i></li><li>SSO <i class="fa fa-times"></i></li></ul>',
      '- Mail\n\n- SSO ✗',
    ],
    [
      'a minus',
      '<ul><li><i class="bi bi-check"></i>Mail</li><li><i class="bi bi-dash-lg"></i>SSO</li></ul>',
      '- Mail\n\n- ✗ SSO',
    ],
    [
      'a minus of Material UI',
      '<ul><li><svg data-testid="CheckIcon"></svg>Mail</li><li><svg data-testid="RemoveIcon"></svg>SSO</li></ul>',
      '- Mail\n\n- ✗ SSO',
    ],
    [
      'by its class in Divi',
      '<ul><li>Mail</li><li class="et_pb_not_available"><span>SSO</span></li></ul>',
      '- Mail\n\n- ✗ SSO',
    ],
    [
      'in a box of its own',
      '<ul><li><div><svg class="lucide-x"></svg></div><div><h4>SSO</h4><p>By SAML.</p></div></li></ul>',
      '✗ SSO\n\nBy SAML.',
    ],
    [
      'beside what is spoken',
      '<ul><li><b><i class="fa fa-times"></i></b><b class="sr-only">Not in: </b>SSO</li></ul>',
      '- ✗ SSO',
    ],
    [
      'the values of plans beside each other',
      '<div><p>SSO</p><p><i class="fa fa-times"></i></p><p><i class="fa fa-check"></i></p></div>',
      'SSO\n\n✗\n\n✓',
    ],
    [
      'marks in a line',
      '<p><b><i class="fa fa-times"></i></b><b><i class="fa fa-check"></i></b><b>SSO</b></p>',
      '✗ ✓ SSO',
    ],
    ['the value of a term', '<dl><dt>SSO</dt><dd><i class="fa fa-times"></i></dd></dl>', 'SSO\n\n✗'],
    ['by its class', '<ul><li>Mail</li><li class="feature not-included">SSO</li></ul>', '- Mail\n\n- ✗ SSO'],
    [
      'a cell',
      `<table><tr><th>A</th><th>B</th></tr><tr><td>${path('m4.5 12.75 6 6 9-13.5')}</td><td><i class="material-icons">close</i></td></tr><tr><td>1</td><td>2</td></tr></table>`,
      'A · B\n✓ · –\n1 · 2',
    ],
  ])('%s', async (_, piece, seen) => {
    expect(await read(piece)).toBe(seen)
  })

  it.each([
    [
      'entries with a minus as bullet',
      '<ul><li><i class="fa fa-minus"></i> Vegan</li><li><i class="fa fa-minus"></i> Raw</li></ul>',
    ],
    ['chips to remove', '<ul><li>Red <i class="fa fa-times"></i></li><li>Blue <i class="fa fa-times"></i></li></ul>'],
    ['a button to close', '<ul><li><button><i class="fa fa-times"></i></button> Beans</li></ul>'],
    ['a network', '<ul><li><a><i class="bi bi-twitter-x"></i> Follow us</a></li></ul>'],
    [
      'other crosses',
      '<ul><li><i class="icon-red-cross"></i> First aid</li><li><i class="icon-cross-platform"></i> Anywhere</li></ul>',
    ],
    ['other times', '<ul><li><i class="icon-delivery-times"></i> In two days</li></ul>'],
    [
      'a plus and an arrow',
      `<ul><li>${path('M12 4.5v15m7.5-7.5h-15')} More</li><li>${path('m8.25 4.5 7.5 7.5-7.5 7.5')} On</li></ul>`,
    ],
    [
      'pictures of such things',
      '<ul><li><img src="a.png" alt="Red cross"> First aid</li><li><img src="b.png" alt="Cross stitch"> Kit</li></ul>',
    ],
    [
      'bullets of Material UI',
      '<ul><li><svg data-testid="RemoveIcon"></svg>Vegan</li><li><svg data-testid="RemoveIcon"></svg>Raw</li></ul>',
    ],
    ['a message', '<div class="alert"><i class="fa fa-times"></i> Saved for later</div>'],
    [
      'names in a font',
      '<p><i class="material-symbols-rounded">local_shipping</i> Free <i class="material-icons">arrow_forward</i></p>',
    ],
  ])('and no other: %s', async (_, piece) => {
    expect(await read(piece)).not.toMatch(/[✗✓]|_/u)
  })
})

describe('a cross that a style sheet has for a bullet is read:', () => {
  it.each([
    '.no::marker{content:"✗ "}',
    '.no{list-style-type:"✗ "}',
    '.no{list-style:"\\2717  " outside}',
    '.no{list-style-image:url(/img/cross.svg)}',
    '.no{background:url("icons/x-mark.png") no-repeat left}',
    '.no::before{content:url(/img/cross.svg)}',
    '.no::before{content:"";background:url(/img/cross.svg)}',
    ".no:before{content:'';-webkit-mask-image:url('/i/icon-close.svg?v=2')}",
  ])('%s', async (css) => {
    const list = '<ul><li>Mail</li><li class="no">SSO</li></ul>'
    expect(await read(`<style>${css}</style>${list}`)).toBe('- Mail\n\n- ✗ SSO')
  })

  it.each([
    '.no{list-style-image:url(/img/check.svg)}',
    '.no{list-style-type:"– "}',
    '.no{background:url(/img/red-cross.svg)}',
    '.no{background:url(/img/cross.svg)}li.no{background:none}',
    '.no:before{background:url(/img/cross.svg)}',
    '.no{background:#fff url(/img/christmas-x-box-party.svg)}',
  ])('and no other: %s', async (css) => {
    expect(await read(`<style>${css}</style><ul><li>Mail</li><li class="no">SSO</li></ul>`)).toBe('- Mail\n\n- SSO')
  })
})

it.each([
  [
    'crosses and ticks',
    '<style>.f li::before{content:"✓ "}.f li.no::before{content:"\\2717\\a0"}</style><ul class="f"><li>Mail</li><li class="no">SSO</li></ul>',
    '- ✓ Mail\n\n- ✗ SSO',
  ],
  [
    'those of Font Awesome',
    '<style>.no:before{font-family:FontAwesome;content:"\\f00d"}</style><ul><li class="no">SSO</li></ul>',
    '- ✗ SSO',
  ],
  [
    'a price',
    '<style>.p::after{content:"€19.90"}</style><p>Box of 12 for <span class="p"></span>. Vegan.',
    'Box of 12 for €19.90. Vegan.',
  ],
  [
    'what stands around one',
    `<style>.p::before{content:'€'}.p::after{content:" / month; net"}</style><p class="p">19`,
    '€19 / month; net',
  ],
  ['numbers of steps', '<style>li:nth-child(1)::before{content:"1"}</style><ul><li>Froth</li></ul>', '- 1 Froth'],
  ['an attribute', '<style>.p::after{content:attr(data-price)}</style><p class="p" data-price="€19">Now ', 'Now €19'],
  [
    'no ornament',
    '<style>.q::before{content:"\\201C"}.b::before{content:"\\2022"}.c a::after{content:"→"}</style><p class="q">A<p class="b">B<p class="c"><a>C</a>',
    'A\n\nB\n\nC',
  ],
  [
    'no tip',
    '<style>.t:hover::after{content:"Tip"}.u::after{content:"Tip";opacity:0}.v::after{content:"Tip";display:none}</style><p class="t u v">A',
    'A',
  ],
  ['no shadow of a text', '<style>.g::before{content:attr(data-text)}</style><p class="g" data-text="Now">Now', 'Now'],
])('what a style sheet writes is read: %s', async (_, piece, seen) => {
  expect(await read(piece)).toBe(seen)
})

describe('words of controls and drawings are read:', () => {
  it.each([
    [
      'options with prices',
      '<p>Zones <select><option>1 zone – £9 a month</option><option>2 zones – £14 a month</option></select>',
      'Zones 1 zone – £9 a month · 2 zones – £14 a month',
    ],
    ['few options', '<select name="size"><option>Small<option>Large</select>', 'Small · Large'],
    ['not those of the page', '<p>A<select name="sort_by"><option>Newest<option>Price</select>', 'A'],
    ['not how many', '<p>A<select><option>1<option>2</select>', 'A'],
    ['not a hidden one', '<style>.n{display:none}</style><p>A<select class="n"><option>£9</select>', 'A'],
    ['of a form', '<form><input type="submit" value="Rent my hob for £9"></form>', 'Rent my hob for £9'],
    ['of a button', '<input type="button" value="Order for £39">', 'Order for £39'],
    ['of a field', '<p>A<input value="£39">', 'A'],
    ['the price of a button without words', '<button aria-label="Buy for £39"><svg></svg></button>', 'Buy for £39'],
    ['no other label', '<p>A<button aria-label="Close"><svg></svg></button>', 'A'],
    ['a seal', '<p>Hob <svg><circle/><text>5-year</text><text>guarantee</text></svg>', 'Hob 5-year guarantee'],
    ['no chart', `<p>A<svg>${'<text>Mai 5</text>'.repeat(13)}</svg>`, 'A'],
  ])('%s', async (_, piece, seen) => {
    expect(await read(piece)).toBe(seen)
  })
})

it.each([
  ['<ol start="3"><li>Weigh it</li><li><p>Mail it</p></li></ol>', '3. Weigh it\n\n4. Mail it'],
  ['<ol><li value="7">Weigh it</li><li>Mail it</li></ol>', '7. Weigh it\n\n8. Mail it'],
  ['<ol reversed><li>Weigh it</li><li>Mail it</li></ol>', '2. Weigh it\n\n1. Mail it'],
  ['<ol type="a"><li>Weigh it</li></ol>', 'a. Weigh it'],
  ['<ol class="list-none"><li>Weigh it</li></ol>', '- Weigh it'],
  ['<style>ol{list-style:none}</style><ol><li>Weigh it</li></ol>', '- Weigh it'],
])('entries have their numbers: %s', async (list, seen) => {
  expect(await read(list)).toBe(seen)
})

it.each([
  ['<b class="cur">£</b><b class="int">54</b><b class="dec">99</b>', '£54.99'],
  ['<b>1,054</b><b>.</b><b>90</b><b>€</b>', '1,054.90€'],
  ['<b>1.054</b><b>90</b><b>€</b>', '1.054,90€'],
  ['<b>$</b> <b>54</b> <b>99</b>', '$ 54.99'],
  ['<b>£54</b><b>12</b> reviews', '£54 12 reviews'],
])('a price in pieces is one: %s', async (pieces, seen) => {
  expect(await read(`<p><span>${pieces}</span></p>`)).toBe(seen)
})

it.each([
  [
    '<input type="checkbox"><span class="monthly">$49</span> <span class="yearly">$39</span>/mo',
    'monthly: $49 yearly: $39/mo',
  ],
  ['<b data-period="month">$49 a month</b><b data-period="year">$39 a month</b>', '$49 a month year: $39 a month'],
  [
    '<style>.yearly{display:none}</style><input type="checkbox">Care plan $<b class="monthly">29</b><b class="yearly">24</b>/mo',
    'Care plan monthly: $29 yearly: $24/mo',
  ],
  [
    '<button @click="year = !year">Year</button><i>$</i> <b x-show="!year">29</b> <b x-show="year" class="yearly" style="display:none">24</b>',
    'Year\n\n$29 yearly: $24',
  ],
  [
    'Pflege <b class="preis-monat">29,50</b><!-- € --> <b class="preis-jahr">24</b> € <button>Jahr</button>',
    'Pflege monat: 29,50 € jahr: 24 €\n\nJahr',
  ],
  ['Save $<b class="amount">29</b> and <b class="amount">24</b> hours', 'Save $29 and 24 hours'],
  ['<b class="month">5</b><b class="year">2026</b> $9', '5 2026 $9'],
  ['<b class="monthly-plan">Monthly $49</b> <b class="week">$12</b>', 'Monthly $49 week: $12'],
  ['<b class="monthly">$49</b> <b class="monthly">$39</b>', '$49 $39'],
])('prices of which a switch shows one are told apart: %s', async (prices, seen) => {
  expect(await read(`<p>${prices}</p>`)).toBe(seen)
})

it.each([
  ['<span aria-hidden="true">(1.284)</span><span class="sr-only">1.284 Bewertungen</span>', '(1.284)'],
  ['<i aria-hidden="true">4.5</i><i class="sr-only">4.5 out of 5 stars</i>', '4.5 4.5 out of 5 stars'],
  ['<b>-24 %</b><b>18,99€</b>', '-24 % 18,99€'],
  ['<b>-24%</b>18,99€', '-24% 18,99€'],
  ['Save 24%<b>€18.99</b>', 'Save 24% €18.99'],
  ['Save 24%<b>18,99 €</b>', 'Save 24% 18,99 €'],
  ['Team<b>Most popular</b>', 'Team Most popular'],
  ['Team<b class="plan-badge">Popular</b>', 'Team Popular'],
  ['<b>Most popular</b>Team', 'Most popular Team'],
  ['<b class="badge">New</b>Team', 'New Team'],
])('what is seen apart is read apart: %s', async (pieces, seen) => {
  expect(await read(`<p>${pieces}</p>`)).toBe(seen)
})

it.each(['Pay<b>Pal</b>', '<b>Pay</b>Pal', 'i<b>Phone</b>', '<b>Mc</b>Donald', '24%<b>ig</b>'])(
  'and a word in two pieces as one: %s',
  async (pieces) => {
    expect(await read(`<p>${pieces}</p>`)).toBe(pieces.replace(/<\/?b>/g, ''))
  },
)

describe('what a state of the page shows', () => {
  const hidden = (shownBy: string, names = '') => `<p ${shownBy} class="${names}" style="display: none">Only €29</p>`
  it.each([
    ['Alpine', `<div><button @click="yearly = !yearly">Year</button><b>€39</b>${hidden('x-show="yearly"')}</div>`],
    [
      'a box to tick',
      `<label><input type="checkbox" x-model="annual"> Year</label><b>€39</b>${hidden('x-show="annual"')}`,
    ],
    ['a store', `<p x-show="!$store.plan.year">€39</p><b>or</b>${hidden('x-show="$store.plan.year"')}`],
    ['Vue', `<button @click="period = 'y'">Year</button><b>€39</b>${hidden(`v-show="period === 'y'"`)}`],
    [
      'a class',
      `<button x-on:click="y = 1">Year</button><b>€39</b><p :class="y ? '' : 'hidden'" class="hidden">Only €29</p>`,
    ],
    [
      'a template',
      '<button @click="y = !y">Year</button><template x-if="!y"><p>€39</p></template><template x-if="y"><p>Only €29</p></template>',
    ],
    [
      'a menu of a restaurant',
      `<button @click="menu = 'eve'">Evening</button><b>€9</b>${hidden(`x-show="menu === 'eve'"`)}`,
    ],
    [
      'the price of the other period',
      '<b>Monthly</b> <button role="switch"></button> <b>Yearly (−20 %)</b><div><p>€39</p><p style="display:none">Only €29</p></div>',
    ],
    [
      'what is named so',
      '<input type="checkbox"><div><p>€39</p><p class="yearly" style="display:none">Only €29</p></div>',
    ],
    [
      'Stimulus',
      '<button data-action="click->plan#year">Year</button><b>€39</b><p data-plan-target="year" class="hidden">Only €29</p>',
    ],
  ])('is read: %s', async (_, piece) => {
    expect(await read(piece)).toContain('Only €29')
  })

  it.each([
    ['a dialog', `<button @click="showModal = true">Terms</button>${hidden('x-show="showModal"')}`],
    [
      'what lies over the page',
      `<button @click="open = true">Terms</button>${hidden('x-show="open"', 'fixed inset-0')}`,
    ],
    ['what no control changes', `<div @mouseleave="leaving = true"></div><b>€39</b>${hidden('x-show="leaving"')}`],
    ['another price without a switch', '<p>€39</p><p style="display:none">Only €29</p>'],
    ['what is waited for', `<b x-show="!loading">€39</b>${hidden('x-show="loading"')}`],
    ['thanks', `<form><button @click="sent = true">Send</button></form>${hidden('x-show="sent"')}`],
  ])('and is not: %s', async (_, piece) => {
    expect(await read(piece)).not.toContain('Only €29')
  })
})

describe('what is not in sight on a wide screen is not read:', () => {
  it.each([
    'elementor-hidden-desktop elementor-hidden-tablet',
    'vc_row vc_hidden-lg vc_hidden-md',
    'hide-for-large',
    'is-hidden-desktop',
    'uk-hidden@m',
    'fl-visible-mobile',
    'hidden-lg',
    'visible-xs',
    'max-md:block hidden',
    'hidden print:block',
    'invisible',
  ])('%s', async (names) => {
    expect(await read(`<p>€39</p><div class="${names}"><p>Only €29</p></div>`)).toBe('€39')
  })

  it.each(['position:absolute;left:-9999px', 'text-indent: -9999px', 'font-size:0', 'font-size:0px;color:red'])(
    '%s',
    async (style) => {
      expect(await read(`<p>€39</p><div style="${style}">Only €29</div>`)).toBe('€39')
    },
  )

  it('what is clipped to a point is as what is for screen readers alone', async () => {
    const clipped = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0, 0, 0, 0)'
    expect(await read(`<p><b>€39</b> <i style="${clipped}">Price: €39</i> <i style="${clipped}">Opens</i></p>`)).toBe(
      '€39',
    )
  })

  it.each([
    ['another width', 'class="elementor-hidden-mobile"'],
    ['another width of Bootstrap', 'class="hidden-xs visible-lg"'],
    ['both widths', 'class="visible-xs visible-lg"'],
    ['shown again', 'class="hidden md:block"'],
    ['shown again as visible', 'class="invisible md:visible"'],
    ['a little to the left', 'style="left:-12px"'],
    ['placed by hand on a long page', 'style="top:-1200px"'],
    ['a picture in its place', 'style="text-indent:-9999px;background:url(a.png)"'],
  ])('but not %s', async (_, attribute) => {
    expect(await read(`<p>€39</p><div ${attribute}>Only €29</div>`)).toBe('€39\n\nOnly €29')
  })

  it('but not gaps between boxes', async () => {
    expect(await read('<div style="font-size:0"><b style="font-size:16px">Only €29</b></div>')).toBe('Only €29')
  })
})

describe('style sheets apply as in a browser:', () => {
  it.each([
    [':is() and :where()', ':is(.a,.b) :where(.was){display:none}', '<p class="b"><i class="was">No</i> Yes'],
    [':where() weighs nothing', '.x{display:block}:where(#y.x){display:none}', '<p id="y" class="x">Yes'],
    [':has()', 'li:has(> .old){text-decoration:line-through}', '<ul><li><i class="old"></i>No</li></ul><p>Yes'],
    ['a custom property', ':root{--gone:none}.x{display:var(--gone)}', '<p>Yes</p><p class="x">No'],
    [
      'one of an element around',
      '.c{--deco:line-through}.x{text-decoration:var(--deco) red}',
      '<p class="c"><i class="x">No</i> Yes',
    ],
    ['one of the element itself', '.x{display:var(--d)}', '<p>Yes</p><p class="x" style="--d: none">No'],
    ['one that is missing', '.x{display:var(--d)}', '<p class="x">Yes'],
    ['one with another in its place', '.x{display:var(--d, var(--e, none))}', '<p>Yes</p><p class="x">No'],
    ['ones that stand for each other', '.x{--a:var(--b);--b:var(--a);display:var(--a)}', '<p class="x">Yes'],
    [
      'rules within rules, between declarations',
      '.p{color:red;a:hover,b{display:none}display:block;i{color:red;text-decoration:line-through;}margin:0}',
      '<div class="p"><b>No</b> <i>No</i> Yes</div>',
    ],
    ['a child', '.p{> .q{display:none}}', '<div class="p"><p class="q">No</p><div><p class="q">Yes</p></div></div>'],
    [
      'what is within it',
      '.a{.b{.c &{display:none}}}',
      '<div class="c"><p class="a">Yes <i class="b">No</i></p></div>',
    ],
    ['a condition within a rule', '.p{@media (width >= 600px){display:none}}', '<p>Yes</p><p class="p">No'],
    ['between two widths', '@media (400px <= width < 900px){.p{display:none}}', '<p class="p">Yes'],
    [
      'one width or another',
      '@media (max-width:300px) or (min-width:900px){.p{display:none}}',
      '<p>Yes</p><p class="p">No',
    ],
    ['not in print', '@media not print{.p{display:none}}', '<p>Yes</p><p class="p">No'],
    ['by daylight', '@media (prefers-color-scheme: dark){.p{display:none}}', '<p class="p">Yes'],
    ['without support', '@supports not (display:grid){.p{display:none}}', '<p class="p">Yes'],
    [
      'a later layer',
      '@layer base, late;@layer late{.p{display:block}}@layer base{#a.p{display:none}}',
      '<p id="a" class="p">Yes',
    ],
    [
      'an important one of an earlier layer',
      '@layer a{.p{display:block!important}}.p{display:none!important}',
      '<p class="p">Yes',
    ],
    ['a layer within another', '@layer a{@layer b{#x{display:none}} .p{display:block}}', '<p id="x" class="p">Yes'],
    [
      'what an animation begins with',
      '@keyframes x{from{display:none}} @starting-style{.p{display:none}}',
      '<p class="p">Yes',
    ],
    ['an important one before another', '.p{display:none!important;display:block}', '<p>Yes</p><p class="p">No'],
    ['what stands at the element', '.p{display:none}', '<p class="p" style="display:block">Yes'],
    ['children of any kind', '.p > *{display:none}', '<p>Yes</p><div class="p"><b>No</b></div>'],
    ['an attribute', '[data-old]{text-decoration:line-through}', '<p><b data-old>No</b> Yes'],
    ['what is broken off', '.p{display:none}} .q{;;} @media { .q{display:none', '<p class="p">No</p><p class="q">Yes'],
  ])('%s', async (_, sheet, piece) => {
    expect(await read(`<style>${sheet}</style>${piece}`)).toBe('Yes')
  })

  it('only those for a screen', async () => {
    const sheets = '<style media="print">.p{display:none}</style><style media="screen">.q{display:none}</style>'
    expect(await read(`${sheets}<p class="p">Yes</p><p class="q">No`)).toBe('Yes')
  })

  it('with what stands in custom properties of what they write', async () => {
    const style = String.raw`<style>.before\:x::before{--tw-content:'✗ ';content:var(--tw-content)}</style>`
    expect(await read(`${style}<ul><li class="before:x">SSO</li></ul>`)).toBe('- ✗ SSO')
  })

  it.each(['a{', '&{', '{', '@media (', ':is(', '@layer x{'])('but not ones that never end: %s', async (piece) => {
    expect(await read(`<style>${piece.repeat(5_000)}</style><p>Yes`)).toBe('Yes')
  })
})

describe('what has no size, or is transparent, is not read:', () => {
  it.each([
    'transform: scale(0)',
    'transform: translateX(3px) scale(0, 0)',
    'transform: scaleX(0)',
    'scale: 0',
    'clip-path: inset(100%)',
    'clip-path: circle(0)',
    'clip-path: circle(0 at 50% 50%)',
    'opacity: 0',
    'visibility: hidden',
  ])('%s', async (style) => {
    expect(await read(`<p>Yes</p><p style="${style}">No`)).toBe('Yes')
    expect(await read(`<style>.x{${style}}</style><p>Yes</p><p class="x">No`)).toBe('Yes')
  })

  it.each(['transform: scale(0.5)', 'transform: scale(1.05)', 'clip-path: circle(40%)', 'opacity: 0.05'])(
    'but what has one is: %s',
    async (style) => {
      expect(await read(`<p style="${style}">Yes`)).toBe('Yes')
    },
  )

  it('but what comes to be seen is', async () => {
    expect(await read('<style>.x{opacity:0;animation:come 1s forwards}</style><p class="x">Yes')).toBe('Yes')
    expect(await read('<style>.x{opacity:0}</style><script>come()</script><p class="x">Yes')).toBe('Yes')
    expect(await read('<style>.t{opacity:0}.t.active{opacity:1}</style><p class="t active">A<p class="t">B')).toBe(
      'A\n\nB',
    )
  })

  it('nor what a sheet clips to a point', async () => {
    const style = '<style>.x{position:absolute;width:1px;height:1px;clip:rect(0,0,0,0)}</style>'
    expect(await read(`${style}<p>Yes <span class="x">Opens in a new tab</span>`)).toBe('Yes')
  })
})

describe('what scripts show is read', () => {
  const SCRIPT = '<script src="/app.js"></script>'
  it.each([
    ['a slider of Owl', '.owl-carousel{display:none}.owl-carousel.owl-loaded{display:block}', 'class="owl-carousel"'],
    ['a slider of Slick', '.s{display:none}.s.slick-initialized{display:block}', 'class="s"'],
    ['a slider of Splide', '.splide{visibility:hidden}.splide.is-rendered{visibility:visible}', 'class="splide"'],
    ['what is scrolled to', '.a{opacity:0;visibility:hidden}.a.in-view{opacity:1;visibility:visible}', 'class="a"'],
    ['what is drawn larger', '.a{transform:scale(0)}.a.is-inview{transform:none}', 'class="a"'],
    ['what fades in once all is there', '.a{opacity:0}.loaded .a{opacity:1}', 'class="a"'],
    ['what is named so', '.js-reveal{display:none}.js-reveal.is-visible{display:block}', 'class="js-reveal"'],
    ['a part that is called a menu', '.menu{opacity:0}.menu.in-view{opacity:1}', 'class="menu"'],
    ['what Alpine takes over', '[x-cloak]{display:none !important}', 'x-data="{}" x-cloak'],
    ['what Angular takes over', '.ng-cloak{display:none}', 'ng-app="a" class="ng-cloak"'],
    ['WOW', '', 'class="wow fadeIn" style="visibility:hidden"'],
    ['GSAP', '.gs_reveal{opacity:0;visibility:hidden}', 'class="gs_reveal"'],
    ['Framer', '', 'data-framer-appear-id="1x" style="opacity:0"'],
    ['Webflow', '', 'data-w-id="1-2" style="opacity:0"'],
    ['Elementor', '.elementor-invisible{visibility:hidden}', 'class="elementor-invisible"'],
  ])('also from a page that has lost them: %s', async (_, sheet, attributes) => {
    const piece = `<style>${sheet}</style><div ${attributes}><h2>Only €29</h2></div>`
    expect(await read(piece)).toBe('Only €29')
    expect(await read(SCRIPT + piece)).toBe('Only €29')
  })

  it.each([
    ['a slide', '.s{position:absolute;visibility:hidden}', '<p class="s">One</p><p class="s">Only €29</p>'],
    ['a line on a picture', '.s{position:absolute;opacity:0}', '<div class="s">Only €29</div>'],
    ['without a page for those without', '.no-js .s{display:none}', '<p class="s">Only €29</p>'],
    [
      'what Alpine shows when it is scrolled to',
      '[x-cloak]{display:none}',
      '<section x-intersect="seen = true"><p x-show="seen" x-cloak>Only €29</p></section>',
    ],
  ])('%s', async (_, sheet, piece) => {
    expect(await read(`${SCRIPT}<style>${sheet}</style>${piece}`)).toContain('Only €29')
  })

  it.each(['opacity:0', 'visibility:hidden', 'display:none'])('and never is a page lost: %s', async (style) => {
    const page = `<html><body style="${style}"><main><h1>Oat</h1><p>${OFFER}</p></main></body></html>`
    expect(await textOf(Buffer.from(page), 'page.html')).toBe(`Oat\n\n${OFFER}`)
    const headline = `<html><body><div style="opacity:0"><h1>Oat</h1></div><p>${OFFER}</p></body></html>`
    expect(await textOf(Buffer.from(headline), 'page.html')).toBe(`Oat\n\n${OFFER}`)
  })

  it.each([
    ['a tooltip', '.x{visibility:hidden;position:absolute}.y:hover .x{visibility:visible}', ''],
    ['a tooltip by its role', '.x{opacity:0}', 'role="tooltip"'],
    ['a menu by its name', '.x{opacity:0}', 'id="lang-dropdown"'],
    ['what slides in', '.x{visibility:hidden;position:fixed}.x.is-open{visibility:visible}', ''],
    ['what cannot be pressed', '.x{opacity:0;pointer-events:none}', ''],
    ['a copy', '.x{opacity:0}', 'aria-hidden="true"'],
    ['what is told while it loads', '.x{opacity:0}.is-loading .x{opacity:1}', ''],
    ['what is told once all is sold', '.x{visibility:hidden}.product--sold-out .x{visibility:visible}', ''],
    ['thanks', '.x{display:none}.x.show{display:block}', ''],
    ['a code that nobody gets', '.x{display:none}', ''],
  ])('and not %s', async (_, sheet, attributes) => {
    const piece = `<style>${sheet}</style><p class="y">Yes <span class="x" ${attributes}>Only €29</span></p>`
    expect(await read(SCRIPT + piece)).toBe('Yes')
  })

  it('nor a trap for machines', async () => {
    const trap = '<label class="x">Only €29 <input name="website"></label>'
    expect(await read(`${SCRIPT}<style>.x{opacity:0;position:absolute}</style><form>Yes ${trap}</form>`)).toBe('Yes')
  })
})

it.each(['₪ 49', '49 zł', '499 Kč', '₹ 499', 'kr 49', '49 kr.', 'Fr. 29.90', 'R$ 49', 'Rs. 499', '49 PLN'])(
  'a price in any currency is one: %s',
  async (price) => {
    // An aside with a price is part of the offer, and one without is not.
    expect(await read(`<p>Yes</p><aside><p>Only ${price}</p></aside>`)).toContain(price)
  },
)

it.each(['Open on Fr. 12. Mai', 'Three try 3 cups', 'It is 6 ft tall'])(
  'and none is a day or a length: %s',
  async (text) => {
    expect(await read(`<p>Yes</p><aside><p>${text}</p></aside>`)).toBe('Yes')
  },
)

describe('a text that is drawn twice is read once:', () => {
  it.each([
    ['behind it', '<p>Fast now<span aria-hidden="true">Fast now</span></p>'],
    ['before it', '<p><span aria-hidden="true">Fast now</span>Fast now</p>'],
    ['between', '<p><b aria-hidden="true">Fast now</b><b>Fast now</b><b aria-hidden="true">Fast now</b></p>'],
    ['in a box', '<div><p>Fast now</p><div aria-hidden="true"><span>Fast now</span></div></div>'],
  ])('%s', async (_, piece) => {
    expect(await read(piece)).toBe('Fast now')
  })

  it('beside another text', async () => {
    expect(await read('<p><b>Havn:</b> <i aria-hidden="true">Fast now</i><i>Fast now</i></p>')).toBe('Havn: Fast now')
  })
})

it.each([
  '<p><span class="dropcap">T</span>he milk</p>',
  '<p><span class="dropcap">T</span> he milk</p>',
  '<p><span class="drop-cap">T</span>\nhe milk</p>',
  '<div><div class="dropcap">T</div>he milk</div>',
  '<p><span class="has-drop-cap">T</span><span>he milk</span></p>',
  '<style>.c{float:left;font-size:3em}</style><p><span class="c">T</span> he milk</p>',
])('a drop capital and what is behind it are one word: %s', async (piece) => {
  expect(await read(piece)).toBe('The milk')
})

it.each([
  '<cart-drawer class="drawer"><p>Your cart is empty</p></cart-drawer>',
  '<predictive-search><form><input><button>Search</button></form></predictive-search>',
  '<div class="v-snackbar">Saved</div>',
  '<div class="toast" role="alert">Saved</div>',
  '<div class="row"><div class="col-md-6"></div></div><div class="toast">Saved</div>',
])('what comes up over a page is not read: %s', async (piece) => {
  expect(await read(`<p>€39</p>${piece}`)).toBe('€39')
})

it('toast to eat is read', async () => {
  expect(await read('<div class="toast">Rye toast</div>')).toBe('Rye toast')
  expect(await read('<div class="row"><div class="col-md-6"><p class="toast">Rye</p></div></div>')).toBe('Rye')
})

it('shadow roots that a page declares are read, with what stands in their slots', async () => {
  const inner = '<x-note><template shadowrootmode="closed"><i>Note: <slot></slot></i></template>none</x-note>'
  const root = `<template shadowrootmode="open"><style>.old{text-decoration:line-through}</style><h2><slot name="title">Untitled</slot></h2><span class="old">€9</span> €7<slot></slot>${inner}</template>`
  const card = `<x-card>${root}<b slot="title">Drill</b><p>In Bristol</p><p slot="other">Never</p></x-card>`
  expect(await read(`${card}<template><p>A template</p></template>`)).toBe(
    'Drill\n\n~~€9~~ €7\n\nIn Bristol\n\nNote: none',
  )
})

it.each([
  [
    'with a label',
    '<h2 aria-label="Sleep better"><div aria-hidden="true"><div>S</div><div>leep</div></div><div aria-hidden="true">better</div></h2>',
    'Sleep better',
  ],
  [
    'in letters',
    '<h2><div style="display:inline-block"><div style="display: inline-block">H</div><div style="display:inline-block">i</div></div> <div style="display:inline-block">you</div></h2>',
    'Hi you',
  ],
  [
    'but cards side by side stay apart',
    '<div style="display:inline-block"><b>Solo</b> €9</div><div style="display:inline-block"><b>Duo</b> €12</div>',
    'Solo €9\n\nDuo €12',
  ],
  [
    'in spans that begin with a figure',
    '<p><span>Free returns</span><span>100 nights</span></p>',
    'Free returns 100 nights',
  ],
])('a headline that is split to move is whole: %s', async (_, piece, seen) => {
  expect(await read(piece)).toBe(seen)
})

describe('around an offer goes what its maker puts there:', () => {
  it.each([
    ['a footer of Elementor', '<div class="elementor elementor-location-footer"><p>Havn Ltd, no. 0912</p></div>'],
    ['a popup of Elementor', '<div class="elementor elementor-location-popup"><p>Wait! 10% off</p></div>'],
    [
      'forms of Klaviyo, Privy and OptinMonster',
      '<div class="klaviyo-form-Ab1">10% off</div><div id="privy-popup">Spin</div><div class="om-campaign">Join</div>',
    ],
    ['what AMP does not display', '<amp-sidebar layout="nodisplay"><ul><li>Menu</li></ul></amp-sidebar>'],
    ['the number of an article', '<div class="product_meta"><span class="sku_wrapper">SKU: GL-2</span></div>'],
    ['who wrote a page of Confluence', '<div class="page-metadata">Created by Mia Ott</div>'],
    [
      'the menu and label of Tilda',
      '<div class="t228"><a>Menu</a></div><div class="t-tildalabel"><a>Made on Tilda</a></div>',
    ],
    [
      'the newsletter of Squarespace',
      '<div class="sqs-block newsletter-block"><h2>Subscribe</h2><p>Sign up for news.</p></div>',
    ],
  ])('%s', async (_, piece) => {
    expect(await read(piece)).toBe('')
  })

  it.each([
    ['a price among such lines', '<div class="page-metadata">From €9</div>', 'From €9'],
    [
      'what is only named alike',
      '<div id="privy-council">Council</div><div class="hellobar-hero">Bar</div>',
      'Council\n\nBar',
    ],
  ])('but not %s', async (_, piece, seen) => {
    expect(await read(piece)).toBe(seen)
  })

  it('the foot of a newsletter of Mailchimp, as a page', async () => {
    const foot =
      '<p>Copyright © *|CURRENT_YEAR|* Korn, All rights reserved.</p><p>Want to change how you receive these emails?<br>You can <a>update your preferences</a> or <a>unsubscribe from this list</a>.</p>'
    expect(await read(foot)).toBe('')
  })

  it('the date of a page of Notion, but not how a thing was made', async () => {
    const page = (line: string) =>
      textOf(Buffer.from(`# Oat\n\nStatus: Draft\nOwner: Mia\n${line}\n\n${OFFER}`), 'a.md')
    expect(await page('Created: January 3, 2026 10:00 AM')).toBe(`# Oat\n\n${OFFER}`)
    expect(await page('Created: by hand')).toBe(`# Oat\n\nCreated: by hand\n\n${OFFER}`)
  })
})
