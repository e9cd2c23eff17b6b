import type { EvaluationInput } from './evaluation.js'

type Configured = { readonly mode: 'offline' | 'anthropic'; readonly judge: string }

/** The models of `judges` judges: the named models in turn, else the configured model. Offline there is only one model. */
export function judgeModels({ mode, judge }: Configured, named: readonly string[], judges: number): string[] {
  return Array.from({ length: judges }, (_, index) =>
    mode === 'offline' ? judge : (named[index % named.length] ?? judge),
  )
}

/** The name of a jury: a calibration holds for the same jury only. */
export const juryName = (models: readonly string[]): string => [...new Set(models)].sort().join(', ')

/** Suffixes of an id that leave the model the same: a date, `latest`, a context-window mark. */
const SAME_MODEL = /(?:[-@]\d{8}|-latest|\[1m\])*$/

export type Played = {
  readonly agent: string | null
  readonly prospect: string | null
  readonly judges: readonly string[]
}

/** Roles that a judging model also plays: a model is lenient with itself. `null` as a player: nobody is played. */
export function judgePlays({ judges, ...players }: Played): ('agent' | 'prospect')[] {
  const name = (model: string) => model.replace(SAME_MODEL, '')
  const judging = new Set(judges.map(name))
  return (['agent', 'prospect'] as const).filter((role) => {
    const model = players[role]
    return model !== null && judging.has(name(model))
  })
}

/** Whether every conversation is recorded, so that nobody is played. */
export const allRecorded = (
  { recorded, trials }: Pick<EvaluationInput, 'recorded' | 'trials'>,
  cases: number,
): boolean => recorded.length >= cases * trials
