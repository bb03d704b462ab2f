CREATE TABLE "audience_words" (
	"project_id" text NOT NULL,
	"audience" text COLLATE "C" NOT NULL,
	"lexeme" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"from_seq" bigint NOT NULL,
	"starts" bigint[] NOT NULL,
	"ends" bigint[] NOT NULL,
	CONSTRAINT "audience_words_project_id_audience_lexeme_type_from_seq_pk" PRIMARY KEY("project_id","audience","lexeme","type","from_seq")
);
--> statement-breakpoint
ALTER TABLE "subject_texts" ADD COLUMN "audiences" text[];