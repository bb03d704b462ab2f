CREATE TABLE "template_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"applies_to" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"label" text COLLATE "C" NOT NULL,
	"icon" text,
	"color" text DEFAULT 'neutral' NOT NULL,
	"properties" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"validate" text DEFAULT 'off' NOT NULL,
	CONSTRAINT "template_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" ADD COLUMN "properties" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_current" ON "template_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "template_versions_created" ON "template_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "template_versions_as_of" ON "template_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_type" ON "template_versions" USING btree ("project_id","applies_to","type") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "template_versions_kind" ON "template_versions" USING btree ("project_id","applies_to","id") WHERE valid_to_seq = 9007199254740991;