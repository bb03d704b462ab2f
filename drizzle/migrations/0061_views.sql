CREATE TABLE "view_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" DEFAULT 'table' NOT NULL,
	"query" text DEFAULT '' NOT NULL,
	CONSTRAINT "view_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "view_versions_current" ON "view_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "view_versions_created" ON "view_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "view_versions_as_of" ON "view_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");