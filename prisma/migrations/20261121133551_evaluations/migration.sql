-- CreateTable
CREATE TABLE "agent_version" (
    "workspace_id" UUID NOT NULL,
    "agent_version_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "content_hash" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'untested',
    "last_test_score" DOUBLE PRECISION,
    "test_report_url" TEXT,
    "framework_approved" BOOLEAN NOT NULL DEFAULT false,
    "last_run_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tested_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_version_pkey" PRIMARY KEY ("workspace_id","agent_version_id")
);

-- CreateTable
CREATE TABLE "agent_score" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "agent_version_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "cases_hash" TEXT NOT NULL,
    "overall_score" DOUBLE PRECISION,
    "low" DOUBLE PRECISION,
    "high" DOUBLE PRECISION,
    "status" TEXT NOT NULL,
    "approved" BOOLEAN NOT NULL,
    "offline" BOOLEAN NOT NULL,
    "tested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_score_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "human_mark" (
    "run_id" UUID NOT NULL,
    "case_id" TEXT NOT NULL,
    "trial" INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "passed" BOOLEAN NOT NULL,
    "score" DOUBLE PRECISION,
    "judge_model" TEXT NOT NULL,
    "judge_passed" BOOLEAN NOT NULL,
    "judge_score" DOUBLE PRECISION NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "human_mark_pkey" PRIMARY KEY ("run_id","case_id","trial","by")
);

-- CreateTable
CREATE TABLE "run_part" (
    "run_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "workspace_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL,
    "from_item" INTEGER NOT NULL,
    "to_item" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "worker_id" TEXT,
    "steps" INTEGER NOT NULL DEFAULT 0,
    "steps_at_claim" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "last_batch" UUID,
    "trouble" JSON,

    CONSTRAINT "run_part_pkey" PRIMARY KEY ("run_id","generation","part")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "agent_score_workspace_id_name_idx" ON "agent_score"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "human_mark_workspace_id_judge_model_idx" ON "human_mark"("workspace_id", "judge_model");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE INDEX "api_token_workspace_id_idx" ON "api_token"("workspace_id");

-- Row-level security, as in the first migration.
ALTER TABLE agent_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_version FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON agent_version USING (workspace_id = pressure_test_workspace());
ALTER TABLE agent_score ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_score FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON agent_score USING (workspace_id = pressure_test_workspace());
ALTER TABLE human_mark ENABLE ROW LEVEL SECURITY;
ALTER TABLE human_mark FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON human_mark USING (workspace_id = pressure_test_workspace());
ALTER TABLE run_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_part FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run_part USING (workspace_id = pressure_test_workspace());
ALTER TABLE api_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_token FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON api_token USING (workspace_id = pressure_test_workspace());
-- A part is claimed by its run's id, and a token is looked up by its hash, before the workspace is known.
CREATE POLICY housekeeping ON run_part USING (pressure_test_housekeeping());
CREATE POLICY housekeeping ON api_token FOR SELECT USING (pressure_test_housekeeping());

ALTER TABLE run_part ADD CONSTRAINT run_part_status CHECK (status IN ('waiting', 'running', 'done', 'stopped'));
ALTER TABLE agent_version ADD CONSTRAINT agent_version_status CHECK (status IN ('untested', 'active', 'needs_improvement', 'unjudged'));
