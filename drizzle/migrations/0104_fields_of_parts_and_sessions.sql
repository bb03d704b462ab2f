ALTER TABLE "dialogue_annotation_versions" ALTER COLUMN "color" SET DEFAULT 'stone';--> statement-breakpoint
ALTER TABLE "dialogue_group_versions" ALTER COLUMN "color" SET DEFAULT 'stone';--> statement-breakpoint
ALTER TABLE "session_versions" ALTER COLUMN "review" SET DEFAULT false;