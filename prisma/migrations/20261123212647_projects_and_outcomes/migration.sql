-- AlterTable
ALTER TABLE "run" ADD COLUMN     "project_id" UUID;

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "product" TEXT NOT NULL DEFAULT '',
    "category" TEXT,
    "panel" TEXT[],
    "personas" INTEGER,
    "budget_usd" DECIMAL(18,9),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prediction" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "document" JSON NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prediction_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "outcome" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outcome_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "project_workspace_id_name_key" ON "project"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "outcome_workspace_id_at_idx" ON "outcome"("workspace_id", "at");

-- CreateIndex
CREATE INDEX "outcome_run_id_idx" ON "outcome"("run_id");

-- CreateIndex
CREATE INDEX "run_project_id_created_at_idx" ON "run"("project_id", "created_at" DESC);

-- Row-level security.
ALTER TABLE project ENABLE ROW LEVEL SECURITY;
ALTER TABLE project FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON project USING (workspace_id = pressure_test_workspace());
ALTER TABLE prediction ENABLE ROW LEVEL SECURITY;
ALTER TABLE prediction FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON prediction USING (workspace_id = pressure_test_workspace());
ALTER TABLE outcome ENABLE ROW LEVEL SECURITY;
ALTER TABLE outcome FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON outcome USING (workspace_id = pressure_test_workspace());

-- What was predicted and what happened is written once, whoever asks. It is deleted with its run, by the functions for that,
-- and nobody else may delete it (src/db/roles.ts).
CREATE FUNCTION public.pressure_test_refuse_edit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS
E'BEGIN RAISE EXCEPTION ''Predictions and outcomes are append-only.'' USING ERRCODE = ''insufficient_privilege''\x3B END';
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON prediction FOR EACH STATEMENT EXECUTE FUNCTION public.pressure_test_refuse_edit();
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON outcome FOR EACH STATEMENT EXECUTE FUNCTION public.pressure_test_refuse_edit();
