ALTER TABLE "variable_versions" ADD COLUMN "scope" text DEFAULT 'playthrough' NOT NULL;--> statement-breakpoint
ALTER TABLE "variable_versions" ADD COLUMN "min" double precision;--> statement-breakpoint
ALTER TABLE "variable_versions" ADD COLUMN "max" double precision;