-- CreateTable
CREATE TABLE "slack_waiting" (
    "signature" TEXT NOT NULL,
    "body" JSON NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_waiting_pkey" PRIMARY KEY ("signature")
);

-- CreateIndex
CREATE INDEX "slack_waiting_received_at_idx" ON "slack_waiting"("received_at");

ALTER TABLE slack_waiting ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_waiting FORCE ROW LEVEL SECURITY;
-- Of no workspace: only the program itself reads it, before it is known whose request it is.
CREATE POLICY housekeeping ON slack_waiting USING (pressure_test_housekeeping());
