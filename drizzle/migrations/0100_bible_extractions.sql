CREATE TABLE "bible_extraction_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"label" text NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"parts" jsonb NOT NULL,
	CONSTRAINT "bible_extraction_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bible_extraction_versions_current" ON "bible_extraction_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "bible_extraction_versions_created" ON "bible_extraction_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "bible_extraction_versions_as_of" ON "bible_extraction_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "bible_extraction_versions_open" ON "bible_extraction_versions" USING btree ("project_id","status") WHERE valid_to_seq = 9007199254740991;