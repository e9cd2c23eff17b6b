-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "max_usd" DECIMAL(18,9),
ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT '{read,write,spend,admin}';

-- Tokens made before could do everything, and still can. One that is made without a choice can do nothing.
ALTER TABLE "api_token" ALTER COLUMN "scopes" SET DEFAULT '{}';
