ALTER TABLE "player_tokens" ADD COLUMN "units" integer;--> statement-breakpoint
ALTER TABLE "player_tokens" ADD COLUMN "units_used" integer DEFAULT 0 NOT NULL;