ALTER TABLE "dialogue_versions" ADD COLUMN "external_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "fact_versions" ADD COLUMN "external_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "secret_versions" ADD COLUMN "external_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "variable_versions" ADD COLUMN "external_id" text COLLATE "C";