CREATE TABLE "voice_line_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"node_id" text COLLATE "C" NOT NULL,
	"file" text NOT NULL,
	"text" text NOT NULL,
	"voice" text NOT NULL,
	"speed" double precision NOT NULL,
	"model" text,
	"is_speech" boolean NOT NULL,
	"source" jsonb,
	CONSTRAINT "voice_line_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "voice_line_versions_current" ON "voice_line_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "voice_line_versions_created" ON "voice_line_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "voice_line_versions_as_of" ON "voice_line_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "voice_line_versions_node" ON "voice_line_versions" USING btree ("project_id","node_id","created_seq") WHERE valid_to_seq = 9007199254740991;