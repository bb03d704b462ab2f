ALTER TABLE "fact_versions" ADD COLUMN "told" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "fact_versions" ADD COLUMN "superseded_mode" text COLLATE "C";