-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "inbox" (
    "workspace_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("workspace_id","source","key")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "run_id" UUID,
    "topic" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'due',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_call" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "epoch" INTEGER NOT NULL,
    "step_key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "reserved_usd" DECIMAL(18,9),
    "month" DATE NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_call_outcome" (
    "call_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cache_read_tokens" INTEGER NOT NULL DEFAULT 0,
    "cache_write_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_usd" DECIMAL(18,9),
    "stop_reason" TEXT,
    "request_id" TEXT,
    "error_code" TEXT,
    "error_message" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_call_outcome_pkey" PRIMARY KEY ("call_id")
);

-- CreateTable
CREATE TABLE "persona" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "run_id" UUID,
    "set_name" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "persona_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "archetype" TEXT NOT NULL,
    "profile" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "persona_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "persona_memory" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "persona_uuid" UUID NOT NULL,
    "memory_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "valence" DOUBLE PRECISION NOT NULL,
    "cues" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "persona_memory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "input" JSON NOT NULL,
    "seed" BIGINT,
    "model_mode" TEXT NOT NULL,
    "model_persona" TEXT NOT NULL,
    "model_analysis" TEXT NOT NULL,
    "model_judge" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "worker_id" TEXT,
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "resume_at" TIMESTAMPTZ(3),
    "pauses" INTEGER NOT NULL DEFAULT 0,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "steps" INTEGER NOT NULL DEFAULT 0,
    "steps_at_claim" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "last_event_seq" INTEGER NOT NULL DEFAULT 0,
    "last_batch" UUID,
    "budget_usd" DECIMAL(18,9) NOT NULL,
    "reserved_usd" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "spent_usd" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "reason_code" TEXT,
    "reason_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_step" (
    "run_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "workspace_id" UUID NOT NULL,
    "outcome" JSON NOT NULL,
    "failed" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_step_pkey" PRIMARY KEY ("run_id","key","input_hash","generation")
);

-- CreateTable
CREATE TABLE "run_event" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "workspace_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "type" TEXT NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "run_event_pkey" PRIMARY KEY ("run_id","seq")
);

-- CreateTable
CREATE TABLE "result" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "trust" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "result_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "response" (
    "run_id" UUID NOT NULL,
    "persona_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "workspace_id" UUID NOT NULL,
    "document" JSON NOT NULL,

    CONSTRAINT "response_pkey" PRIMARY KEY ("run_id","persona_id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "monthly_budget_usd" DECIMAL(18,9),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "actor" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "actor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "month_spend" (
    "workspace_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "reserved_usd" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "spent_usd" DECIMAL(18,9) NOT NULL DEFAULT 0,

    CONSTRAINT "month_spend_pkey" PRIMARY KEY ("workspace_id","month")
);

-- CreateIndex
CREATE INDEX "outbox_status_next_attempt_at_idx" ON "outbox"("status", "next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_workspace_id_topic_dedupe_key_key" ON "outbox"("workspace_id", "topic", "dedupe_key");

-- CreateIndex
CREATE INDEX "model_call_run_id_idx" ON "model_call"("run_id");

-- CreateIndex
CREATE INDEX "model_call_outcome_run_id_idx" ON "model_call_outcome"("run_id");

-- CreateIndex
CREATE INDEX "persona_run_id_idx" ON "persona"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "persona_workspace_id_run_id_set_name_version_persona_id_key" ON "persona"("workspace_id", "run_id", "set_name", "version", "persona_id");

-- CreateIndex
CREATE INDEX "persona_memory_persona_uuid_idx" ON "persona_memory"("persona_uuid");

-- CreateIndex
CREATE INDEX "run_workspace_id_created_at_idx" ON "run"("workspace_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "run_status_lease_until_idx" ON "run"("status", "lease_until");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "actor_workspace_id_kind_external_id_key" ON "actor"("workspace_id", "kind", "external_id");

-- Row-level security: every query runs in a transaction that names its workspace, and sees nothing otherwise.
-- Housekeeping (claiming a run by its id, the sweeper, the outbox's deliverer, finding a workspace by its name) is the
-- one purpose that crosses workspaces, and only on the tables named below.
CREATE FUNCTION pressure_test_workspace() RETURNS uuid LANGUAGE sql STABLE AS
$$ SELECT nullif(current_setting('pressure_test.workspace', true), '')::uuid $$;

CREATE FUNCTION pressure_test_housekeeping() RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT coalesce(current_setting('pressure_test.housekeeping', true), '') = 'on' $$;

-- One statement each: the engine splits at semicolons, also inside a DO block.
ALTER TABLE actor ENABLE ROW LEVEL SECURITY;
ALTER TABLE actor FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON actor USING (workspace_id = pressure_test_workspace());
ALTER TABLE month_spend ENABLE ROW LEVEL SECURITY;
ALTER TABLE month_spend FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON month_spend USING (workspace_id = pressure_test_workspace());
ALTER TABLE run_step ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_step FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run_step USING (workspace_id = pressure_test_workspace());
ALTER TABLE run_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_event FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run_event USING (workspace_id = pressure_test_workspace());
ALTER TABLE result ENABLE ROW LEVEL SECURITY;
ALTER TABLE result FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON result USING (workspace_id = pressure_test_workspace());
ALTER TABLE response ENABLE ROW LEVEL SECURITY;
ALTER TABLE response FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON response USING (workspace_id = pressure_test_workspace());
ALTER TABLE inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON inbox USING (workspace_id = pressure_test_workspace());
ALTER TABLE model_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_call FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON model_call USING (workspace_id = pressure_test_workspace());
ALTER TABLE model_call_outcome ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_call_outcome FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON model_call_outcome USING (workspace_id = pressure_test_workspace());
ALTER TABLE persona ENABLE ROW LEVEL SECURITY;
ALTER TABLE persona FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON persona USING (workspace_id = pressure_test_workspace());
ALTER TABLE persona_memory ENABLE ROW LEVEL SECURITY;
ALTER TABLE persona_memory FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON persona_memory USING (workspace_id = pressure_test_workspace());
ALTER TABLE run ENABLE ROW LEVEL SECURITY;
ALTER TABLE run FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run USING (workspace_id = pressure_test_workspace());
CREATE POLICY housekeeping ON run USING (pressure_test_housekeeping());
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON outbox USING (workspace_id = pressure_test_workspace());
CREATE POLICY housekeeping ON outbox USING (pressure_test_housekeeping());

ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON workspace USING (id = pressure_test_workspace());
CREATE POLICY housekeeping ON workspace USING (pressure_test_housekeeping());

ALTER TABLE run ADD CONSTRAINT run_status CHECK (status IN ('queued', 'running', 'paused', 'completed', 'failed', 'cancelled'));
