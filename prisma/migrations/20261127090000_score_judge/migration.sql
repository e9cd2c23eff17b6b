-- AlterTable
ALTER TABLE "agent_score" ADD COLUMN     "judge" TEXT NOT NULL DEFAULT '';
-- The owner sees every workspace while the policies are not forced on it.
ALTER TABLE "agent_score" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "result" NO FORCE ROW LEVEL SECURITY;
UPDATE "agent_score" s SET "judge" = coalesce(r."document" -> 'models' ->> 'judge', '') FROM "result" r WHERE r."run_id" = s."run_id";
ALTER TABLE "result" FORCE ROW LEVEL SECURITY;
ALTER TABLE "agent_score" FORCE ROW LEVEL SECURITY;
