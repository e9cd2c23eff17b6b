-- AlterTable
ALTER TABLE "simulation" ADD COLUMN     "events" TEXT NOT NULL DEFAULT 'stored';

-- What is due for the archive is looked for in all workspaces.
CREATE POLICY housekeeping ON simulation FOR SELECT USING (pressure_test_housekeeping());
