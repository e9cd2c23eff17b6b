-- AlterTable
ALTER TABLE "inbox" ADD COLUMN     "request_hash" TEXT;

-- CreateTable
CREATE TABLE "run_draft" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "input" JSON NOT NULL,
    "run_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_draft_pkey" PRIMARY KEY ("id")
);

ALTER TABLE run_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run_draft USING (workspace_id = pressure_test_workspace());

-- A workspace is forgotten with its drafts.
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
  gone_run_draft AS (DELETE FROM public.run_draft WHERE workspace_id = public.pressure_test_workspace() RETURNING 1),
  gone_agent_decision AS (DELETE FROM public.agent_decision WHERE workspace_id = public.pressure_test_workspace() RETURNING 1)
SELECT (SELECT pg_catalog.count(*) FROM gone_run) $$;
REVOKE ALL ON FUNCTION public.pressure_test_purge() FROM PUBLIC;
