// The rows of bench/chaos.mjs. `short`: in the short form, too; `on`: what they are tried on, the first in the short form;
// `lane`: rows of `quiet` are timed and run by themselves, the lanes beside each other after them; `minutes`: of the long
// form, on two quiet cores, for each of `on`.
import * as kills from './kills.mjs'
import * as load from './load.mjs'
import * as storage from './storage.mjs'
import * as surfaces from './surfaces.mjs'

const EVERYWHERE = ['postgres', 'redis', 'embedded']
const QUEUES = ['postgres', 'redis']

export const ROWS = [
  { name: 'kill -9 of a worker', scenario: kills.kills, short: true, on: EVERYWHERE, lane: 'quiet', minutes: 3 },
  { name: 'cancel while calls are in flight', scenario: kills.cancels, short: true, lane: 'quiet', minutes: 0.5 },
  { name: 'SIGTERM while every call hangs', scenario: kills.terminated, lane: 'quiet', minutes: 1 },
  ...['nothing', 'kill -9', 'SIGSTOP', 'half-open sockets'].map((fault) => ({
    name: `25 panels of 30 people: ${fault}`,
    scenario: load.manyPanels(fault),
    lane: 'quiet',
    minutes: 2,
  })),
  { name: '200 running and 1,000 queued', scenario: load.crowd, lane: 'quiet', minutes: 4 },

  { name: 'half an hour of work', scenario: load.soak, lane: 'soak', minutes: 31 },

  { name: 'a provider that is overloaded', scenario: load.overloaded, lane: 'a', minutes: 11 },
  ...['command line', 'MCP', 'Slack'].map((surface) => ({
    name: `killed after every step: ${surface}`,
    scenario: surfaces.everyBoundary(surface),
    on: surface === 'command line' ? EVERYWHERE : QUEUES,
    lane: 'a',
    minutes: surface === 'Slack' ? 10 : 3,
  })),

  { name: 'connections to PostgreSQL cut', scenario: storage.cuts, short: true, lane: 'b', minutes: 1 },
  { name: 'one delivery, again and again', scenario: load.deliveries, short: true, lane: 'b', minutes: 0.2 },
  { name: 'one request of HTTP and of Slack, again and again', scenario: surfaces.repeated, lane: 'b', minutes: 0.5 },
  { name: 'race for the budget of the month', scenario: load.race, short: true, lane: 'a', minutes: 1 },
  {
    name: 'a worker stopped longer than its lease',
    scenario: kills.stopped,
    short: true,
    on: QUEUES,
    lane: 'b',
    minutes: 4,
  },
  { name: 'no connection to the database for 20 s', scenario: storage.databaseAway, lane: 'b', minutes: 1 },
  { name: 'PostgreSQL restarted', scenario: storage.databaseRestarted, on: ['embedded'], lane: 'b', minutes: 5 },
  { name: 'new processes in the middle of a migration', scenario: storage.deployed, lane: 'b', minutes: 1.5 },
  { name: 'the command line killed, and resumed', scenario: surfaces.commandLine, lane: 'b', minutes: 2 },
  ...['killed', 'flushed', 'down', 'read-only', 'out of memory', 'hanging'].map((fault) => ({
    name: `Redis ${fault}`,
    scenario: storage.redisFault(fault),
    lane: 'b',
    minutes: 1,
  })),
  { name: 'a run of every kind, its workers killed', scenario: kills.everyKind, on: EVERYWHERE, lane: 'b', minutes: 1 },
  { name: 'a deploy with other data in the middle', scenario: kills.deploys, on: EVERYWHERE, lane: 'b', minutes: 1 },
  { name: 'random kills', scenario: kills.randomKills, on: EVERYWHERE, lane: 'b', minutes: 12 },
]
