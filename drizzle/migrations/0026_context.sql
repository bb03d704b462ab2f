CREATE TABLE "context_receipts" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"scorer" integer NOT NULL,
	"question" jsonb NOT NULL,
	"receipt" jsonb NOT NULL,
	"digest" text COLLATE "C" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "context_receipts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "subject_texts" (
	"project_id" text NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"place" text COLLATE "C",
	"length" integer NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "subject_texts_project_id_type_id_valid_from_seq_pk" PRIMARY KEY("project_id","type","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "subject_words" (
	"project_id" text NOT NULL,
	"lexeme" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"from_seq" bigint NOT NULL,
	"starts" bigint[] NOT NULL,
	"ends" bigint[] NOT NULL,
	CONSTRAINT "subject_words_project_id_lexeme_type_from_seq_pk" PRIMARY KEY("project_id","lexeme","type","from_seq")
);
--> statement-breakpoint
CREATE TABLE "word_indexes" (
	"project_id" text PRIMARY KEY NOT NULL,
	"filled_to_seq" bigint NOT NULL,
	"form" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "context_receipts_age" ON "context_receipts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subject_texts_current" ON "subject_texts" USING btree ("project_id","type","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "subject_texts_from" ON "subject_texts" USING btree ("project_id","valid_from_seq");