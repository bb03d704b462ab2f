CREATE TABLE "suggestion_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"label" text NOT NULL,
	"source" jsonb NOT NULL,
	"base_seq" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"parts" jsonb NOT NULL,
	CONSTRAINT "suggestion_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "suggestion_versions_current" ON "suggestion_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "suggestion_versions_created" ON "suggestion_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "suggestion_versions_graph" ON "suggestion_versions" USING btree ("project_id","graph_id","status") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "suggestion_versions_as_of" ON "suggestion_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");