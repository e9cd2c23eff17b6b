import type { PersonaProfile } from '../../domain/persona-profile.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { clean } from '../../report/clean.js'
import { personaSetView } from '../../report/view/persona-set.js'
import type { Row } from '../reply.js'
import type { KindView } from './kind-view.js'
import { trustSentence } from './panel.js'
import { rowOf } from './rows.js'

/** A persona generation. */
export function personaSetKind(run: RunWithResult<'persona_generation'>): KindView {
  const result = run.result
  const view = personaSetView(run, {})
  return {
    headline: `${view.people} synthetic people are saved as the persona set ${clean(result.set_name)}.`,
    title: `${view.title}. ${view.sentence} ${view.sourced}`,
    scores: [{ name: 'Diversity, % of pairs covered', value: view.coverage, of: 100, low: null, high: null, word: '' }],
    trust: { light: view.trust.light?.light ?? null, sentence: trustSentence(view.trust) },
    findings: view.kinds.slice(0, 6).map(({ name, description, count }) => ({
      finding: `${name}: ${description}`,
      weight: `${count} people`,
      said: [],
    })),
    minority: null,
    fixes: [],
    sections: { people: { about: 'Everybody in the set.', rows: result.personas.map(personaRow) } },
    next: null,
  }
}

/** A person of a saved set, in short. */
export const personaRow = (one: PersonaProfile): Row =>
  rowOf({
    title: `${one.name}, ${one.age}, ${one.role}`,
    text: [
      `Wants: ${one.goals.join('; ')}`,
      `Is troubled by: ${one.pain_points.join('; ')}`,
      `Would not accept: ${one.deal_breakers.join('; ')}`,
    ].join('\n'),
    facts: {
      persona_id: clean(one.id),
      kind: clean(one.archetype),
      experience: one.experience_level,
      confidence: Number(one.confidence_score.toFixed(2)),
    },
  })
