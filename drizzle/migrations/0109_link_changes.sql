CREATE TABLE "link_change_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"link_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"change" text COLLATE "C" NOT NULL,
	"label" text NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"content" jsonb,
	"source_seq" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	CONSTRAINT "link_change_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "link_follows" (
	"project_id" text NOT NULL,
	"link_id" text COLLATE "C" NOT NULL,
	"starter" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"followed_seq" bigint,
	"checked_at" timestamp(3) with time zone,
	CONSTRAINT "link_follows_project_id_link_id_pk" PRIMARY KEY("project_id","link_id")
);
--> statement-breakpoint
ALTER TABLE "link_versions" ADD COLUMN "mode" text COLLATE "C" DEFAULT 'pinned' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "link_change_versions_current" ON "link_change_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "link_change_versions_created" ON "link_change_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "link_change_versions_as_of" ON "link_change_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "link_change_versions_subject" ON "link_change_versions" USING btree ("project_id","link_id","subject_id") WHERE valid_to_seq = 9007199254740991;