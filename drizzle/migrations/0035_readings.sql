CREATE TABLE "reading_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"beginning" jsonb NOT NULL,
	"from_node_id" text COLLATE "C",
	"steps" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"reaches" jsonb NOT NULL,
	"kept_seq" bigint NOT NULL,
	CONSTRAINT "reading_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "reading_versions_current" ON "reading_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "reading_versions_created" ON "reading_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "reading_versions_graph" ON "reading_versions" USING btree ("project_id","graph_id","created_seq") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "reading_versions_as_of" ON "reading_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");