CREATE TABLE "comment_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"node_id" text COLLATE "C" NOT NULL,
	"branch_id" text COLLATE "C",
	"parent_id" text COLLATE "C",
	"quote" text,
	"quote_start" integer,
	"text" text NOT NULL,
	"mentions" text[] NOT NULL,
	"author" text COLLATE "C" NOT NULL,
	"edited_by" text COLLATE "C",
	"resolved" boolean DEFAULT false NOT NULL,
	"resolved_at" text,
	"resolved_by" text,
	CONSTRAINT "comment_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "comment_versions_current" ON "comment_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "comment_versions_created" ON "comment_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "comment_versions_graph" ON "comment_versions" USING btree ("project_id","graph_id","created_seq") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "comment_versions_calling" ON "comment_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991 AND mentions <> '{}';--> statement-breakpoint
CREATE INDEX "comment_versions_as_of" ON "comment_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");