-- DropIndex
DROP INDEX "agent_score_workspace_id_name_idx";

-- AlterTable
ALTER TABLE "agent_score" ADD COLUMN     "agent_id" TEXT;
-- The owner sees every workspace while the policies are not forced on it.
ALTER TABLE "agent_score" NO FORCE ROW LEVEL SECURITY;
UPDATE "agent_score" SET "agent_id" = "agent_version_id";
ALTER TABLE "agent_score" FORCE ROW LEVEL SECURITY;
ALTER TABLE "agent_score" ALTER COLUMN "agent_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "agent_score_workspace_id_agent_id_idx" ON "agent_score"("workspace_id", "agent_id");
