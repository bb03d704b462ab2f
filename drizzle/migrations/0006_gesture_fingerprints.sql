ALTER TABLE "gesture_results" ADD COLUMN "fingerprint" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "gesture_results_age" ON "gesture_results" USING btree ("created_at");