import { readFileSync } from 'node:fs'
import { MAX_STIMULUS } from '../../src/domain/panel/stimulus.js'
import type { Category } from '../../src/domain/personas/persona.js'

const example = (file: string): string =>
  readFileSync(new URL(`../../examples/${file}.md`, import.meta.url), 'utf8').trim()
const EXAMPLES = { oat: example('oat-drink') }
export const OAT = EXAMPLES.oat

export type Proposition = { readonly name: string; readonly category: Category; readonly text: string }

/** Propositions somebody could sell: a plain offer, a proof, a price or a way back. */
export const GOOD: readonly Proposition[] = [
  { name: 'oat drink', category: 'food_drink', text: EXAMPLES.oat },
  {
    name: 'shift planner',
    category: 'saas',
    text: 'Rota is a scheduling app for clinics. In a pilot with 14 wards at Mercy Hospital in 2024, unfilled shifts fell from 9% to 4%; read the full report at rota.example. It connects to your payroll. £4 per person per month. Cancel any time in the first 60 days and we refund everything.',
  },
  {
    name: 'hand cream',
    category: 'beauty',
    text: 'A hand cream with 10% urea for dry skin, made without fragrance. Tested on 120 nurses at Leeds University Hospital in 2023: cracked skin healed in 9 days on average, report published at handcream.example. £6 for 75 ml. Full refund within 30 days.',
  },
  {
    name: 'savings account',
    category: 'finance',
    text: 'An easy-access savings account from a mutual building society, protected by the FSCS. 3.2% interest, no fees, no minimum. Withdraw at any time without notice. Rates can fall; we tell you 60 days before.',
  },
  {
    name: 'speaker',
    category: 'tech',
    text: 'A kitchen radio with a replaceable battery that lasts 20 hours, measured by the Consumer Association at half volume. Works with Bluetooth. It stores no data. £79 with a five-year warranty; spare parts are listed online.',
  },
  {
    name: 'lake cottage',
    category: 'travel',
    text: 'A quiet cottage by the lake for four people, breakfast included, ten minutes from the train station. Guests rated it 4.7 in 312 reviews. £480 for a week in May, and you can cancel until the day before for a full refund. ATOL protected.',
  },
  {
    name: 'sleep course',
    category: 'health',
    text: 'A six-week sleep course with a nurse on the phone. In a randomised trial with 210 adults at Bristol University, published in 2022, people fell asleep 24 minutes sooner. Not suitable during pregnancy; talk to your doctor about other medicines. £25.',
  },
  {
    name: 'washing powder',
    category: 'fmcg',
    text: 'A washing powder made from five ingredients, in a cardboard box that can be recycled. It removed the same stains as the leading brand in a test by the Consumer Association in March 2024. £7.20 for 40 washes. Sold in most supermarkets.',
  },
  {
    name: 'dishwasher tablets',
    category: 'fmcg',
    text: 'Dishwasher tablets without plastic wrap, in a cardboard box. In a test by an independent institute on 300 plates they cleaned as well as the leading brand (report published in April 2024). £5.90 for 40 washes. Full refund if you are not happy.',
  },
  {
    name: 'sunscreen',
    category: 'beauty',
    text: 'A mineral sunscreen, SPF 30, unscented, for sensitive skin. UVA protection was measured by an accredited laboratory on 20 volunteers in 2023; read the full report at sunmilk.example. £14 for 200 ml, vegan, free returns within 30 days.',
  },
  {
    name: 'lentil soup',
    category: 'food_drink',
    text: 'A lentil soup made from five ingredients, grown on a farm in Suffolk. It tastes of cumin and lemon and keeps for two years. In a blind tasting by the Campden institute, 61 of 90 people chose it over the leading can. £1.80 in most supermarkets.',
  },
  {
    name: 'backup drive',
    category: 'tech',
    text: 'A backup drive for families: plug it in and it saves a copy every night. Your photos stay at home, encrypted, and nobody else can read them. Tested by the Consumer Association on 12 laptops in 2024. Works with Windows and macOS. £89, five-year warranty, spare parts online.',
  },
  {
    name: 'invoice tool',
    category: 'saas',
    text: 'Ledgerly sends invoices and reminders for small trades. In a pilot with 40 joinery companies run by the University of Kent in 2024, invoices were paid 6 days sooner; read the report at ledgerly.example. It connects to Xero. £12 per company per month, no contract, 30-day free trial.',
  },
  {
    name: 'travel card',
    category: 'finance',
    text: 'A debit card for travel without foreign fees. We charge £3 a month and nothing else; the exchange rate is the one of the day, published at card.example. Deposits are protected by the FSCS. Cancel any time in the app, without notice.',
  },
  {
    name: 'night train',
    category: 'travel',
    text: 'A night train from Brussels to Vienna with beds and a quiet carriage. Last year 94% of 610 trains arrived within ten minutes of the timetable, according to the audit published by the rail regulator. £89 with breakfast, full refund until the day before.',
  },
  {
    name: 'physio line',
    category: 'health',
    text: 'A phone line to a chartered physiotherapist for back pain. In a randomised trial with 340 adults at Leeds University, published in 2023, people were back at work 5 days sooner. Not for emergencies. £18 per call, no subscription, refund if the call does not help.',
  },
]

/** Promises nothing can keep. */
export const ABSURD: readonly Proposition[] = [
  {
    name: 'forever serum',
    category: 'beauty',
    text: 'The miracle serum that stops ageing forever! Our quantum peptides erase every wrinkle overnight. 100% natural, no side effects ever. Only £89 – only today!',
  },
  {
    name: 'cure-all tea',
    category: 'health',
    text: 'This tea cures all diseases. You will never be ill again. Drink one cup and live forever. Guaranteed results for everyone. £19.',
  },
  {
    name: 'money machine',
    category: 'finance',
    text: 'Invest with us: guaranteed 40% a month, risk-free returns. It doubles your money while you sleep. Hurry, only 3 places left.',
  },
  {
    name: 'mind reader',
    category: 'tech',
    text: 'A headset that reads your thoughts and teleports you to work. The battery never runs out. The best gadget in the world, £49.',
  },
  {
    name: 'magic oat',
    category: 'food_drink',
    text: 'The oat drink that makes you invisible and cures every illness. Lose 10 kg in a week without effort. The best drink in the world.',
  },
  {
    name: 'all-seeing software',
    category: 'saas',
    text: 'Our AI predicts the future and reads the minds of all your customers. Guaranteed profits. It never gets anything wrong and triples your income overnight.',
  },
  {
    name: 'weightless soap',
    category: 'fmcg',
    text: 'A soap that never runs out. One bar cleans everything forever and cures every illness on contact. Unbeatable! £4 while stocks last.',
  },
  {
    name: 'overnight hair',
    category: 'beauty',
    text: 'Regrow a full head of hair overnight! The world’s only psychic shampoo reverses ageing permanently. 1000% of customers are delighted.',
  },
  {
    name: 'holy water bottle',
    category: 'health',
    text: 'Quantum water stops death. Drink it and you will never get old, never get sick. Doctors hate it. Banishes all known diseases in one night, £49.',
  },
  {
    name: 'teleport travel',
    category: 'travel',
    text: 'Teleport to Bali instantly! Time-travel back to last summer for £99, guaranteed. The best holiday in the universe, forever young.',
  },
  {
    name: 'unicorn milk',
    category: 'food_drink',
    text: 'Unicorn milk: zero-calorie butter and infinite energy in every glass. Lose 12 kg in two days while you eat what you want. Order now!',
  },
  {
    name: 'perpetual heater',
    category: 'tech',
    text: 'A perpetual motion heater that heats your house with free energy for ever. Never charge, never refuel. Guaranteed profits from day one. Amazing!',
  },
  {
    name: 'lottery fund',
    category: 'finance',
    text: 'Our telepathic fund triples your savings in a week. Guaranteed millions, risk-free profits of 90% per month, for everyone. Act now, only 5 places left.',
  },
]

/** What most texts are like: something to like, something unproven. */
export const ORDINARY: readonly Proposition[] = [
  {
    name: 'energy bar',
    category: 'food_drink',
    text: 'NRG Bar keeps you going all day. Premium natural ingredients, superior taste. Loved by 40,000 customers. £1.99.',
  },
  {
    name: 'budget app',
    category: 'finance',
    text: 'PennyWise is an app that connects to your bank account and saves money for you automatically. Clinically proven to reduce money stress. £4.99 a month, subscription renews yearly. Was £9.99.',
  },
  {
    name: 'jargon',
    category: 'saas',
    text: 'Leverage our AI-powered end-to-end omnichannel platform to orchestrate synergy across your value chain. Trusted by leading stakeholders.',
  },
  { name: 'wet sock', category: 'fmcg', text: 'A single wet sock, posted to you every week for £9 a month.' },
  {
    name: 'pressure',
    category: 'travel',
    text: 'Hurry! Only 2 rooms left. Paradise resort, the most beautiful beach on earth, was €2,400, now €899 – ends tonight.',
  },
  { name: 'price only', category: 'tech', text: 'Smart lamp. $1,299.00.' },
  {
    name: 'bin bags',
    category: 'fmcg',
    text: 'Strong bin bags made from 80% recycled plastic. They hold more and tear less. £3.20 for 20.',
  },
  {
    name: 'fabric softener',
    category: 'fmcg',
    text: 'New FreshBreeze softener keeps your clothes fresh for weeks. Our longest-lasting scent ever, now in a smaller bottle. £4.50. Loved by families.',
  },
  {
    name: 'price rise loo roll',
    category: 'fmcg',
    text: 'From 1 March a pack of nine rolls costs £6.40 instead of £5.80. Paper pulp has become dearer and we pay our drivers more. Nothing else changes: same rolls, same softness.',
  },
  {
    name: 'vitamin serum',
    category: 'beauty',
    text: 'GlowUp is a vitamin C serum for tired skin. It brightens in 14 days and reduces dark spots by 32%. Dermatologically tested. £34 for 30 ml.',
  },
  {
    name: 'shaving subscription',
    category: 'beauty',
    text: 'Shave better for less. Five blades, a weighted handle and a gel that smells of cedar. £8 a month, subscription, delivered to your door. Join 60,000 customers.',
  },
  {
    name: 'hair oil launch post',
    category: 'beauty',
    text: 'We made the thing we could not find: an argan oil that does not make your hair greasy. Two years, 31 batches and a lot of patience. It launches today. £22. Tell us what you think 💚',
  },
  {
    name: 'kombucha',
    category: 'food_drink',
    text: 'Brewed in small batches with ginger and lemon, our kombucha is full of goodness and supports your gut. Less sugar than cola. £2.80 a bottle, in the chiller.',
  },
  {
    name: 'protein yoghurt',
    category: 'food_drink',
    text: '20 g of protein in every pot. Creamy, no added sugar, vanilla flavour. Keeps you full longer. £1.60.',
  },
  {
    name: 'coffee price rise',
    category: 'food_drink',
    text: 'Dear customers, our beans will cost £9.50 from May, up from £8.20. Harvests in Brazil were poor, and we will not buy worse coffee. If you order before May you pay the old price.',
  },
  {
    name: 'smart thermostat',
    category: 'tech',
    text: 'The new Warmly thermostat learns your routine and cuts your heating bill by up to 25%. Works with Alexa and Google. £149 instead of £199. Installed in minutes.',
  },
  {
    name: 'earbuds launch',
    category: 'tech',
    text: 'Meet Pebble One. 30 hours of battery, noise cancelling that adapts to you, and a case the size of a coin. Pre-order today for $79, ships in October.',
  },
  {
    name: 'e-bike',
    category: 'tech',
    text: 'A folding e-bike that weighs 14 kg and goes 60 km on one charge. It fits under a desk and in a boot. £1,150, two-year warranty, free delivery.',
  },
  {
    name: 'crm landing page',
    category: 'saas',
    text: `# The CRM your team will actually use

Stop losing deals in spreadsheets.

- Set up in 15 minutes
- Saves every rep 5 hours a week
- Connects to Gmail, Slack and HubSpot

> “We closed 30% more deals in the first quarter.” — Dana, sales lead

**Start free.** Then £19 per user per month. Cancel any time.`,
  },
  {
    name: 'helpdesk price rise',
    category: 'saas',
    text: 'From 1 June the Team plan costs £29 per seat per month instead of £24. Since the last change we have added single sign-on, audit logs and a phone line. Your price stays as it is until your contract ends. Questions? Write to us.',
  },
  {
    name: 'ai meeting notes',
    category: 'saas',
    text: 'Never take notes again. Minutely listens to your meetings and sends summaries with action items to everyone. 10x faster follow-ups. Trusted by 2,000 teams. $12 per user per month.',
  },
  {
    name: 'credit card',
    category: 'finance',
    text: 'A credit card with 1% cashback on everything and no annual fee in the first year, £60 after that. 24.9% APR representative. Terms and conditions apply.',
  },
  {
    name: 'robo investing',
    category: 'finance',
    text: 'Investing made easy. Our robo-advisor builds a portfolio for you in minutes and keeps it balanced. Start with £50. Fees from 0.4% a year. Your capital is at risk.',
  },
  {
    name: 'insurance switch',
    category: 'finance',
    text: 'Switch your home insurance and save up to £140 a year. Customers who switched last year saved 22% on average. Get a quote in two minutes, no obligation.',
  },
  {
    name: 'city break',
    category: 'travel',
    text: 'Three nights in Lisbon from £249 with flights and breakfast. Boutique hotels, hand-picked by our team. Book by Friday and get a free walking tour.',
  },
  {
    name: 'hotel loyalty',
    category: 'travel',
    text: 'Join StayMore and earn a free night for every ten you book. Members save 10% on average. Over 1 million members. Exclusions apply.',
  },
  {
    name: 'hiking tour',
    category: 'travel',
    text: 'Walk the Cotswold Way in seven days. We book the rooms and carry your luggage; you carry a sandwich. Small groups of eight, a guide who knows every pub. £890 per person.',
  },
  {
    name: 'probiotic',
    category: 'health',
    text: 'A daily probiotic with 50 billion live cultures. It supports digestion, boosts immunity and helps you feel your best. Clinically proven strains. £29 a month, subscribe and save 15%.',
  },
  {
    name: 'standing desk',
    category: 'health',
    text: 'Sitting is the new smoking. Our standing desk relieves back pain, burns 200 more calories a day and lasts 20 years. £379.',
  },
  {
    name: 'meditation app',
    category: 'health',
    text: 'Ten minutes a day for a calmer mind. CalmPath guides you with a gentle voice, reminds you kindly and never shows adverts. £39.99 a year after a 14-day trial.',
  },
  {
    name: 'long landing page',
    category: 'tech',
    text: `# Lumen Home Hub

## One box for the whole house

Lumen is a hub for lights, heating, blinds and locks. It works with Matter, Zigbee and Bluetooth, so that what you have already bought keeps working. It stands in the hall and has one button.

## Why people switch

- No cloud: your data stays at home, and the lights work when the internet does not.
- Set up in 20 minutes with a phone. There is no account to make.
- Updates for ten years. We publish the list of changes.

## What it does for your bill

Heating only the rooms you use saves energy. In our own test with 25 households in 2024, gas use fell by 11%; the report is available at lumen.example.

## What it does not do

It does not listen. It has no camera. It does not sell you anything. If you leave, you can export your rules as a file.

## Price

£169, or £14 a month for twelve months. Two-year warranty. Try it for 60 days and send it back for a full refund if it is not for you.

## Reviews

Rated 4.4 stars in 1,120 reviews. “I forgot that it is there”, writes one customer. “The blinds took me an evening”, writes another.`,
  },
]

/** Little to like or little said: jargon, pressure, hints, disgust, one-liners. */
export const WEAK: readonly Proposition[] = [
  {
    name: 'one-liner soap',
    category: 'fmcg',
    text: 'The soap that makes your day a little brighter than yesterday was.',
  },
  {
    name: 'slogan cleaner',
    category: 'fmcg',
    text: 'Clean. Cleaner. Sparkle & Co. Because you deserve the ultimate shine in your beautiful home.',
  },
  {
    name: 'gravel muesli',
    category: 'food_drink',
    text: 'A crunchy breakfast with real gravel and a hint of sewage. It smells bad and causes rashes. £3.',
  },
  {
    name: 'wellness shot',
    category: 'food_drink',
    text: 'Elevate your wellness with our holistic adaptogenic nootropic shot. Pure. Premium. Powerful. All-natural goodness, reimagined for the next generation of you.',
  },
  {
    name: 'hurry cream',
    category: 'beauty',
    text: 'LAST CHANCE! Only 7 left. The most luxurious cream you will ever own. Ends tonight. Order now, while stocks last! £120.',
  },
  {
    name: 'empty beauty',
    category: 'beauty',
    text: 'Beauty, reinvented. Discover the secret that everyone is talking about. You will see.',
  },
  {
    name: 'vague gadget',
    category: 'tech',
    text: 'An innovative next-generation device that transforms the way you live. Seamless, effortless, revolutionary. Coming soon.',
  },
  {
    name: 'locked phone',
    category: 'tech',
    text: 'A phone for £9 a month with a 36-month contract, a £120 set-up fee and a cancellation fee. The battery is glued in. Terms and conditions apply.',
  },
  {
    name: 'buzzword post',
    category: 'saas',
    text: 'Thrilled to announce that we are leveraging agentic AI-native orchestration to unlock mission-critical synergies for stakeholders across the value chain! 🚀🚀🚀 #innovation',
  },
  {
    name: 'contact sales',
    category: 'saas',
    text: 'The number one enterprise platform for everything. Contact sales for a quote. Award-winning, world-class, unmatched.',
  },
  {
    name: 'crypto club',
    category: 'finance',
    text: 'Get in early. Our tokenised blockchain club is the smartest way to grow your money. Loved by 9,000 members. First 100 people only. Non-refundable joining fee of £500.',
  },
  {
    name: 'overdraft',
    category: 'finance',
    text: 'Need cash today? Borrow £200 in minutes and pay back later. Fees apply. Minimum term 12 months.',
  },
  {
    name: 'expensive hostel',
    category: 'travel',
    text: 'A bed in a room for twelve, next to the motorway, shared bathroom. £310 a night, non-refundable. Some guests found cockroaches.',
  },
  {
    name: 'mystery trip',
    category: 'travel',
    text: 'We will not tell you where you are going. You will not want to come back. Enquire within for the journey of a lifetime.',
  },
  {
    name: 'detox tea',
    category: 'health',
    text: 'Detox your body with pure ancient herbs. Experts agree. Feel amazing, look incredible, live better. Limited edition, £45 for 14 bags.',
  },
  {
    name: 'magnet bracelet',
    category: 'health',
    text: 'This ionised nano bracelet restores your natural balance and relieves pain. Scientifically proven. Millions can’t be wrong. £59, today only.',
  },
  {
    name: 'hard to read',
    category: 'finance',
    text: 'The aforementioned instrument, notwithstanding its multifaceted characteristics and the considerable administrative responsibilities associated with the documentation thereof, facilitates the systematic accumulation of intergenerational financial sustainability for individuals demonstrating appropriate qualifications, subject to verification procedures administered independently by the institution’s representatives.',
  },
]

/** Texts nobody would sell by; the model must not stumble over them. */
export const UGLY: readonly Proposition[] = [
  { name: 'one word', category: 'fmcg', text: 'Soap' },
  { name: 'one letter', category: 'fmcg', text: 'a' },
  { name: 'a dot', category: 'saas', text: '.' },
  { name: 'emoji', category: 'food_drink', text: '👩‍👩‍👧‍👦🥛🔥🔥🔥' },
  {
    name: 'longest, words',
    category: 'fmcg',
    text: 'Fresh oats make a better morning. '.repeat(1_000).slice(0, MAX_STIMULUS),
  },
  { name: 'longest, one word', category: 'health', text: 'x'.repeat(MAX_STIMULUS) },
  { name: 'longest, newlines', category: 'tech', text: `${'y\n'.repeat(MAX_STIMULUS / 2 - 1)}yy` },
  { name: 'longest, brackets', category: 'tech', text: `${'(['.repeat(MAX_STIMULUS / 2 - 1)}ab` },
  { name: 'arabic', category: 'beauty', text: 'كريم جديد للبشرة الجافة مع ضمان استرداد الأموال خلال ثلاثين يوما' },
  { name: 'hebrew with price', category: 'beauty', text: 'קרם לחות חדש ב-₪49 בלבד' },
  {
    name: 'french',
    category: 'food_drink',
    text: 'La boisson à l’avoine qui se comporte comme du lait, sans sucre ajouté et sans arôme.',
  },
  { name: 'chinese', category: 'tech', text: '全新智能手表,续航七天,售价九百九十九元。' },
  {
    name: 'html',
    category: 'saas',
    text: '<h1>Best <b>CRM</b></h1><script>alert("x")</script><p>Saves 5 hours a week. <a href="javascript:alert(1)">Buy now</a></p>',
  },
  {
    name: 'templates',
    category: 'saas',
    text: 'The [best|worst] {q} app in the world saves {price} and $VALUE for %s people with $& and $1 [a|b].',
  },
  {
    name: 'controls',
    category: 'fmcg',
    text: 'Clean\u0000er soap \u202Ethat reduces\u202C dirt by 50%\u0007 and \ud83d saves \udc00 water \u200b every day\ufeff',
  },
  { name: 'zalgo', category: 'health', text: 'T̸̡̛͖̳o͎̭͝ i̷̢̛n̴v̢͢ò̷k͡e ţ̶h̸e̛ h̶i̡v̷e̸ m̷i̶n̵d̸ reduces s̴t̸r̶e̵s̷s by 20%' },
  { name: 'sql', category: 'saas', text: "Robert'); DROP TABLE runs;-- the best database of the world" },
  {
    name: 'curly quotes',
    category: 'food_drink',
    text: 'Our “best ever” juice is “clinically proven” to ‘boost’ your morning. I believe all of it. “Nothing beats it”, says Ann.',
  },
  {
    name: 'prices',
    category: 'finance',
    text: '£999999999999999999999999 or $0.00 or 1.299,00 € or ¥5,000,000 or 99p',
  },
  {
    name: 'markdown',
    category: 'fmcg',
    text: '# **Sale**\n\n> The __cheapest__ `soap`\n\n1. Cleans *everything*\n2. Costs | £2 |\n\n---\n[link](http://x.example)',
  },
]

/** The propositions proper. */
export const CORPUS: readonly Proposition[] = [...GOOD, ...ORDINARY, ...WEAK, ...ABSURD]
export const ALL: readonly Proposition[] = [...CORPUS, ...UGLY]
