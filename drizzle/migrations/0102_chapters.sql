CREATE TABLE "act_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"order_key" text COLLATE "C" NOT NULL,
	CONSTRAINT "act_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "chapter_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"act_id" text COLLATE "C",
	"order_key" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'outline' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"pov_entity_id" text COLLATE "C",
	"beats" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"plot_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"story_order" double precision,
	"target_words" integer,
	"source" jsonb,
	"finalized_at" text,
	"finalized_by" text,
	CONSTRAINT "chapter_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "passage_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"chapter_id" text COLLATE "C" NOT NULL,
	"order_key" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" DEFAULT 'prose' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"beat_id" text COLLATE "C",
	"source" jsonb,
	"words" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "passage_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "act_versions_current" ON "act_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "act_versions_created" ON "act_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "act_versions_as_of" ON "act_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chapter_versions_current" ON "chapter_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "chapter_versions_created" ON "chapter_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "chapter_versions_as_of" ON "chapter_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "chapter_versions_in_act" ON "chapter_versions" USING btree ("project_id","act_id","order_key") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "passage_versions_current" ON "passage_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "passage_versions_created" ON "passage_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "passage_versions_as_of" ON "passage_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "passage_versions_in_chapter" ON "passage_versions" USING btree ("project_id","chapter_id","order_key") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "passage_versions_in_chapter_as_of" ON "passage_versions" USING btree ("project_id","chapter_id","valid_from_seq","valid_to_seq");