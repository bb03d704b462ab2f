ALTER TABLE "webhook_versions" ALTER COLUMN "active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "webhook_versions" ALTER COLUMN "description" SET DEFAULT '';