CREATE TABLE "player_tokens" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"of_project" text NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"last4" text NOT NULL,
	"dialogues" text[],
	"messages_per_minute" integer NOT NULL,
	"key_id" text COLLATE "C",
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "player_tokens_player" ON "player_tokens" USING btree ("of_project","player_id","created_at","id");--> statement-breakpoint
CREATE INDEX "player_tokens_age" ON "player_tokens" USING btree ("expires_at");