-- CreateTable
CREATE TABLE "deleted_month_spend" (
    "workspace_hash" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "spent_usd" DECIMAL(18,9) NOT NULL,

    CONSTRAINT "deleted_month_spend_pkey" PRIMARY KEY ("workspace_hash","month")
);

CREATE FUNCTION public.pressure_test_workspace_hash() RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT encode(sha256(convert_to(slug, 'UTF8')), 'hex') FROM public.workspace WHERE id = public.pressure_test_workspace() $$;

-- Not called own_workspace: what has that policy is deleted and exported with the workspace.
ALTER TABLE deleted_month_spend ENABLE ROW LEVEL SECURITY;
ALTER TABLE deleted_month_spend FORCE ROW LEVEL SECURITY;
CREATE POLICY own_spending ON deleted_month_spend USING (workspace_hash = pressure_test_workspace_hash());
CREATE POLICY housekeeping ON deleted_month_spend USING (pressure_test_housekeeping());
