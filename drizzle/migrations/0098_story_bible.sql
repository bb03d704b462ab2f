CREATE TABLE "bible_entry_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"text" text,
	"replaces" text,
	"hidden" boolean DEFAULT false NOT NULL,
	"pin" integer,
	"shown_to" text COLLATE "C" DEFAULT 'authors' NOT NULL,
	CONSTRAINT "bible_entry_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bible_entry_versions_current" ON "bible_entry_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "bible_entry_versions_created" ON "bible_entry_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "bible_entry_versions_as_of" ON "bible_entry_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "bible_entry_versions_key" ON "bible_entry_versions" USING btree ("project_id","key") WHERE valid_to_seq = 9007199254740991;