CREATE TABLE "player_quests" (
	"project_id" text NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"quest_id" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"stage" text,
	"moved_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "player_quests_project_id_player_id_quest_id_pk" PRIMARY KEY("project_id","player_id","quest_id")
);
--> statement-breakpoint
ALTER TABLE "player_events" ADD COLUMN "quest_move" text;--> statement-breakpoint
ALTER TABLE "quest_versions" ADD COLUMN "carried" boolean DEFAULT false NOT NULL;