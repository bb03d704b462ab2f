CREATE TABLE "image_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"entity_id" text COLLATE "C" NOT NULL,
	"file" text NOT NULL,
	"alt_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "image_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "image_versions_current" ON "image_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "image_versions_created" ON "image_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "image_versions_as_of" ON "image_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "image_versions_entity" ON "image_versions" USING btree ("project_id","entity_id","created_seq") WHERE valid_to_seq = 9007199254740991;