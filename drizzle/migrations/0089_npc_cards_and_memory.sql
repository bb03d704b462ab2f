ALTER TABLE "npc_versions" ALTER COLUMN "memory" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "npc_versions" ALTER COLUMN "memory" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "npc_versions" ADD COLUMN "earlier_cards" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "npc_versions" ADD COLUMN "earlier_card_facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "project_versions" ADD COLUMN "npc_memory" text DEFAULT 'keep' NOT NULL;