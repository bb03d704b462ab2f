DROP INDEX "idempotency_keys_age";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "session_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");