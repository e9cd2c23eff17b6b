export const runUri = (run_id: string): string => `pressure-test://runs/${run_id}`
/** The resources of a run: its state or result, and its report. */
export const runUris = (run_id: string): string[] => [runUri(run_id), `${runUri(run_id)}/report`]
/** A person of a saved set. */
export const personaUri = (set: string, persona_id: string): string => `pressure-test://personas/${set}.${persona_id}`
