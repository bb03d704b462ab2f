CREATE TABLE "conversation_entries" (
	"project_id" text NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"speaker" integer,
	"listeners" integer[] NOT NULL,
	"audience" integer[] NOT NULL,
	"whisper" boolean NOT NULL,
	"text" text,
	"players" text[] NOT NULL,
	"client_id" text COLLATE "C",
	"run_id" text COLLATE "C",
	"answers" bigint,
	"data" jsonb NOT NULL,
	"redacted_at" timestamp(3) with time zone,
	"erased" boolean DEFAULT false NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "conversation_entries_project_id_conversation_id_number_pk" PRIMARY KEY("project_id","conversation_id","number")
);
--> statement-breakpoint
CREATE TABLE "conversation_heads" (
	"project_id" text NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"last_number" bigint NOT NULL,
	"turn" integer,
	CONSTRAINT "conversation_heads_project_id_conversation_id_pk" PRIMARY KEY("project_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_participants" (
	"project_id" text NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"place" integer NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"player_id" text COLLATE "C",
	"npc_id" text COLLATE "C",
	"name" text,
	"state" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "conversation_participants_project_id_conversation_id_place_pk" PRIMARY KEY("project_id","conversation_id","place")
);
--> statement-breakpoint
CREATE TABLE "conversation_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"title" text COLLATE "C" DEFAULT '' NOT NULL,
	"mode" text COLLATE "C" DEFAULT 'free' NOT NULL,
	"entry" text COLLATE "C" DEFAULT 'invited' NOT NULL,
	"run_id" text COLLATE "C",
	"status" text COLLATE "C" DEFAULT 'open' NOT NULL,
	CONSTRAINT "conversation_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_entries_client" ON "conversation_entries" USING btree ("project_id","conversation_id","speaker","client_id") WHERE client_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_participants_id" ON "conversation_participants" USING btree ("project_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_participants_player" ON "conversation_participants" USING btree ("project_id","player_id","conversation_id") WHERE player_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_participants_npc" ON "conversation_participants" USING btree ("project_id","conversation_id","npc_id") WHERE npc_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_versions_current" ON "conversation_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "conversation_versions_created" ON "conversation_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "conversation_versions_as_of" ON "conversation_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "conversation_versions_run" ON "conversation_versions" USING btree ("project_id","run_id","created_seq") WHERE valid_to_seq = 9007199254740991;