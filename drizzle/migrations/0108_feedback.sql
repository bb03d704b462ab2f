CREATE TABLE "feedback_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"subject_type" text COLLATE "C" NOT NULL,
	"version_seq" bigint,
	"name" text COLLATE "C" NOT NULL,
	"data_type" text COLLATE "C" NOT NULL,
	"value" jsonb,
	"comment" text DEFAULT '' NOT NULL,
	"player_comment" text,
	"correction" jsonb,
	"author" text COLLATE "C" NOT NULL,
	"player_id" text COLLATE "C",
	"session_id" text COLLATE "C",
	"generation_kind" text,
	"provider" text,
	"model" text,
	CONSTRAINT "feedback_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "style_word_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"use" text COLLATE "C" DEFAULT 'banned' NOT NULL,
	"others" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "style_word_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_versions_current" ON "feedback_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "feedback_versions_created" ON "feedback_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "feedback_versions_as_of" ON "feedback_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "feedback_versions_subject" ON "feedback_versions" USING btree ("project_id","subject_id","author") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "feedback_versions_player" ON "feedback_versions" USING btree ("project_id","player_id") WHERE player_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "style_word_versions_current" ON "style_word_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "style_word_versions_created" ON "style_word_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "style_word_versions_as_of" ON "style_word_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");