import type { RunKind } from '../../domain/run.js'

/** What a run of each kind is called here, at the beginning of a line. */
export const KIND_NAMES: Readonly<Record<RunKind, string>> = {
  pressure_test: 'Pressure test',
  focus_group: 'Focus group',
  evaluation: 'Agent evaluation',
  persona_generation: 'Persona set',
  simulation: 'Simulation',
  comparison: 'Comparison',
  refinement: 'Fixes and re-test',
  ask: 'Question to a respondent',
  experiment: 'Experiment',
  calibration: 'Calibration',
}
