ALTER TABLE "run_saves" ADD COLUMN "graph_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_saves" ADD COLUMN "node_id" text COLLATE "C";