import type { ToolDefinition } from './define-tool.js'
import { askPersonaTool } from './tools/ask-persona.js'
import { cancelRunTool } from './tools/cancel-run.js'
import { compareRunsTool } from './tools/compare-runs.js'
import { evaluateAgentTool } from './tools/evaluate-agent.js'
import { generatePersonasTool } from './tools/generate-personas.js'
import { getMinorityReportTool } from './tools/get-minority-report.js'
import { getRunTool } from './tools/get-run.js'
import { listPersonasTool } from './tools/list-personas.js'
import { listRunsTool } from './tools/list-runs.js'
import { recordOutcomeTool } from './tools/record-outcome.js'
import { runFocusGroupTool } from './tools/run-focus-group.js'
import { runPressureTestTool } from './tools/run-pressure-test.js'
import { simulateUsersTool } from './tools/simulate-users.js'

/** Every tool. Registration, documentation and contract tests derive from this list. */
export const TOOLS = [
  runPressureTestTool,
  runFocusGroupTool,
  evaluateAgentTool,
  simulateUsersTool,
  compareRunsTool,
  generatePersonasTool,
  listPersonasTool,
  askPersonaTool,
  getRunTool,
  getMinorityReportTool,
  listRunsTool,
  cancelRunTool,
  recordOutcomeTool,
] as const satisfies readonly ToolDefinition[]
