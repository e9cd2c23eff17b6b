-- CreateTable
CREATE TABLE "run_pictures" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "run_pictures_pkey" PRIMARY KEY ("run_id")
);

ALTER TABLE run_pictures ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_pictures FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run_pictures USING (workspace_id = pressure_test_workspace());
