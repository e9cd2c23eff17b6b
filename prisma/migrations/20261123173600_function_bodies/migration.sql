-- Bodies that are read once, here: every name and operator in them means the same for every caller, whatever schemas the
-- caller looks names up in. (They are still written out into the statements that use them.)
CREATE OR REPLACE FUNCTION public.pressure_test_workspace() RETURNS uuid LANGUAGE sql STABLE
  RETURN nullif(pg_catalog.current_setting('pressure_test.workspace', true), '')::uuid;

CREATE OR REPLACE FUNCTION public.pressure_test_housekeeping() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(pg_catalog.current_setting('pressure_test.housekeeping', true), '') = 'on';

-- A later migration that changes the type of one of these columns drops this function first, and makes it again.
CREATE OR REPLACE FUNCTION public.outbox_state(revision integer, r public.run) RETURNS text LANGUAGE sql STABLE
  RETURN pg_catalog.concat_ws('/', revision, r.status, r.epoch, r.generation, r.last_event_seq, r.cancel_requested, coalesce(r.reason_code, ''));
