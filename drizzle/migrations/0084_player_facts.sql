CREATE TABLE "player_fact_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"also_players" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"text" text,
	"content_tags" text,
	"confidence" double precision DEFAULT 1 NOT NULL,
	"known_by" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"player_knows" boolean DEFAULT true NOT NULL,
	CONSTRAINT "player_fact_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "player_fact_versions_current" ON "player_fact_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_fact_versions_created" ON "player_fact_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_fact_versions_as_of" ON "player_fact_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "player_fact_versions_player" ON "player_fact_versions" USING btree ("project_id","player_id","valid_from_seq");--> statement-breakpoint
CREATE INDEX "player_fact_versions_also_players" ON "player_fact_versions" USING gin ("project_id","also_players" jsonb_path_ops) WHERE also_players <> '[]';