import type { PersonaPlan, PlannedArchetype } from '../../domain/personas/persona-plan.js'
import type { PersonaBrief } from '../../domain/personas/persona-profile.js'
import type { Evidence, Passage, Respondent } from '../../domain/personas/research.js'
import { slug } from './core-axes.js'
import { withoutCount } from './labels.js'

/** Everything that was read, by id. */
export type EvidenceIndex = {
  readonly evidence: ReadonlyMap<string, Evidence>
  readonly passages: ReadonlyMap<string, Passage>
  readonly respondents: ReadonlyMap<string, Respondent>
  /** Passages from templates, not from research. */
  readonly providedPassages: ReadonlySet<string>
  /** Passages without a respondent in which an author writes about a respondent by name. */
  readonly aboutRespondents: ReadonlySet<string>
}

/**
 * The findings a person may rest on: those of the person's own respondent and, of findings without a respondent, those
 * about everybody, its kind or its edge case. Other respondents' findings are never among them.
 */
export function ownEvidence(plan: PersonaPlan, brief: PersonaBrief, index: EvidenceIndex): Evidence[] {
  const archetype = plan.archetypes.find(({ name }) => name === brief.archetype)
  const edge = plan.edge_cases.find(({ name }) => name === brief.edge_case)
  const listed = new Set([...(archetype?.evidence_ids ?? []), ...(edge?.evidence_ids ?? [])])
  return [...index.evidence.values()].filter((finding) => {
    if (finding.respondent !== '') return finding.respondent === brief.respondent
    // A count in records shows that such people exist, not that this person is one of them.
    if (finding.passage_id.startsWith('r')) return false
    if (index.aboutRespondents.has(finding.passage_id)) return false
    if (listed.has(finding.evidence_id)) return true
    if (finding.kind === 'edge_case') return false
    return finding.who === '' || isAbout(finding.who, archetype, index)
  })
}

/** Whether a finding without a respondent is about a kind: by the kind's name, or by the `who` of findings the kind cites. */
function isAbout(who: string, archetype: PlannedArchetype | undefined, { evidence }: EvidenceIndex): boolean {
  if (!archetype) return false
  const used = archetype.evidence_ids.map((id) => evidence.get(id)).filter((finding) => finding?.respondent === '')
  return [archetype.name, ...used.map((finding) => finding?.who ?? '')].some((name) => slug(name) === slug(who))
}

/** Passages in which an author names respondents: their content is about these respondents, not about everybody. */
export function aboutRespondents(passages: readonly Passage[], respondents: readonly Respondent[]): Set<string> {
  const names = new Set(
    respondents
      .filter(({ description }) => description === '')
      .flatMap(({ label }) => withoutCount(label).match(/\p{Lu}\p{Ll}{2,}/gu) ?? []),
  )
  return new Set(
    passages
      .filter(
        ({ respondent, text }) => respondent === '' && (text.match(/\p{L}+/gu) ?? []).some((word) => names.has(word)),
      )
      .map(({ passage_id }) => passage_id),
  )
}

/** Words that do not show what a text is about. */
const STOP_WORDS = new Set(
  `about after again also always because been before being could does doing down each even every from gets have having
  into just know like made make many more most much must need needs never only other over people really same should
  some something such take than that their them then there these they thing things this those through time very want
  wants well were what when where which while will with without work works would your`.split(/\s+/),
)
/** Letters compared of each word, so that "integrations" matches "integrate". */
const STEM_LENGTH = 5

export function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(
    words
      .filter((word) => (word.length > 3 || /\d/.test(word)) && !STOP_WORDS.has(word))
      .map((word) => word.slice(0, STEM_LENGTH)),
  )
}

/** Minimum number of words used by one other respondent only, from which a statement counts as that respondent's. */
const MIN_FOREIGN_WORDS = 2

/** Which respondent uses which words. */
export type Vocabulary = {
  /** Content words of each respondent, and of passages without a respondent. */
  readonly ofRespondent: ReadonlyMap<string, ReadonlySet<string>>
  readonly ofNobody: ReadonlySet<string>
  /** The only respondent who used a word; `null` where several did. */
  readonly ownerOf: ReadonlyMap<string, string | null>
}

export function vocabularyOf({ passages, respondents }: EvidenceIndex): Vocabulary {
  const ofRespondent = new Map<string, Set<string>>([...respondents.keys()].map((id) => [id, new Set<string>()]))
  const ofNobody = new Set<string>()
  const ownerOf = new Map<string, string | null>()
  for (const { respondent, text, heading } of passages.values()) {
    const words = respondent === '' ? ofNobody : ofRespondent.get(respondent)
    for (const word of stems(`${heading} ${text}`)) words?.add(word)
  }
  for (const [respondent, words] of ofRespondent)
    for (const word of words) ownerOf.set(word, ownerOf.has(word) ? null : respondent)
  return { ofRespondent, ofNobody, ownerOf }
}

/**
 * The other respondent whose words a statement repeats: at least two content words used by this respondent only and not
 * in passages without a respondent; `null` where there is none.
 */
export function foreignRespondentOf(
  text: string,
  own: string,
  { ofRespondent, ofNobody, ownerOf }: Vocabulary,
): string | null {
  const ownWords = ofRespondent.get(own)
  const used = new Map<string, number>()
  for (const word of stems(text)) {
    const owner = ownWords?.has(word) || ofNobody.has(word) ? null : ownerOf.get(word)
    if (!owner) continue
    const words = (used.get(owner) ?? 0) + 1
    if (words >= MIN_FOREIGN_WORDS) return owner
    used.set(owner, words)
  }
  return null
}
