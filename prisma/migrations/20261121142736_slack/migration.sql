-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "parent_id" UUID,
ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "posting_since" TIMESTAMPTZ(3),
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 5,
ADD COLUMN     "problem" TEXT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shown" TEXT,
ADD COLUMN     "target" TEXT,
ADD COLUMN     "tenant" TEXT;

-- CreateTable
CREATE TABLE "dissent_action" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "view_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "assignee" TEXT,
    "reason" TEXT,
    "delivery" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dissent_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "section_vote" (
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "section" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "vote" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "section_vote_pkey" PRIMARY KEY ("workspace_id","run_id","section","by")
);

-- CreateTable
CREATE TABLE "agent_decision" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "decision" TEXT NOT NULL,
    "reason" TEXT,
    "by" TEXT NOT NULL,
    "delivery" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slack_installation" (
    "id" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "team_name" TEXT NOT NULL,
    "enterprise_id" TEXT,
    "app_id" TEXT,
    "bot_id" TEXT,
    "bot_user_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "token" TEXT NOT NULL,
    "refresh_token" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "refresh_at" TIMESTAMPTZ(3),
    "installed_by" TEXT NOT NULL,
    "installed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slack_origin" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "team_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "thread_ts" TEXT,
    "user_id" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "response_url" TEXT,
    "source_run_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_origin_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "slack_draft" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "submission" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_draft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slack_user" (
    "workspace_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "settings" JSON NOT NULL DEFAULT '{}',
    "lead" BOOLEAN NOT NULL DEFAULT false,
    "lead_named_by" TEXT,
    "lead_named_at" TIMESTAMPTZ(3),

    CONSTRAINT "slack_user_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "slack_workspace" (
    "workspace_id" UUID NOT NULL,
    "confirm_above_usd" DECIMAL(18,9),

    CONSTRAINT "slack_workspace_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "slack_digest" (
    "workspace_id" UUID NOT NULL,
    "channel_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "slack_digest_pkey" PRIMARY KEY ("workspace_id","channel_id")
);

-- CreateTable
CREATE TABLE "slack_pace" (
    "key" TEXT NOT NULL,
    "free" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "slack_pace_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "slack_request" (
    "signature" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_request_pkey" PRIMARY KEY ("signature")
);

-- CreateIndex
CREATE INDEX "dissent_action_workspace_id_run_id_idx" ON "dissent_action"("workspace_id", "run_id");

-- CreateIndex
CREATE UNIQUE INDEX "dissent_action_workspace_id_run_id_view_id_delivery_key" ON "dissent_action"("workspace_id", "run_id", "view_id", "delivery");

-- CreateIndex
CREATE UNIQUE INDEX "agent_decision_workspace_id_run_id_delivery_key" ON "agent_decision"("workspace_id", "run_id", "delivery");

-- CreateIndex
CREATE INDEX "slack_origin_workspace_id_channel_id_idx" ON "slack_origin"("workspace_id", "channel_id");

-- CreateIndex
CREATE INDEX "slack_digest_next_at_idx" ON "slack_digest"("next_at");

-- CreateIndex
CREATE INDEX "slack_request_received_at_idx" ON "slack_request"("received_at");

-- CreateIndex
CREATE INDEX "outbox_run_id_idx" ON "outbox"("run_id");

-- CreateIndex
CREATE INDEX "outbox_parent_id_position_idx" ON "outbox"("parent_id", "position");

-- Row-level security, as in the first migration.
ALTER TABLE slack_installation ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_installation FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON slack_installation USING (workspace_id = pressure_test_workspace());
ALTER TABLE slack_origin ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_origin FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON slack_origin USING (workspace_id = pressure_test_workspace());
ALTER TABLE slack_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON slack_draft USING (workspace_id = pressure_test_workspace());
ALTER TABLE slack_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_user FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON slack_user USING (workspace_id = pressure_test_workspace());
ALTER TABLE slack_workspace ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_workspace FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON slack_workspace USING (workspace_id = pressure_test_workspace());
ALTER TABLE slack_digest ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_digest FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON slack_digest USING (workspace_id = pressure_test_workspace());
ALTER TABLE dissent_action ENABLE ROW LEVEL SECURITY;
ALTER TABLE dissent_action FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON dissent_action USING (workspace_id = pressure_test_workspace());
ALTER TABLE section_vote ENABLE ROW LEVEL SECURITY;
ALTER TABLE section_vote FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON section_vote USING (workspace_id = pressure_test_workspace());
ALTER TABLE agent_decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_decision FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON agent_decision USING (workspace_id = pressure_test_workspace());
ALTER TABLE slack_pace ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_pace FORCE ROW LEVEL SECURITY;
ALTER TABLE slack_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_request FORCE ROW LEVEL SECURITY;
-- A team is looked up before its workspace is known, and digests fall due in all of them.
CREATE POLICY housekeeping ON slack_installation USING (pressure_test_housekeeping());
CREATE POLICY housekeeping ON slack_digest USING (pressure_test_housekeeping());
-- Of no workspace: only the program itself reads them.
CREATE POLICY housekeeping ON slack_pace USING (pressure_test_housekeeping());
CREATE POLICY housekeeping ON slack_request USING (pressure_test_housekeeping());

ALTER TABLE outbox ADD CONSTRAINT outbox_status CHECK (status IN ('due', 'live', 'done', 'uncertain', 'dead'));

-- Forgets a workspace as a whole, append-only tables too, which the program's own role cannot delete from. It works for
-- the workspace of the transaction only. One statement: the engine splits at semicolons.
CREATE FUNCTION pressure_test_purge() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public AS
$$ WITH
  gone_actor AS (DELETE FROM actor WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_month_spend AS (DELETE FROM month_spend WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_run_step AS (DELETE FROM run_step WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_run_event AS (DELETE FROM run_event WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_result AS (DELETE FROM result WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_response AS (DELETE FROM response WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_inbox AS (DELETE FROM inbox WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_model_call AS (DELETE FROM model_call WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_model_call_outcome AS (DELETE FROM model_call_outcome WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_persona AS (DELETE FROM persona WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_persona_set AS (DELETE FROM persona_set WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_persona_memory AS (DELETE FROM persona_memory WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_run AS (DELETE FROM run WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_outbox AS (DELETE FROM outbox WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_agent_version AS (DELETE FROM agent_version WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_agent_score AS (DELETE FROM agent_score WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_human_mark AS (DELETE FROM human_mark WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_run_part AS (DELETE FROM run_part WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_api_token AS (DELETE FROM api_token WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_slack_installation AS (DELETE FROM slack_installation WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_slack_origin AS (DELETE FROM slack_origin WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_slack_draft AS (DELETE FROM slack_draft WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_slack_user AS (DELETE FROM slack_user WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_slack_workspace AS (DELETE FROM slack_workspace WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_slack_digest AS (DELETE FROM slack_digest WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_dissent_action AS (DELETE FROM dissent_action WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_section_vote AS (DELETE FROM section_vote WHERE workspace_id = pressure_test_workspace() RETURNING 1),
  gone_agent_decision AS (DELETE FROM agent_decision WHERE workspace_id = pressure_test_workspace() RETURNING 1)
SELECT (SELECT count(*) FROM gone_run) $$;
