CREATE TABLE "link_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"source_project_id" text COLLATE "C" NOT NULL,
	"filter" jsonb DEFAULT '{"types":[],"entity_ids":[],"relationships":true,"facts":true}'::jsonb NOT NULL,
	"overlay" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seq" bigint NOT NULL,
	"pinned_seq" bigint,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"error" text,
	CONSTRAINT "link_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "entity_versions" ADD COLUMN "brought" jsonb;--> statement-breakpoint
ALTER TABLE "fact_versions" ADD COLUMN "brought" jsonb;--> statement-breakpoint
ALTER TABLE "relationship_versions" ADD COLUMN "brought" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "link_versions_current" ON "link_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "link_versions_created" ON "link_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "link_versions_as_of" ON "link_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "link_versions_source" ON "link_versions" USING btree ("project_id","source_project_id") WHERE valid_to_seq = 9007199254740991;