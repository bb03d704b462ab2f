ALTER TABLE "variable_versions" ADD COLUMN "source_format" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "variable_versions" ADD COLUMN "source_story" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "variable_versions" ADD COLUMN "source_key" text COLLATE "C";