CREATE TABLE "predicate_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"functional" boolean DEFAULT false NOT NULL,
	"exclusive_with" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"inverse" text COLLATE "C",
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "predicate_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "predicate_versions_current" ON "predicate_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "predicate_versions_created" ON "predicate_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "predicate_versions_as_of" ON "predicate_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "predicate_versions_name" ON "predicate_versions" USING btree ("project_id","name") WHERE valid_to_seq = 9007199254740991;