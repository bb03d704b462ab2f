CREATE TABLE "run_standings" (
	"project_id" text NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"graph_id" text NOT NULL,
	"base_seq" bigint NOT NULL,
	"step" integer NOT NULL,
	"status" text NOT NULL,
	"state" jsonb NOT NULL,
	"touched_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "run_standings_project_id_run_id_pk" PRIMARY KEY("project_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"project_id" text NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"step" integer NOT NULL,
	"action" jsonb NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "run_steps_project_id_run_id_step_pk" PRIMARY KEY("project_id","run_id","step")
);
--> statement-breakpoint
CREATE TABLE "run_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"base_seq" bigint NOT NULL,
	"player_id" text COLLATE "C",
	"beginning" jsonb NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"ending" jsonb,
	CONSTRAINT "run_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "run_versions_current" ON "run_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "run_versions_created" ON "run_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "run_versions_graph" ON "run_versions" USING btree ("project_id","graph_id","created_seq") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "run_versions_player" ON "run_versions" USING btree ("project_id","player_id","created_seq") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "run_versions_as_of" ON "run_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");