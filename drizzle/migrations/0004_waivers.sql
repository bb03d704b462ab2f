CREATE TABLE "waiver_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"node_id" text COLLATE "C",
	"branch_id" text COLLATE "C",
	"code" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"by" text COLLATE "C" NOT NULL,
	CONSTRAINT "waiver_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "waiver_versions_current" ON "waiver_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "waiver_versions_graph" ON "waiver_versions" USING btree ("project_id","graph_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "waiver_versions_created" ON "waiver_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;