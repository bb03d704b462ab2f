ALTER TABLE "project_versions" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "project_heads" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;