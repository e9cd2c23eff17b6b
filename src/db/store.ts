import { type AgentsTable, createAgents } from './agents.js'
import type { Database } from './client.js'
import { createDesk, type DeskTable } from './desk.js'
import { createErasure, type ErasureTable } from './erasure.js'
import { createMarks, type MarksTable } from './human-marks.js'
import { createInstallation, type InstallationTable } from './installation.js'
import { createInstallationState, type InstallationStateReader } from './installation-state.js'
import { createOutbox, type OutboxTable } from './outbox.js'
import { createOutcomes, type OutcomesTable } from './outcomes.js'
import { createPersonaSets, type PersonaSetsTable } from './persona-sets.js'
import { createProducts, type ProductsTable } from './products.js'
import { createProjects, type ProjectsTable } from './projects.js'
import { createRespondents, type RespondentsTable } from './respondents.js'
import { createReviews, type ReviewsTable } from './reviews.js'
import { createRunDrafts, type RunDraftsTable } from './run-drafts.js'
import { createRunEnds, type RunEnds } from './run-ends.js'
import { createLeases, type LeasesTable } from './run-leases.js'
import { createParts, type PartsTable } from './run-parts.js'
import { createRunQueries, type RunQueries } from './run-queries.js'
import { createRuns, type RunsTable } from './runs.js'
import { createSecurityLog, type SecurityLogTable } from './security-log.js'
import { createSessionBroadcast, type SessionBroadcast } from './session-broadcast.js'
import { createSimulationArchive, type SimulationArchiveTable } from './simulation-archive.js'
import { createSimulationTrends, type SimulationTrendsReader } from './simulation-trends.js'
import { createSlackDigests, type SlackDigestsTable } from './slack-digests.js'
import { createSlackInstallations, type SlackInstallationsTable } from './slack-installations.js'
import { createSlackRequests, type SlackRequestsTable } from './slack-requests.js'
import { createSlackRuns, type SlackRunsTable } from './slack-runs.js'
import { createSlackSettings, type SlackSettingsTable } from './slack-settings.js'
import { createStoredLives, type StoredLivesReader } from './stored-lives.js'
import { createTokens, type TokensTable } from './tokens.js'
import { createUploads, type UploadsTable } from './uploads.js'
import { createWebhooks, type WebhooksTable } from './webhooks.js'
import { createWorkspaceExport, type WorkspaceExport } from './workspace-export.js'
import { createWorkspaces, type WorkspacesTable } from './workspaces.js'

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
