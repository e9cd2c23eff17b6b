-- CreateTable
CREATE TABLE "security_event" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "origin" TEXT NOT NULL,

    CONSTRAINT "security_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "security_event_workspace_id_at_idx" ON "security_event"("workspace_id", "at");

-- CreateIndex
CREATE INDEX "security_event_action_target_idx" ON "security_event"("action", "target");

-- Migrations are applied statement by statement, cut at each semicolon: inside a function it is written \x3B.

-- Rows are added and never changed, by whoever. A workspace sees its own.
ALTER TABLE security_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE security_event FORCE ROW LEVEL SECURITY;
CREATE POLICY own_events ON security_event USING (workspace_id = pressure_test_workspace());
CREATE POLICY housekeeping ON security_event USING (pressure_test_housekeeping());
CREATE FUNCTION public.pressure_test_refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS
E'BEGIN RAISE EXCEPTION ''The security log is append-only.'' USING ERRCODE = ''insufficient_privilege''\x3B END';
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_event
  FOR EACH STATEMENT EXECUTE FUNCTION public.pressure_test_refuse_change();

-- What belongs to a workspace is every table with the policy own_workspace: a new table is in it without a word here.
-- The run goes first: whoever still writes for it finds that it is gone.
CREATE OR REPLACE FUNCTION public.pressure_test_purge() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
E'DECLARE
  own name\x3B
  runs bigint\x3B
BEGIN
  DELETE FROM public.run WHERE workspace_id = public.pressure_test_workspace()\x3B
  GET DIAGNOSTICS runs = ROW_COUNT\x3B
  FOR own IN SELECT c.relname FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid
    WHERE p.polname = ''own_workspace'' AND c.relnamespace = ''public''::pg_catalog.regnamespace AND c.relname NOT IN (''run'', ''workspace'')
  LOOP
    EXECUTE pg_catalog.format(''DELETE FROM public.%I WHERE workspace_id = public.pressure_test_workspace()'', own)\x3B
  END LOOP\x3B
  RETURN runs\x3B
END';
REVOKE ALL ON FUNCTION public.pressure_test_purge() FROM PUBLIC;

-- Deletes runs of the workspace that nobody works on, with every row that names them, and gives those it deleted. A set of
-- people outlives the run that made it.
CREATE FUNCTION public.pressure_test_forget_runs(run_ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
E'DECLARE
  own name\x3B
  gone uuid[]\x3B
BEGIN
  WITH deleted AS (
    DELETE FROM public.run WHERE id = ANY (run_ids) AND workspace_id = public.pressure_test_workspace()
       AND (status NOT IN (''queued'', ''running'') OR status = ''running'' AND lease_until < pg_catalog.now())
    RETURNING id)
  SELECT coalesce(pg_catalog.array_agg(id), ''{}'') INTO gone FROM deleted\x3B
  DELETE FROM public.persona_memory WHERE persona_uuid IN (SELECT id FROM public.persona WHERE run_id = ANY (gone))\x3B
  DELETE FROM public.simulation_session WHERE simulation IN (SELECT id FROM public.simulation WHERE run_id = ANY (gone))\x3B
  DELETE FROM public.simulation_event WHERE simulation IN (SELECT id FROM public.simulation WHERE run_id = ANY (gone))\x3B
  DELETE FROM public.outbox WHERE parent_id IN (SELECT id FROM public.outbox WHERE run_id = ANY (gone))\x3B
  FOR own IN SELECT c.relname FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = ''run_id'' AND NOT a.attisdropped
    WHERE p.polname = ''own_workspace'' AND c.relnamespace = ''public''::pg_catalog.regnamespace AND c.relname <> ''persona_set''
  LOOP
    EXECUTE pg_catalog.format(''DELETE FROM public.%I WHERE run_id = ANY ($1) AND workspace_id = public.pressure_test_workspace()'', own) USING gone\x3B
  END LOOP\x3B
  RETURN gone\x3B
END';
REVOKE ALL ON FUNCTION public.pressure_test_forget_runs(uuid[]) FROM PUBLIC;
