import type { Database } from './connection/client.js'
import { createSessionBroadcast, type SessionBroadcast } from './connection/session-broadcast.js'
import { type AgentsTable, createAgents } from './evaluation/agents.js'
import { createMarks, type MarksTable } from './evaluation/human-marks.js'
import { createDesk, type DeskTable } from './panel/desk.js'
import { createOutcomes, type OutcomesTable } from './panel/outcomes.js'
import { createRespondents, type RespondentsTable } from './panel/respondents.js'
import { createReviews, type ReviewsTable } from './panel/reviews.js'
import { createPersonaSets, type PersonaSetsTable } from './personas/persona-sets.js'
import { createRunDrafts, type RunDraftsTable } from './run/run-drafts.js'
import { createRunEnds, type RunEnds } from './run/run-ends.js'
import { createLeases, type LeasesTable } from './run/run-leases.js'
import { createParts, type PartsTable } from './run/run-parts.js'
import { createRunQueries, type RunQueries } from './run/run-queries.js'
import { createRuns, type RunsTable } from './run/runs.js'
import { createUploads, type UploadsTable } from './run/uploads.js'
import { createProducts, type ProductsTable } from './simulation/products.js'
import { createSimulationArchive, type SimulationArchiveTable } from './simulation/simulation-archive.js'
import { createSimulationTrends, type SimulationTrendsReader } from './simulation/simulation-trends.js'
import { createStoredLives, type StoredLivesReader } from './simulation/stored-lives.js'
import { createOutbox, type OutboxTable } from './slack/outbox.js'
import { createSlackDigests, type SlackDigestsTable } from './slack/slack-digests.js'
import { createSlackInstallations, type SlackInstallationsTable } from './slack/slack-installations.js'
import { createSlackRequests, type SlackRequestsTable } from './slack/slack-requests.js'
import { createSlackRuns, type SlackRunsTable } from './slack/slack-runs.js'
import { createSlackSettings, type SlackSettingsTable } from './slack/slack-settings.js'
import { createErasure, type ErasureTable } from './workspace/erasure.js'
import { createInstallation, type InstallationTable } from './workspace/installation.js'
import { createInstallationState, type InstallationStateReader } from './workspace/installation-state.js'
import { createProjects, type ProjectsTable } from './workspace/projects.js'
import { createSecurityLog, type SecurityLogTable } from './workspace/security-log.js'
import { createTokens, type TokensTable } from './workspace/tokens.js'
import { createWebhooks, type WebhooksTable } from './workspace/webhooks.js'
import { createWorkspaceExport, type WorkspaceExport } from './workspace/workspace-export.js'
import { createWorkspaces, type WorkspacesTable } from './workspace/workspaces.js'

/** The tables by aggregate, as services and workers use them. */
export type Store = {
  readonly database: Database
  readonly runs: RunsTable
  readonly runDrafts: RunDraftsTable
  readonly leases: LeasesTable
  readonly parts: PartsTable
  readonly runEnds: RunEnds
  readonly runQueries: RunQueries
  readonly respondents: RespondentsTable
  readonly personaSets: PersonaSetsTable
  readonly products: ProductsTable
  readonly projects: ProjectsTable
  readonly workspaces: WorkspacesTable
  readonly workspaceExport: WorkspaceExport
  readonly erasure: ErasureTable
  readonly securityLog: SecurityLogTable
  readonly agents: AgentsTable
  readonly marks: MarksTable
  readonly tokens: TokensTable
  readonly uploads: UploadsTable
  readonly installation: InstallationTable
  readonly installationState: InstallationStateReader
  readonly outbox: OutboxTable
  readonly outcomes: OutcomesTable
  readonly webhooks: WebhooksTable
  readonly reviews: ReviewsTable
  readonly desk: DeskTable
  readonly simulationArchive: SimulationArchiveTable
  readonly simulationTrends: SimulationTrendsReader
  readonly storedLives: StoredLivesReader
  readonly sessionBroadcast: SessionBroadcast
  readonly slackInstallations: SlackInstallationsTable
  readonly slackRuns: SlackRunsTable
  readonly slackSettings: SlackSettingsTable
  readonly slackDigests: SlackDigestsTable
  readonly slackRequests: SlackRequestsTable
}

export function createStore(database: Database): Store {
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
