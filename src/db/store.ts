import type { Database } from './client.js'
import { createInstallation, type InstallationTable } from './installation.js'
import { createPersonaSets, type PersonaSetsTable } from './persona-sets.js'
import { createRespondents, type RespondentsTable } from './respondents.js'
import { createLeases, type LeasesTable } from './run-leases.js'
import { createReading, type ReadingTable } from './run-reading.js'
import { createRuns, type RunsTable } from './runs.js'
import { createWorkspaces, type WorkspacesTable } from './workspaces.js'

/** The tables by aggregate, as services and workers use them. */
export type Store = {
  readonly database: Database
  readonly runs: RunsTable
  readonly leases: LeasesTable
  readonly reading: ReadingTable
  readonly respondents: RespondentsTable
  readonly personaSets: PersonaSetsTable
  readonly workspaces: WorkspacesTable
  readonly installation: InstallationTable
}

export function createStore(database: Database): Store {
  return {
    database,
    runs: createRuns(database),
    leases: createLeases(database),
    reading: createReading(database),
    respondents: createRespondents(database),
    personaSets: createPersonaSets(database),
    workspaces: createWorkspaces(database),
    installation: createInstallation(database),
  }
}
