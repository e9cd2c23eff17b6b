-- CreateTable
CREATE TABLE "installation_value" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "installation_value_pkey" PRIMARY KEY ("name")
);

-- Of no workspace: only the program itself reads it.
ALTER TABLE installation_value ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation_value FORCE ROW LEVEL SECURITY;
CREATE POLICY housekeeping ON installation_value USING (pressure_test_housekeeping());
