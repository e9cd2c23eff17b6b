// What must hold after every fault of bench/chaos.mjs, by the rows of the database and the counters of the fake.

/** Notes each claim that takes a run or a part from a worker that still holds it: nothing else tells of it afterwards. */
export async function auditClaims(query) {
  await query(`
    create schema chaos;
    create table chaos.takeover (run_id uuid, part int, old_worker text, new_worker text, lease_until timestamptz,
      at timestamptz default clock_timestamp());
    create function chaos.note() returns trigger language plpgsql security definer as $$
      begin
        insert into chaos.takeover (run_id, part, old_worker, new_worker, lease_until)
        values (case when tg_table_name = 'run' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'run_id')::uuid end,
                (to_jsonb(new) ->> 'part')::int, old.worker_id, new.worker_id, old.lease_until);
        return null;
      end $$;
    create trigger chaos_note after update of epoch on run for each row
      when (new.epoch > old.epoch and old.status = 'running') execute function chaos.note();
    create trigger chaos_note after update of epoch on run_part for each row
      when (new.epoch > old.epoch and old.status = 'running') execute function chaos.note()`)
}

/** A call that left although its answer had been stored. */
const BOUGHT_AGAIN = `
  select count(*)::int as n from model_call b
   where exists (select from model_call a join model_call_outcome o on o.call_id = a.id
                  where a.run_id = b.run_id and a.step_key = b.step_key and a.id <> b.id and o.status = 'answered' and o.closed_at < b.opened_at)`

/** Rows that a run caused in a workspace which is not its own. */
const FOREIGN = [
  'run_step',
  'run_event',
  'result',
  'response',
  'run_part',
  'model_call',
  'model_call_outcome',
  'outbox',
]
  .map((table) => `select 1 from ${table} t join run r on r.id = t.run_id where t.workspace_id <> r.workspace_id`)
  .join(' union all ')

const OVERSPENT = `
  select coalesce(max(spent_usd + reserved_usd - budget_usd), 0)::float as n from run where spent_usd + reserved_usd > budget_usd`

/** `guilty`: pids of processes that were killed, or stopped longer than a lease. */
export async function readPromises({ query, api, guilty }) {
  const count = async (sql) => (await query(sql))[0].n
  const takeovers = await query('select * from chaos.takeover')
  const innocent = takeovers.filter(({ old_worker }) => !guilty.has(Number(old_worker.split('-')[0])))
  for (const { part, old_worker, new_worker, lease_until, at } of innocent)
    process.stderr.write(
      `taken from a living worker: ${part === null ? 'run' : 'part'} of ${old_worker} by ${new_worker} at ${at.toISOString()}, lease until ${lease_until.toISOString()}\n`,
    )
  const requests = api.requests.filter(({ key }) => key !== null).length
  return [
    {
      what: 'runs completed',
      value: await count(`select count(*)::int as n from run where status = 'completed'`),
      bar: '>= 1',
    },
    {
      what: 'runs lost',
      value: await count(`select count(*)::int as n from run where status <> 'completed'`),
      bar: '= 0',
    },
    {
      what: 'runs put aside',
      value: await count(`select count(*)::int as n from run where reason_code = 'quarantined'`),
      bar: '= 0',
    },
    { what: 'stored answers bought again', value: await count(BOUGHT_AGAIN), bar: '= 0' },
    {
      what: 'requests that the ledger does not know',
      value: Math.max(0, requests - (await count('select count(*)::int as n from model_call'))),
      bar: '= 0',
    },
    { what: 'dollars above the budget of a run', value: await count(OVERSPENT), bar: '<= 0.000000001' },
    {
      what: 'rows in a foreign workspace',
      value: await count(`select count(*)::int as n from (${FOREIGN}) as found`),
      bar: '= 0',
    },
    { what: 'leases taken from a worker that was neither killed nor stopped', value: innocent.length, bar: '= 0' },
  ]
}

export const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
