ALTER TABLE "dialogue_node_versions" ADD COLUMN "status" text COLLATE "C" DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" ADD COLUMN "final_text" text;