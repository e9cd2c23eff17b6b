-- AlterTable
ALTER TABLE "dissent_action" ADD COLUMN     "due" DATE,
ADD COLUMN     "link" TEXT;

-- CreateTable
CREATE TABLE "dissent_view" (
    "run_id" UUID NOT NULL,
    "view_id" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "view" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "strength" DOUBLE PRECISION NOT NULL,
    "holders" TEXT[],
    "subject" TEXT NOT NULL,
    "offline" BOOLEAN NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dissent_view_pkey" PRIMARY KEY ("run_id","view_id")
);

-- CreateIndex
CREATE INDEX "dissent_view_workspace_id_raised_at_idx" ON "dissent_view"("workspace_id", "raised_at" DESC);

-- The views nobody heard of one finished run, taken from its result as it is stored.
CREATE FUNCTION public.pressure_test_list_views(of_run uuid) RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS
$$ INSERT INTO public.dissent_view (run_id, view_id, workspace_id, view, side, strength, holders, subject, offline, raised_at)
   SELECT r.run_id, 'v' || v.n, r.workspace_id, v.entry->>'view', coalesce(v.entry->>'side', 'against'),
          coalesce((SELECT max((h->>'strength')::float) FROM json_array_elements(v.entry->'holders') AS h), 0),
          coalesce((SELECT array_agg(DISTINCT p->>'persona_name') FROM json_array_elements(v.entry->'holders') AS h
                      JOIN json_array_elements(r.document->'responses') AS p ON p->>'persona_id' = h->>'persona_id'), '{}'),
          left(coalesce(r.document->>'stimulus', ''), 400), run.model_mode = 'offline', r.created_at
     FROM public.result AS r JOIN public.run ON run.id = r.run_id
    CROSS JOIN LATERAL json_array_elements(
            CASE json_typeof(r.document->'minority_report'->'suppressed_views')
              WHEN 'array' THEN r.document->'minority_report'->'suppressed_views' ELSE '[]'::json END) WITH ORDINALITY AS v (entry, n)
    WHERE r.kind IN ('pressure_test', 'focus_group') AND (of_run IS NULL OR r.run_id = of_run)
   ON CONFLICT (run_id, view_id) DO NOTHING $$;

-- Runs that finished before there was a desk. The owner of the tables is held by their row security too.
ALTER TABLE result NO FORCE ROW LEVEL SECURITY;
ALTER TABLE run NO FORCE ROW LEVEL SECURITY;
SELECT public.pressure_test_list_views(NULL);
ALTER TABLE result FORCE ROW LEVEL SECURITY;
ALTER TABLE run FORCE ROW LEVEL SECURITY;

ALTER TABLE dissent_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE dissent_view FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON dissent_view USING (workspace_id = pressure_test_workspace());

-- The desk of one person: every view nobody heard of the runs they may see, with what was done about it last.
CREATE FUNCTION public.pressure_test_desk(viewer text) RETURNS TABLE (
  run_id uuid, view_id text, view text, strength float, holders text[], subject text, offline boolean, raised_at timestamptz,
  action text, by text, at timestamptz, reason text, link text, owner text, due date, url text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT v.run_id, v.view_id, v.view, v.strength, v.holders, v.subject, v.offline, v.raised_at,
          latest.action, latest.by, latest.at, latest.reason, latest.link, held.assignee, held.due, told.url
     FROM public.dissent_view AS v
     LEFT JOIN public.slack_origin AS o ON o.run_id = v.run_id
     LEFT JOIN LATERAL (SELECT a.action, a.by, a.at, a.reason, a.link FROM public.dissent_action AS a
                         WHERE a.run_id = v.run_id AND a.view_id = v.view_id ORDER BY a.at DESC, a.id LIMIT 1) AS latest ON true
     LEFT JOIN LATERAL (SELECT a.assignee, a.due FROM public.dissent_action AS a
                         WHERE a.run_id = v.run_id AND a.view_id = v.view_id AND a.action = 'assigned'
                         ORDER BY a.at DESC, a.id LIMIT 1) AS held ON true
     LEFT JOIN LATERAL (SELECT m.payload->>'permalink' AS url FROM public.outbox AS m
                         WHERE m.run_id = v.run_id AND m.payload->>'show' = 'run' LIMIT 1) AS told ON true
    WHERE o.run_id IS NULL OR o.visibility = 'channel' OR o.user_id = viewer OR held.assignee = viewer $$;
