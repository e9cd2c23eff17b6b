-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "claims" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "slack_request" ADD COLUMN     "token" UUID;
