-- AlterTable
ALTER TABLE "simulation" ADD COLUMN     "sums" JSON;

-- AlterTable
ALTER TABLE "simulation_session" ADD COLUMN     "trigger" SMALLINT;

-- CreateTable
CREATE TABLE "simulation_person" (
    "simulation" INTEGER NOT NULL,
    "person" INTEGER NOT NULL,
    "workspace_id" UUID NOT NULL,
    "joined" SMALLINT NOT NULL,
    "days" SMALLINT NOT NULL,
    "reason" SMALLINT NOT NULL,
    "sessions" SMALLINT NOT NULL,
    "invited_by" INTEGER NOT NULL,
    "activated_on" SMALLINT NOT NULL,
    "paid" BOOLEAN NOT NULL,
    "paid_on" SMALLINT NOT NULL,

    CONSTRAINT "simulation_person_pkey" PRIMARY KEY ("simulation","person")
);

-- Row-level security
ALTER TABLE simulation_person ENABLE ROW LEVEL SECURITY;
ALTER TABLE simulation_person FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON simulation_person USING (workspace_id = pressure_test_workspace());

-- The people of a simulation go with its run.
CREATE OR REPLACE FUNCTION public.pressure_test_forget_runs(run_ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
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
  DELETE FROM public.simulation_person WHERE simulation IN (SELECT id FROM public.simulation WHERE run_id = ANY (gone))\x3B
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
