ALTER TABLE "entity_imports" ADD COLUMN "deleted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_imports" ADD COLUMN "undoes" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "entity_imports_undo" ON "entity_imports" USING btree ("project_id","undoes") WHERE NOT dry_run AND status <> 'failed';