ALTER TABLE "npc_versions" ADD COLUMN "card" text;--> statement-breakpoint
ALTER TABLE "npc_versions" ADD COLUMN "card_facts" jsonb DEFAULT '[]'::jsonb NOT NULL;