/**
 * Every `action_id`, `callback_id` and `block_id` of the app. Blocks write them, listeners handle them. A name that was
 * once sent stays here, because old messages keep their buttons.
 */

/** `action_id` of buttons and menus in messages and the Home tab. Their `value` is read with `readActionPayload`. */
export const ACTIONS = {
  /** Cancels a running test and stops its spending. */
  cancelRun: 'run_cancel',
  /** Resumes a paused run; opens `raiseBudget` where the run's own budget is spent. */
  resumeRun: 'run_resume',
  resumeOffline: 'run_resume_offline',
  /** Retries a failed run with its stored answers. */
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
  /** A link; the press is only acknowledged. */
  openReport: 'report_open',
  /** Shows a run's card, from lists and the Home tab. */
  showRun: 'run_show',
  /** Turns to other runs in a list. */
  morePage: 'list_more',

  /** With a view key: that view; without: all views still open. */
  acknowledge: 'minority_acknowledge',
  /** Opens `assign`. */
  assign: 'minority_assign',
  /** Only on older messages; opens `closeView`. */
  disagree: 'minority_disagree',
  /** Opens `closeView`. */
  closeView: 'minority_close',

  openDesk: 'desk_open',
  /** Opens `deskFilter`. */
  filterDesk: 'desk_filter',
  deskBack: 'desk_back',
  deskNext: 'desk_next',

  /** Helpful or not, under a section. The pressed option's `value` is read with `readActionPayload`. */
  feedback: 'section_feedback',

  /** Starts or discards a run above the confirmation amount. */
  confirmRun: 'confirm_start',
  discardRun: 'confirm_discard',

  approveAgent: 'agent_approve',
  /** Opens `requestChanges`. */
  requestChanges: 'agent_request_changes',
  markGood: 'mark_good',
  markBad: 'mark_bad',

  newPressureTest: 'new_pressure_test',
  /** Opens every choice of a test in place of the short form. */
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
  /** Shows a sentence; nothing to submit. */
  notice: 'modal_notice',
} as const
export type ModalId = (typeof MODALS)[keyof typeof MODALS]

/** `callback_id` of the shortcuts, as the manifest names them. */
export const SHORTCUTS = {
  /** On a message: “Pressure-test this”. */
  pressureTestThis: 'pressure_test_this',
  newPressureTest: 'new_pressure_test',
} as const

/**
 * Fields of the modals: each name is both the `block_id` and the `action_id` of its input. Read them with `readFields`.
 */
export const FIELDS = {
  proposition: 'proposition',
  /** Product, price and audience: shown to the panel, not scored. */
  about: 'about',
  /** Two to five texts or run ids of a comparison. */
  propositionA: 'proposition_a',
  propositionB: 'proposition_b',
  propositionC: 'proposition_c',
  /** Preset: own, quick or thorough. */
  preset: 'preset',
  category: 'category',
  /** Archetype ids; empty: the category's default panel. */
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
  /** Files that a discussion is about; `files` are the notes beside it. */
  shownFiles: 'shown_files',
  name: 'name',
  /** Audience of a persona set, in words. */
  audience: 'audience',
  count: 'count',
  /** 0–1. */
  diversity: 'diversity',
  /** Agent file as YAML, where no known version is chosen. */
  agentFile: 'agent_file',
  agentVersion: 'agent_version',
  against: 'against',
  trials: 'trials',
  /** Id of a product that was simulated before, or a product file. */
  product: 'product',
  productFile: 'product_file',
  /** State of a product. */
  state: 'state',
  days: 'days',
  /** none, small_world or scale_free. */
  network: 'network',
  /** Number of people in the pilot. */
  pilot: 'pilot',
  /** `on`: arithmetic plans the sessions that the model did not plan. */
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
  /** Outcome of a view on the desk. */
  outcome: 'outcome',
  /** Outcome with real people. */
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

/** Sections of a thread that can be voted on; stored in the button's payload. */
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
