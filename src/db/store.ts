import type { Database } from './connection/client.js'
import { createSessionBroadcast } from './connection/session-broadcast.js'
import { createAgents } from './evaluation/agents.js'
import { createMarks } from './evaluation/human-marks.js'
import { createDesk } from './panel/desk.js'
import { createOutcomes } from './panel/outcomes.js'
import { createRespondents } from './panel/respondents.js'
import { createReviews } from './panel/reviews.js'
import { createPersonaSets } from './personas/persona-sets.js'
import { createRunDrafts } from './run/run-drafts.js'
import { createRunEnds } from './run/run-ends.js'
import { createLeases } from './run/run-leases.js'
import { createParts } from './run/run-parts.js'
import { createRunQueries } from './run/run-queries.js'
import { createRuns } from './run/runs.js'
import { createUploads } from './run/uploads.js'
import { createProducts } from './simulation/products.js'
import { createSimulationArchive } from './simulation/simulation-archive.js'
import { createSimulationTrends } from './simulation/simulation-trends.js'
import { createStoredLives } from './simulation/stored-lives.js'
import { createOutbox } from './slack/outbox.js'
import { createSlackDigests } from './slack/slack-digests.js'
import { createSlackInstallations } from './slack/slack-installations.js'
import { createSlackRequests } from './slack/slack-requests.js'
import { createSlackRuns } from './slack/slack-runs.js'
import { createSlackSettings } from './slack/slack-settings.js'
import { createErasure } from './workspace/erasure.js'
import { createInstallation } from './workspace/installation.js'
import { createInstallationState } from './workspace/installation-state.js'
import { createProjects } from './workspace/projects.js'
import { createSecurityLog } from './workspace/security-log.js'
import { createTokens } from './workspace/tokens.js'
import { createWebhooks } from './workspace/webhooks.js'
import { createWorkspaceExport } from './workspace/workspace-export.js'
import { createWorkspaces } from './workspace/workspaces.js'

/** The tables by aggregate, as services and workers use them. */
export type Store = Readonly<ReturnType<typeof createStore>>

export function createStore(database: Database) {
  return {
    database,
    runs: createRuns(database),
    runDrafts: createRunDrafts(database),
    leases: createLeases(database),
    parts: createParts(database),
    runEnds: createRunEnds(database),
    runQueries: createRunQueries(database),
    respondents: createRespondents(database),
    personaSets: createPersonaSets(database),
    products: createProducts(database),
    projects: createProjects(database),
    workspaces: createWorkspaces(database),
    workspaceExport: createWorkspaceExport(database),
    erasure: createErasure(database),
    securityLog: createSecurityLog(database),
    agents: createAgents(database),
    marks: createMarks(database),
    tokens: createTokens(database),
    uploads: createUploads(database),
    installation: createInstallation(database),
    installationState: createInstallationState(database),
    outbox: createOutbox(database),
    outcomes: createOutcomes(database),
    webhooks: createWebhooks(database),
    reviews: createReviews(database),
    desk: createDesk(database),
    simulationArchive: createSimulationArchive(database),
    simulationTrends: createSimulationTrends(database),
    storedLives: createStoredLives(database),
    sessionBroadcast: createSessionBroadcast(database),
    slackInstallations: createSlackInstallations(database),
    slackRuns: createSlackRuns(database),
    slackSettings: createSlackSettings(database),
    slackDigests: createSlackDigests(database),
    slackRequests: createSlackRequests(database),
  }
}
