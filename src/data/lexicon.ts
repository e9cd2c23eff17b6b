import { z } from 'zod'
import { CONCERNS } from '../domain/simulation/concern.js'
import { aroundExpressions } from './around-expressions.js'
import { dataFile } from './data-file.js'
import { versionExpressions } from './version-expressions.js'
import {
  expression,
  LANGUAGES,
  openingPhrases,
  phrases,
  phrasesByLanguage,
  phrasesInSomeLanguages,
  wholePhrases,
  wholeTexts,
  wordList,
  wordSet,
} from './word-list.js'

/** Kinds of objections, each found by its own rule. */
export const OBJECTIONS = [
  'thin',
  'harm',
  'no_better',
  'absurd',
  'pressure',
  'strings',
  'jargon',
  'superlative',
  'vague',
  'figure',
  'unproven',
  'price_high',
  'price_missing',
] as const
export type Objection = (typeof OBJECTIONS)[number]

/** Objections that people keep to themselves. */
export const HIDDEN_OBJECTIONS = ['money', 'household', 'habit', 'motive', 'career'] as const
export type HiddenObjection = (typeof HIDDEN_OBJECTIONS)[number]

/** Kinds of arguments for a proposition. */
export const ARGUMENTS = ['proof', 'plain', 'guarantee', 'value'] as const
export type Argument = (typeof ARGUMENTS)[number]

/** Kinds of questions about somebody's weeks with a product, in the order in which they are answered. */
export const QUESTION_KINDS = [
  'refund',
  'trial',
  'wish',
  'left',
  'using',
  'support',
  'docs',
  'heard',
  'told',
  'pay',
  'called',
  'lost',
  'slow',
  'broke',
  'unclear',
  'annoyed',
  'liked',
  'first',
  'feel',
  'time',
  'overall',
  'remember',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** Situations that a message to a sales agent creates, the gravest first. */
export const SITUATIONS = [
  'opt_out',
  'trick',
  'bot_question',
  'legal',
  'not_the_decider',
  'bad_fit',
  'rival',
  'price',
  'ready',
  'cold',
  'vague',
] as const
export type Situation = (typeof SITUATIONS)[number] | 'going_on'

/** Topics for qualifying a prospect. */
export const QUALIFYING_TOPICS = ['need', 'budget', 'authority', 'timeline'] as const
export type QualifyingTopic = (typeof QUALIFYING_TOPICS)[number]

const GLOBAL_LIST = wordList('gu')
const points = z.number().min(0).max(1)
/** Phrases of all languages, as expression sources, in which # stands for a number. */
const templates = z.record(z.enum(LANGUAGES), z.array(z.string())).transform((lists) => Object.values(lists).flat())

/** Claims a buyer would rely on, by kind. */
export const CLAIM_KINDS = [
  'certificate',
  'audit',
  'award',
  'guarantee',
  'scarcity',
  'customer',
  'partner',
  'quality',
] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** What a number can count. */
export const UNITS = [
  'money',
  'percent',
  'seconds',
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'years',
  'times',
] as const
export type Unit = (typeof UNITS)[number]

/** Expressions of all languages joined to one source; "~" stands for the rest of a word. */
const lists = z.partialRecord(z.enum(LANGUAGES), z.array(expression)).transform((languages) =>
  Object.values(languages)
    .flat()
    .map((source) => source.replaceAll('~', '\\p{L}*').replaceAll("'", "['’]"))
    .join('|'),
)
/** What may stand between a form of address and a name: "Prof. Dr. med. ", "Dipl.-Ing. (FH) ". */
const degreesBetween = (degrees: string): string =>
  `(?:\\(?(?:${degrees})\\)?\\.?[ -]?|\\p{Ll}{1,6}\\. ?){0,8}(?<=[ .])`
/** Kinds of personal data that a heading or a label announces, in the order in which they are looked for. */
const LABEL_KINDS = ['e_mails', 'phones', 'devices', 'official', 'bank', 'addresses', 'births', 'accounts'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** What may stand behind a label: that it is a number. */
const NUMBERED = '(?: ?(?:id|no|nr|num|number|nummer|key|uuid|code))?'

const phrasesByConcern = z.partialRecord(z.enum(CONCERNS), phrasesInSomeLanguages).default({})
/** Asserts that no letter of the same word precedes. */
const EDGE = '(?<![\\p{L}\\p{N}])'

type NumberWords = {
  readonly small: readonly string[]
  readonly tens: readonly string[]
  readonly join: 'tens-units' | 'unitsundtens'
}

/** Every number word from 0 to 99 with its number. */
function numberWords({ small, tens, join }: NumberWords): [string, number][] {
  const words = small.map((word, number): [string, number] => [word, number])
  for (const [place, ten] of tens.entries()) {
    const round = 10 * (place + 2)
    words.push([ten, round])
    for (let unit = 1; unit <= 9; unit++)
      words.push([join === 'tens-units' ? `${ten}-${small[unit]}` : `${small[unit]}und${ten}`, round + unit])
  }
  return words
}

/** The words that the checks of agents and the offline behaviour model recognize, by file. */
export const LEXICON = {
  agents: dataFile(
    'lexicon/agents.yaml',
    z.strictObject({
      language: z.record(
        z.enum(LANGUAGES),
        z.array(z.string()).transform((words) => new Set(words)),
      ),
      amounts: z.record(z.enum(LANGUAGES), z.record(z.string(), z.number().positive())),
      units: z.record(z.enum(UNITS), phrases),
      unit_days: z.record(z.enum(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years']), z.number()),
      claims: z.record(z.enum(CLAIM_KINDS), phrasesByLanguage),
      asks: phrasesByLanguage,
      concession: phrasesByLanguage,
      about: phrasesByLanguage,
      denial: phrasesByLanguage,
      unknown: phrasesByLanguage,
      us: phrasesByLanguage,
      myself: phrasesByLanguage,
      machine: phrasesByLanguage,
      person: phrasesByLanguage,
      you: phrasesByLanguage,
      subject: phrasesByLanguage,
      yes: phrasesByLanguage,
      no: phrasesByLanguage,
      self: phrasesByLanguage,
      i_am: phrasesByLanguage,
      human_life: phrasesByLanguage,
      opt_out: phrasesByLanguage,
      not_opt_out: phrasesByLanguage,
      had_enough: phrasesByLanguage,
      stop_confirmed: phrasesByLanguage,
      goes_on: phrasesByLanguage,
      way_back: phrasesByLanguage,
      orders: phrasesByLanguage,
      imperatives: phrasesByLanguage,
      secret: phrasesByLanguage,
      told_so: phrasesByLanguage,
      asks_rules: phrasesByLanguage,
      refuses: phrasesByLanguage,
    }),
  ),
  claims: dataFile(
    'lexicon/claims.yaml',
    z.strictObject({
      superlative: GLOBAL_LIST,
      vague: GLOBAL_LIST,
      jargon: GLOBAL_LIST,
      weak_proof: GLOBAL_LIST,
      figure: GLOBAL_LIST,
      pressure: GLOBAL_LIST,
      guarantee: GLOBAL_LIST,
      strings: GLOBAL_LIST,
      disclaimer: GLOBAL_LIST,
      around: GLOBAL_LIST,
      harm: GLOBAL_LIST,
      no_better: GLOBAL_LIST,
      absurd: GLOBAL_LIST,
      evidence: z.record(
        z.enum(['test', 'sample', 'outside_body', 'place_to_check', 'date']),
        z.strictObject({ points, heard: GLOBAL_LIST }),
      ),
    }),
  ),
  conversations: dataFile(
    'lexicon/conversations.yaml',
    z.strictObject({
      situations: z.record(z.enum(SITUATIONS), wordList('i')),
      asked: z.record(z.enum(QUALIFYING_TOPICS), wordList('i')),
    }),
  ),
  concerns: dataFile(
    'lexicon/concerns.yaml',
    z.strictObject({
      untroubled: phrasesByLanguage,
      polarity: z.record(
        z.enum([
          ...['indifferent', 'content', 'negations', 'excess', 'interrupting', 'wishes', 'complaints'],
          ...['joints', 'contrasts'],
        ] as const),
        phrasesInSomeLanguages,
      ),
      plain: wordSet,
      concerns: z.record(z.enum(CONCERNS), phrasesByLanguage),
      later: z.array(
        z.strictObject({
          from: z.int().min(1),
          elsewhere: phrasesByConcern,
          concerns: phrasesByConcern,
          troubles: phrasesByConcern,
          settled: phrasesByConcern,
          ...{ indifferent: phrasesInSomeLanguages.optional(), wishes: phrasesInSomeLanguages.optional() },
          content: phrasesInSomeLanguages.optional(),
          ...{ others: phrasesInSomeLanguages.optional(), myself: phrasesInSomeLanguages.optional() },
          own_subject: phrasesInSomeLanguages.optional(),
          ...{ echo_denied: phrasesInSomeLanguages.optional(), echo_shared: phrasesInSomeLanguages.optional() },
          ...{ reports: phrasesInSomeLanguages.optional(), fronted: phrasesInSomeLanguages.optional() },
          never_last: phrasesInSomeLanguages.optional(),
        }),
      ),
    }),
  ),
  addresses: dataFile(
    'lexicon/addresses.yaml',
    z
      .strictObject({
        no_streets: lists,
        counted: lists,
        units: lists,
        counted_first: lists,
        place_labels: lists,
        before_nouns: lists,
      })
      .transform(({ no_streets, counted, units, counted_first, place_labels, before_nouns }) => ({
        /** A street's name, without what comes before it, that is no street. */
        no_street: new RegExp(`${EDGE}(?:${no_streets})$`, 'iu'),
        /** The word before the number. */
        counted: new RegExp(`${EDGE}(?:${counted})$`, 'iu'),
        /** What follows a number. */
        unit: new RegExp(`^ ?(?:${units})(?![\\p{L}\\p{N}])`, 'iu'),
        counted_first: new RegExp(`^\\d+[ -](?:${counted_first})(?!\\p{L})`, 'iu'),
        /** A whole label, as of `wordsOf`. */
        place_label: new RegExp(`^(?:${place_labels})$`, 'u'),
        before_noun: new RegExp(`^(?:${before_nouns})(?!\\p{L})`, 'iu'),
      })),
  ),
  /** Words of everyday English and German, in small letters. */
  everyday_words: dataFile(
    'lexicon/everyday-words.yaml',
    z
      .strictObject({ english: wordSet, german: wordSet })
      .transform(({ english, german }) => new Set([...english, ...german])),
  ),
  name_cues: dataFile(
    'lexicon/name-cues.yaml',
    z
      .strictObject({
        titles: lists,
        female_titles: lists,
        male_titles: lists,
        degrees: lists,
        unrelated: lists,
        called: lists,
        owners: lists,
        people: lists,
        noble_titles: lists,
        behind_titles: lists,
        particles: lists,
        particles_within: lists,
        named: lists,
        labels: lists,
        askers: lists,
        sure_labels: lists,
        columns: lists,
        logins: lists,
        role_columns: lists,
        plain_columns: lists,
        thing_columns: lists,
        of_people: lists,
        respondent_headings: lists,
        customer_headings: lists,
        person_headings: lists,
        greetings: lists,
        spoken_with: lists,
        speaks: lists,
        before_nouns: lists,
        nobody: wordSet,
        abbreviations: wordSet,
        orders: wordSet,
        line_labels: wordSet,
        follows: wordSet,
        english: wordSet,
        german: wordSet,
      })
      .transform(
        ({
          titles,
          female_titles,
          male_titles,
          degrees,
          unrelated,
          called,
          owners,
          people,
          noble_titles,
          behind_titles,
          particles,
          particles_within,
          named,
          labels,
          askers,
          sure_labels,
          columns,
          logins,
          role_columns,
          plain_columns,
          thing_columns,
          of_people,
          respondent_headings,
          customer_headings,
          person_headings,
          greetings,
          spoken_with,
          speaks,
          before_nouns,
          ...words
        }) => ({
          /** Each expression matches a text that ends where a name may begin. */
          title: new RegExp(
            `${EDGE}(?:${titles})\\.?[ -](?:\\(?(?:${behind_titles})\\)?\\.?[ -]?){0,8}(?<=[ .])$`,
            'u',
          ),
          female_title: new RegExp(`${EDGE}(?:${female_titles})\\.? ${degreesBetween(behind_titles)}$`, 'u'),
          male_title: new RegExp(`${EDGE}(?:${male_titles})\\.? ${degreesBetween(behind_titles)}$`, 'u'),
          degree: new RegExp(`${EDGE}(?:${degrees})\\.? ?${degreesBetween(behind_titles)}$`, 'u'),
          /** At the beginning of what stands behind a name. */
          unrelated: new RegExp(`^,? ?\\(?(?:${unrelated})(?!\\p{L})`, 'iu'),
          noble_title: new RegExp(
            `${EDGE}(?:${noble_titles}) (?:${particles})(?: ?(?:${particles_within})){0,2} ?$`,
            'u',
          ),
          /** Words within a surname, from the first of them to where its own begins. */
          particle: new RegExp(`(?<=[\\s.-])(?:${particles})(?: ?(?:${particles_within})){0,2} ?$`, 'u'),
          /** All that stands between two words of a name: initials as well. */
          between: new RegExp(
            `^ (?:(?:\\p{Lu}\\.|O|(?:${particles})(?: ?(?:${particles_within})){0,2}|der|den|la|le) ?){0,3}$`,
            'u',
          ),
          called: new RegExp(`${EDGE}(?:${called})[,:]?\\s{1,3}$`, 'iu'),
          related: new RegExp(`${EDGE}(?:${owners}) (?:[\\p{L}-]{2,12} )?(?:${people}),? $`, 'iu'),
          label: new RegExp(`(?:^|\\n)[-*•\\s]{0,3}(?:${named}|${labels})\\s?(?:\\*\\*)?:(?:\\*\\*)?\\s{1,3}$`, 'iu'),
          sure_label: new RegExp(`${EDGE}(?:${sure_labels})\\s?(?:\\*\\*)?:(?:\\*\\*)?\\s{1,3}$`, 'iu'),
          /** The end of a column's heading, in small letters and with blanks for other marks. */
          name_column: new RegExp(`(?:^| )(?:${columns}|${logins}) ?\\d{0,2}$`, 'u'),
          login: new RegExp(`(?:^| )(?:${logins}) ?\\d{0,2}$`, 'u'),
          role_column: new RegExp(`(?:^| )(?:${role_columns}|${named}|${labels}|${people}) ?\\d{0,2}$`, 'u'),
          asker: new RegExp(`(?:^| )(?:${askers}) ?\\d{0,2}$`, 'u'),
          /** A whole heading, in small letters. */
          name_label: new RegExp(`^(?:${named}|${labels}|${columns}|${logins})$`, 'u'),
          /** Within a heading, in small letters. */
          named: new RegExp(`${EDGE}(?:${named})(?![\\p{L}\\p{N}])`, 'u'),
          plain_column: new RegExp(`(?:^| )(?:${plain_columns}|${thing_columns}) ?\\d{0,2}$`, 'u'),
          /** Of these, of what is called after people. */
          thing_column: new RegExp(`(?:^| )(?:${thing_columns}) ?\\d{0,2}$`, 'u'),
          /** A word of a heading, in small letters. */
          person_heading: new RegExp(`${EDGE}(?:${person_headings})(?!\\p{L})`, 'u'),
          /** A whole heading, in small letters. */
          of_people: new RegExp(`^(?:${of_people})$`, 'u'),
          respondent_heading: new RegExp(`^(?:${respondent_headings})$`, 'u'),
          customer_heading: new RegExp(`^(?:${customer_headings})$`, 'u'),
          greeting: new RegExp(`${EDGE}(?:${greetings})[, ]\\s{0,2}$`, 'iu'),
          spoken_with: new RegExp(`${EDGE}(?:${spoken_with}) $`, 'iu'),
          /** At the beginning of what stands behind a name. */
          speaks: new RegExp(`^ (?:${speaks})(?=[ ,:.;!?])`, 'u'),
          before_noun: new RegExp(`${EDGE}(?:${before_nouns}) $`, 'iu'),
          ...words,
        }),
      ),
  ),
  personal_labels: dataFile(
    'lexicon/personal-labels.yaml',
    z.strictObject({ kinds: z.record(z.enum(LABEL_KINDS), lists), records: lists }).transform(({ kinds, records }) => ({
      labels: LABEL_KINDS.map((kind) => {
        const source = `${EDGE}(?:${kinds[kind]})${NUMBERED}`
        /** `within` a heading, in small letters and with blanks for other marks, and at its end. */
        return { kind, within: new RegExp(`${source}(?![\\p{L}\\p{N}])`, 'u'), ends: new RegExp(`${source}$`, 'u') }
      }),
      record: new RegExp(`${EDGE}(?:${records})(?: ?(?:id|no|nr|number|nummer|key|uuid))?$`, 'u'),
      /** An account elsewhere, until where its name begins. */
      account: new RegExp(
        `${EDGE}(?:${kinds.accounts})(?:[ -]?(?:name|handle|account|konto|profil|user|id))?(?: (?:is|ist|lautet|hei(?:ß|ss)(?:e|t|en)|bin|am|under|unter|als|as|at|mit|with|me|ich|er|sie|man|i)){0,3}(?::[ \\t]{0,3}| )@?(?=[\\p{L}\\d])`,
        'giu',
      ),
    })),
  ),
  products: dataFile(
    'lexicon/products.yaml',
    z.strictObject({ products: lists, given_to: lists }).transform(({ products, given_to }) => ({
      product: new RegExp(`^(?:${products})$`, 'u'),
      given_to: new RegExp(`${EDGE}${given_to} $`, 'iu'),
    })),
  ),
  requests: dataFile(
    'lexicon/requests.yaml',
    z
      .strictObject({
        judge: lists,
        made: lists,
        drafted: lists,
        pages: phrasesInSomeLanguages,
        appeals: phrasesInSomeLanguages,
        requests: lists,
        reception: phrasesInSomeLanguages,
        notes: lists,
        link_labels: lists,
        foot_labels: lists,
        labels: lists,
        remarks: lists,
        words: lists,
        asks: phrasesByLanguage,
        orders: lists,
        behind_orders: lists,
        polite: lists,
        tells: lists,
        interrogatives: lists,
        me: phrasesByLanguage,
        us: phrasesByLanguage,
        you: phrasesByLanguage,
        speaks_of: phrasesByLanguage,
        questions: phrasesByLanguage,
        chat: lists,
        asks_you: lists,
        of_customers: phrasesByLanguage,
        thanks: lists,
        praise: lists,
        points: phrasesByLanguage,
        speaks_to: phrasesByLanguage,
        calls: lists,
        whose: lists,
        asks_indirectly: phrasesInSomeLanguages,
        object_of: lists,
        points_by_adverb: phrasesInSomeLanguages,
        questions_to_you: phrasesInSomeLanguages,
        attached: phrasesInSomeLanguages,
        work: phrasesInSomeLanguages,
      })
      .transform((lists) => {
        const { judge, drafted, polite, words, chat, labels, link_labels } = lists
        const made = lists.made.replaceAll('<drafted>', drafted)
        const whole = (source: string): string =>
          source
            .replaceAll('<judge>', `(?:${judge})`)
            .replaceAll('<made>', `(?:${made})`)
            .replaceAll('<drafted>', `(?:${drafted})`)
        const begins = (source: string): RegExp =>
          new RegExp(`^(?:(?:${polite})[,!.]?\\s+)*(?:${whole(source)})(?![\\p{L}\\p{N}])`, 'iu')
        return {
          ...lists,
          requests: begins(lists.requests),
          notes: begins(lists.notes),
          remarks: begins(lists.remarks),
          tells: begins(lists.tells),
          interrogative: begins(lists.interrogatives),
          asks_you: begins(lists.asks_you),
          judge: new RegExp(`${EDGE}(?:${judge})(?![\\p{L}\\p{N}])`, 'iu'),
          made: new RegExp(`${EDGE}(?:${made})(?![\\p{L}\\p{N}])`, 'iu'),
          thanks: new RegExp(`^(?:${lists.thanks})(?![\\p{L}\\p{N}])`, 'iu'),
          link_label: new RegExp(`^(?:${link_labels})(?:\\s?:|$)`, 'iu'),
          foot: new RegExp(`(?:^|[\\n|•·,;.] *)(?:${lists.foot_labels})(?:(?: at| unter)?\\s*[:→\\p{Pd}]?)$`, 'iu'),
          label: new RegExp(`^(?:${link_labels}|${labels})(?:\\s?:|\\s(?:is|are|ist|sind)\\s|$)`, 'iu'),
          calls: new RegExp(`(?:^|[.!?\\n]\\s*)(?:${lists.calls})(?![\\p{L}\\p{N}])[^.!?\\n]{0,60}$`, 'iu'),
          /** “Our new pricing page”, of a page that its maker speaks of. */
          own_page: new RegExp(`${EDGE}(?:${lists.whose}) (?:[\\p{L}-]+ ){0,2}(?:${made})(?![\\p{L}\\p{N}])`, 'iu'),
          /** The end of a text behind which a link is the object of its sentence. */
          object_of: new RegExp(`${EDGE}(?:${lists.object_of}) ["'“„(]?$`, 'iu'),
          word: new RegExp(`^(?:${words})$`, 'iu'),
          chat: new RegExp(`^(?:${words}|${chat})$`, 'iu'),
          praise: new RegExp(`^(?:${words}|${chat}|${lists.praise})$`, 'iu'),
          order: new RegExp(`^(?:${lists.orders})(?: (?:${lists.behind_orders}))*$`, 'iu'),
        }
      }),
  ),
  around: dataFile(
    'lexicon/around.yaml',
    z
      .strictObject({
        brief_labels: lists,
        copy_labels: lists,
        work: lists,
        occasion: lists,
        makers: lists,
        wrote: lists,
        asks: lists,
        points: lists,
        judged: lists,
        judged_too: lists,
        orders: lists,
        orders_on_own_work: lists,
        scales: lists,
        panels: lists,
        bot_opens: lists,
        bot_made: lists,
        bot_closes: lists,
      })
      .transform(aroundExpressions),
  ),
  versions: dataFile(
    'lexicon/versions.yaml',
    z
      .strictObject({
        against: lists,
        better: lists,
        between_lines: lists,
        quotes: lists,
        labels: lists,
        listed: lists,
        kept: lists,
        changed: lists,
        plans: lists,
        whose: lists,
        of_whose: lists,
        compares: lists,
        compares_links: lists,
        of_links: lists,
        joins: lists,
        file_labels: lists,
        file_words: lists,
        ad_headlines: lists,
        ad_descriptions: lists,
        ad_addresses: lists,
        table_heads: lists,
      })
      .transform(versionExpressions),
  ),
  asked: dataFile(
    'lexicon/asked.yaml',
    z.strictObject({
      kinds: z.strictObject(
        Object.fromEntries(QUESTION_KINDS.map((kind) => [kind, phrases])) as Record<QuestionKind, typeof phrases>,
      ),
      how_often: phrases,
      when: phrases,
      first_time: phrases,
      last_time: phrases,
      ever: phrases,
      in_a_row: phrases,
      also_called: z.array(z.array(z.string())),
      common: wordSet,
      plain: wordSet,
    }),
  ),
  walls: dataFile(
    'lexicon/walls.yaml',
    z.strictObject({
      human_check: phrasesInSomeLanguages,
      human_check_titles: wholeTexts,
      missing: phrasesInSomeLanguages,
      missing_titles: wholeTexts,
      notices: phrasesInSomeLanguages,
      notice_titles: wholeTexts,
      notice_lines: wholeTexts,
      pays_with_consent: phrasesInSomeLanguages,
      speaks_of_consent: phrasesInSomeLanguages,
      consent_titles: wholeTexts,
      states_consent: phrasesInSomeLanguages,
      login: phrasesInSomeLanguages,
      login_or_registration: phrasesInSomeLanguages,
      registers_for: phrasesInSomeLanguages,
      login_titles: wholeTexts,
      login_lines: wholeTexts,
      sign_in_ways: wholeTexts,
      welcomes: wholeTexts,
      creates_account: phrasesInSomeLanguages,
      opens_account: phrasesInSomeLanguages,
      scripts: phrasesInSomeLanguages,
      loading_lines: wholeTexts,
      reading_walls: phrasesInSomeLanguages,
      subscriber_logins: phrasesInSomeLanguages,
      age_gates: phrasesInSomeLanguages,
      gate_lines: wholeTexts,
    }),
  ),
  shortPages: dataFile(
    'lexicon/short-pages.yaml',
    z.strictObject({
      offers: phrases,
      things: phrases,
      states: phrases,
      partings: phrases,
      known: phrases,
      known_codes: wordSet,
    }),
  ),
  pages: dataFile(
    'lexicon/pages.yaml',
    z.strictObject({
      consent_products: wordList('i'),
      consent: phrases,
      consent_buttons: wholePhrases,
      unseen_names: wordSet,
      hidden_names: wordSet,
      hidden_wide_names: wordSet,
      spoken_names: wordSet,
      platform_names: wordSet,
      post_line_names: wordSet,
      dialog_names: wordSet,
      dialog_parts: wordSet,
      overlay_names: wordSet,
      chat_names: wordSet,
      copy_names: wordSet,
      popup_products: wordList('i'),
      billing_periods: wholePhrases,
      struck_names: wordSet,
      former_price_names: wordSet,
      drawn_crosses: z.array(z.string()),
      drawn_ticks: z.array(z.string()),
      introduces_others: openingPhrases,
      titles_headings: wholePhrases,
      others_headings: wholePhrases,
      others_headings_in_doubt: wholePhrases,
      sponsored: wholePhrases,
      comments_headings: wholePhrases,
      asks_to_join: wholePhrases,
      quantity_buttons: wholePhrases,
      legal_links: wholePhrases,
      made_with: wholePhrases,
      copyright: phrases,
      asks_for_comment: phrases,
      page_properties: wholePhrases,
      dated_properties: wholePhrases,
      opens_mail: wholePhrases,
      ends_mail: wholePhrases,
      speaks_of_fields: phrases,
      hyphened_before: wordSet,
      hyphened_behind: wordSet,
    }),
  ),
  nouns: dataFile(
    'lexicon/nouns.yaml',
    z.strictObject({ irregular_plurals: wordSet, singulars: wordSet, mass: wordSet, empty: wordSet }),
  ),
  research: dataFile(
    'lexicon/research.yaml',
    z.strictObject({
      first_person: phrasesByLanguage,
      second_person: phrasesByLanguage,
      not_respondents: phrasesByLanguage,
      counted_people: phrasesByLanguage,
      times: phrasesByLanguage,
      age_told: templates,
      years_told: templates,
      since_told: phrasesByLanguage,
      age_asked: phrasesByLanguage,
      life_stages: z.array(z.strictObject({ from: z.int().min(0), heard: phrasesByLanguage })),
      numbers: z
        .record(
          z.string(),
          z.strictObject({
            small: z.array(z.string()).length(20),
            tens: z.array(z.string()).length(8),
            join: z.enum(['tens-units', 'unitsundtens']),
          }),
        )
        .transform((languages) => new Map(Object.values(languages).flatMap(numberWords))),
    }),
  ),
}
