-- AlterTable
ALTER TABLE "project" ADD COLUMN     "deleted_usd" DECIMAL(18,9) NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "deleted_usd" DECIMAL(18,9) NOT NULL DEFAULT 0;
