-- CreateTable
CREATE TABLE "product" (
    "workspace_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSON NOT NULL,
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_pkey" PRIMARY KEY ("workspace_id","product_id","version")
);

-- CreateTable
CREATE TABLE "simulation" (
    -- An identity: its sequence needs no right of its own.
    "id" INTEGER GENERATED ALWAYS AS IDENTITY,
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "targets" TEXT[],
    "defects" TEXT[],

    CONSTRAINT "simulation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "simulation_session" (
    "simulation" INTEGER NOT NULL,
    "person" INTEGER NOT NULL,
    "day" SMALLINT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "hour" SMALLINT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "actions" SMALLINT NOT NULL,
    "minutes" SMALLINT NOT NULL,
    "invited" SMALLINT NOT NULL,
    "frustration" SMALLINT NOT NULL,
    "confidence" SMALLINT NOT NULL,
    "delight" SMALLINT NOT NULL,
    "confusion" SMALLINT NOT NULL,

    CONSTRAINT "simulation_session_pkey" PRIMARY KEY ("simulation","person","day")
);

-- CreateTable
CREATE TABLE "simulation_event" (
    "simulation" INTEGER NOT NULL,
    "person" INTEGER NOT NULL,
    "day" SMALLINT NOT NULL,
    "seq" SMALLINT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "action" SMALLINT NOT NULL,
    "target" SMALLINT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "defect" SMALLINT NOT NULL,
    "cause" SMALLINT NOT NULL,
    "why" SMALLINT NOT NULL,
    "frustration" SMALLINT NOT NULL,
    "confidence" SMALLINT NOT NULL,
    "delight" SMALLINT NOT NULL,
    "confusion" SMALLINT NOT NULL,

    CONSTRAINT "simulation_event_pkey" PRIMARY KEY ("simulation","person","day","seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "simulation_run_id_key" ON "simulation"("run_id");

-- Row-level security
ALTER TABLE product ENABLE ROW LEVEL SECURITY;
ALTER TABLE product FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON product USING (workspace_id = pressure_test_workspace());
ALTER TABLE simulation ENABLE ROW LEVEL SECURITY;
ALTER TABLE simulation FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON simulation USING (workspace_id = pressure_test_workspace());
ALTER TABLE simulation_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE simulation_session FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON simulation_session USING (workspace_id = pressure_test_workspace());
ALTER TABLE simulation_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE simulation_event FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON simulation_event USING (workspace_id = pressure_test_workspace());

-- A workspace is forgotten with its simulations.
CREATE OR REPLACE FUNCTION public.pressure_test_purge() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ WITH
  gone_actor AS (DELETE FROM public.actor WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_month_spend AS (DELETE FROM public.month_spend WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_run_step AS (DELETE FROM public.run_step WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_run_event AS (DELETE FROM public.run_event WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_result AS (DELETE FROM public.result WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_response AS (DELETE FROM public.response WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_inbox AS (DELETE FROM public.inbox WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_model_call AS (DELETE FROM public.model_call WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_model_call_outcome AS (DELETE FROM public.model_call_outcome WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_persona AS (DELETE FROM public.persona WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_persona_set AS (DELETE FROM public.persona_set WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_persona_memory AS (DELETE FROM public.persona_memory WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_run AS (DELETE FROM public.run WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_outbox AS (DELETE FROM public.outbox WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_agent_version AS (DELETE FROM public.agent_version WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_agent_score AS (DELETE FROM public.agent_score WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_human_mark AS (DELETE FROM public.human_mark WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_run_part AS (DELETE FROM public.run_part WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_api_token AS (DELETE FROM public.api_token WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_slack_installation AS (DELETE FROM public.slack_installation WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_slack_origin AS (DELETE FROM public.slack_origin WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_slack_draft AS (DELETE FROM public.slack_draft WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_slack_user AS (DELETE FROM public.slack_user WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_slack_workspace AS (DELETE FROM public.slack_workspace WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_slack_digest AS (DELETE FROM public.slack_digest WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_dissent_action AS (DELETE FROM public.dissent_action WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_section_vote AS (DELETE FROM public.section_vote WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_product AS (DELETE FROM public.product WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_simulation AS (DELETE FROM public.simulation WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_simulation_session AS (DELETE FROM public.simulation_session WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_simulation_event AS (DELETE FROM public.simulation_event WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_agent_decision AS (DELETE FROM public.agent_decision WHERE workspace_id = public.pressure_test_workspace() RETURNING 1)
SELECT (SELECT pg_catalog.count(*) FROM gone_run) $$;
REVOKE ALL ON FUNCTION public.pressure_test_purge() FROM PUBLIC;
