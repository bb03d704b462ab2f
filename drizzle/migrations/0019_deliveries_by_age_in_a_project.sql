DROP INDEX "webhook_deliveries_age";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("project_id","created_at");