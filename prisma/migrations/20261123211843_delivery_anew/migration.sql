-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "content_hash" TEXT,
ADD COLUMN     "reposts" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "slack_workspace" ADD COLUMN     "plain_until" TIMESTAMPTZ(3);
