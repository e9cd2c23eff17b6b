/**
 * Every name a button, menu, field or modal of ours goes by. Rendering writes them, listeners answer them; a name that
 * was once sent stays here, for old messages keep their buttons.
 */

/** `action_id` of buttons and menus in messages and the Home tab. Their `value` is read with `readActionPayload`. */
export const ACTIONS = {
  /** A running test: stop it and its spending. */
  cancelRun: 'run_cancel',
  /** A paused one: go on now; opens `raiseBudget` where its own budget is spent. */
  resumeRun: 'run_resume',
  resumeOffline: 'run_resume_offline',
  /** A failed one: again, with what was stored. */
  retryRun: 'run_retry',
  /** Opens `runAgain`. */
  runAgain: 'run_again',
  /** Applies the recommended fixes and tests again (a refinement). */
  refineRun: 'run_refine',
  /** Opens `ask`; on a persona's card with that persona. */
  askRespondent: 'run_ask',
  /** Opens `share`. */
  shareRun: 'run_share',
  /** Opens `outcome`. */
  recordOutcome: 'run_outcome',
  /** Opens `export`. */
  exportRun: 'run_export',
  /** A link; only to be acknowledged. */
  openReport: 'report_open',
  /** Shows a run's card, from lists and the Home tab. */
  showRun: 'run_show',
  /** Turns to other runs in a list. */
  morePage: 'list_more',

  /** With a view key: that view; without: all views still open. */
  acknowledge: 'minority_acknowledge',
  /** Opens `assign`. */
  assign: 'minority_assign',
  /** Opens `disagree`; of older messages. */
  disagree: 'minority_disagree',
  /** Opens `closeView`. */
  closeView: 'minority_close',

  openDesk: 'desk_open',
  /** Opens `deskFilter`. */
  filterDesk: 'desk_filter',
  deskBack: 'desk_back',
  deskNext: 'desk_next',

  /** Helpful or not, under a section; `value` of the pressed one is read with `readActionPayload`. */
  feedback: 'section_feedback',

  /** Above the confirmation amount: start it after all, or leave it. */
  confirmRun: 'confirm_start',
  discardRun: 'confirm_discard',

  approveAgent: 'agent_approve',
  /** Opens `requestChanges`. */
  requestChanges: 'agent_request_changes',
  markGood: 'mark_good',
  markBad: 'mark_bad',

  newPressureTest: 'new_pressure_test',
  /** Every choice of a test, in place of the short form. */
  allChoices: 'form_all',
  newFocusGroup: 'new_focus_group',
  newPersonaSet: 'new_persona_set',
  newEvaluation: 'new_evaluation',
  newComparison: 'new_comparison',
  newSimulation: 'new_simulation',
  openSettings: 'settings_open',
  openLeads: 'leads_open',
  refreshHome: 'home_refresh',
} as const
export type ActionId = (typeof ACTIONS)[keyof typeof ACTIONS]

/** `callback_id` of the modals. */
export const MODALS = {
  pressureTest: 'modal_pressure_test',
  focusGroup: 'modal_focus_group',
  personaSet: 'modal_persona_set',
  evaluation: 'modal_evaluation',
  comparison: 'modal_comparison',
  simulation: 'modal_simulation',
  runAgain: 'modal_run_again',
  ask: 'modal_ask',
  assign: 'modal_assign',
  disagree: 'modal_disagree',
  closeView: 'modal_close_view',
  /** Nothing to submit: its buttons do everything. */
  desk: 'modal_desk',
  deskFilter: 'modal_desk_filter',
  share: 'modal_share',
  export: 'modal_export',
  outcome: 'modal_outcome',
  requestChanges: 'modal_request_changes',
  raiseBudget: 'modal_raise_budget',
  settings: 'modal_settings',
  leads: 'modal_leads',
  /** Says something; nothing to submit. */
  notice: 'modal_notice',
} as const
export type ModalId = (typeof MODALS)[keyof typeof MODALS]

/** `callback_id` of the shortcuts, as the manifest names them. */
export const SHORTCUTS = {
  /** On a message: “Pressure-test this”. */
  pressureTestThis: 'pressure_test_this',
  newPressureTest: 'new_pressure_test',
} as const

/** Fields of the modals: each is both `block_id` and `action_id` of its input. Read them with `readFields`. */
export const FIELDS = {
  proposition: 'proposition',
  /** Product, price and audience: told, not scored. */
  about: 'about',
  /** Two to five texts or run ids of a comparison. */
  propositionA: 'proposition_a',
  propositionB: 'proposition_b',
  propositionC: 'proposition_c',
  /** How thoroughly: own, quick or thorough. */
  preset: 'preset',
  category: 'category',
  /** Archetype ids; none: the category's default panel. */
  panel: 'panel',
  /** Id of a saved persona set; `default` for none. */
  personaSet: 'persona_set',
  personas: 'personas',
  skepticism: 'skepticism',
  /** off, quick or live. */
  focusGroup: 'focus_group',
  /** `on` where ticked. */
  controls: 'controls',
  /** auto, off, quick or full. */
  assay: 'assay',
  /** Rebuilt panels, 0–10. */
  stability: 'stability',
  /** `channel` or `only_me`. */
  visibility: 'visibility',
  /** Dollars. */
  budget: 'budget',
  guide: 'guide',
  /** Uploaded files: ids. */
  files: 'files',
  name: 'name',
  /** Who the people of a set are, in words. */
  audience: 'audience',
  count: 'count',
  /** 0–1. */
  diversity: 'diversity',
  /** YAML of an agent, where no known version is chosen. */
  agentFile: 'agent_file',
  agentVersion: 'agent_version',
  against: 'against',
  trials: 'trials',
  /** Id of a product that was simulated before, or a product's file. */
  product: 'product',
  productFile: 'product_file',
  /** State of a product. */
  state: 'state',
  days: 'days',
  /** How many of the people come first. */
  pilot: 'pilot',
  /** `on` where arithmetic plans what a model does not. */
  fallback: 'fallback',
  /** `red-team` where chosen. */
  caseSet: 'case_set',
  persona: 'persona',
  question: 'question',
  assignee: 'assignee',
  note: 'note',
  reason: 'reason',
  /** A day: YYYY-MM-DD. */
  due: 'due',
  /** What came of a view. */
  outcome: 'outcome',
  /** What happened with real people. */
  winner: 'winner',
  loser: 'loser',
  /** `A=120/2400, B=150/2390` */
  numbers: 'numbers',
  /** Five counts of a survey. */
  answers: 'answers',
  result: 'result',
  source: 'source',
  link: 'link',
  deskState: 'desk_state',
  deskOwner: 'desk_owner',
  deskFind: 'desk_find',
  deskProject: 'desk_project',
  deskDays: 'desk_days',
  deskStrength: 'desk_strength',
  channel: 'channel',
  /** html, json or evidence. */
  format: 'format',
  /** Dollars above which a run is confirmed first. */
  confirmAbove: 'confirm_above',
  leads: 'leads',
  digest: 'digest',
} as const
export type FieldName = (typeof FIELDS)[keyof typeof FIELDS]

/** Sections of a thread that can be voted on; goes with the button's reference. */
export const SECTIONS = [
  'minority',
  'findings',
  'chart',
  'discussion',
  'personas',
  'verdict',
  'cases',
  'answer',
] as const
export type Section = (typeof SECTIONS)[number]
