ALTER TABLE "checkpoint_versions" ALTER COLUMN "note" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "comment_versions" ALTER COLUMN "mentions" SET DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "fact_versions" ALTER COLUMN "also_about" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "fact_versions" ALTER COLUMN "source" SET DEFAULT '{"kind":"client","label":null,"witness_id":null}'::jsonb;--> statement-breakpoint
ALTER TABLE "fact_versions" ALTER COLUMN "confidence" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "fact_versions" ALTER COLUMN "known_by" SET DEFAULT '"everyone"'::jsonb;--> statement-breakpoint
ALTER TABLE "fact_versions" ALTER COLUMN "secret" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "secret_versions" ALTER COLUMN "known_by" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "secret_versions" ALTER COLUMN "note" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "variable_versions" ALTER COLUMN "enum_values" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "variable_versions" ALTER COLUMN "description" SET DEFAULT '';