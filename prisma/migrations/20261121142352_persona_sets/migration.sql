-- CreateTable
CREATE TABLE "persona_set" (
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "run_id" UUID,
    "origin" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "passages" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "persona_set_pkey" PRIMARY KEY ("workspace_id","name","version")
);

-- CreateIndex
CREATE INDEX "persona_workspace_id_set_name_version_idx" ON "persona"("workspace_id", "set_name", "version");

ALTER TABLE persona_set ENABLE ROW LEVEL SECURITY;
ALTER TABLE persona_set FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON persona_set USING (workspace_id = pressure_test_workspace());
