CREATE TABLE "player_event_counts" (
	"project_id" text NOT NULL,
	"subject" text NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"detail" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	"day" date NOT NULL,
	"events" integer NOT NULL,
	"late" integer NOT NULL,
	"players" integer NOT NULL,
	CONSTRAINT "player_event_counts_pk" PRIMARY KEY("project_id","subject","graph_id","subject_id","detail","version","day")
);
--> statement-breakpoint
CREATE TABLE "player_event_heads" (
	"project_id" text NOT NULL,
	"last_number" bigint NOT NULL,
	"kept_from" timestamp(3) with time zone,
	"erasures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "player_event_heads_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "player_event_kind_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"schema" jsonb NOT NULL,
	"on_mismatch" text COLLATE "C" DEFAULT 'refuse' NOT NULL,
	CONSTRAINT "player_event_kind_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "player_event_news" (
	"project_id" text NOT NULL,
	"told_number" bigint NOT NULL,
	"told_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "player_event_news_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "player_event_shares" (
	"project_id" text NOT NULL,
	"subject" text NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"detail" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	"day" date NOT NULL,
	"events" integer NOT NULL,
	"late" integer NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"first" boolean NOT NULL,
	CONSTRAINT "player_event_shares_pk" PRIMARY KEY("project_id","subject","graph_id","subject_id","detail","player_id","version","day")
);
--> statement-breakpoint
CREATE TABLE "player_events" (
	"project_id" text NOT NULL,
	"number" bigint NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"player_id" text COLLATE "C" NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"run_id" text COLLATE "C",
	"step" integer,
	"graph_id" text COLLATE "C",
	"node_id" text COLLATE "C",
	"branch_id" text COLLATE "C",
	"quest_id" text COLLATE "C",
	"state" text,
	"version" bigint,
	"data" jsonb,
	"quarantined" boolean NOT NULL,
	CONSTRAINT "player_events_project_id_number_pk" PRIMARY KEY("project_id","number")
);
--> statement-breakpoint
CREATE TABLE "player_events_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"last_number" bigint NOT NULL,
	"count" bigint NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "player_events_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "run_standings" ADD COLUMN "counted_step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "player_event_kind_versions_current" ON "player_event_kind_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_event_kind_versions_created" ON "player_event_kind_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_event_kind_versions_as_of" ON "player_event_kind_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "player_event_shares_player" ON "player_event_shares" USING btree ("project_id","player_id");--> statement-breakpoint
CREATE UNIQUE INDEX "player_events_client" ON "player_events" USING btree ("project_id","client_id");--> statement-breakpoint
CREATE INDEX "player_events_player" ON "player_events" USING btree ("project_id","player_id","number");--> statement-breakpoint
CREATE INDEX "player_events_graph" ON "player_events" USING btree ("project_id","graph_id","number") WHERE graph_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "player_events_run" ON "player_events" USING btree ("project_id","run_id","number") WHERE run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "player_events_at" ON "player_events" USING btree ("project_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "player_events_versions_current" ON "player_events_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_events_versions_created" ON "player_events_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_events_versions_as_of" ON "player_events_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");