CREATE TABLE "quest_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"external_id" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"giver_id" text COLLATE "C",
	"dialogue_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rewards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"repeatable" boolean DEFAULT false NOT NULL,
	CONSTRAINT "quest_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "quest_versions_current" ON "quest_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "quest_versions_created" ON "quest_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "quest_versions_as_of" ON "quest_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "quest_versions_external_id" ON "quest_versions" USING btree ("project_id","external_id") WHERE valid_to_seq = 9007199254740991 AND external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "quest_versions_external_id_as_of" ON "quest_versions" USING btree ("project_id","external_id","valid_from_seq") WHERE external_id IS NOT NULL;