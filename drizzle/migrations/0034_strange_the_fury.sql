CREATE TABLE "share_tokens" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"share_id" text COLLATE "C" NOT NULL,
	"of_project" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"plays" text NOT NULL,
	"checkpoint_id" text COLLATE "C",
	"seq" bigint,
	"takes_paths" boolean DEFAULT true NOT NULL,
	"expires_at" text,
	"renewed_at" text,
	"revoked_at" text,
	"revoked_by" text,
	CONSTRAINT "share_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "checkpoint_versions" ADD COLUMN "released" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkpoint_versions" ADD COLUMN "released_at" text;--> statement-breakpoint
ALTER TABLE "checkpoint_versions" ADD COLUMN "released_by" text;--> statement-breakpoint
ALTER TABLE "run_versions" ADD COLUMN "share_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_versions" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "share_tokens_project" ON "share_tokens" USING btree ("of_project","share_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_versions_current" ON "share_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "share_versions_created" ON "share_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "share_versions_graph" ON "share_versions" USING btree ("project_id","graph_id","created_seq") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "share_versions_as_of" ON "share_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "run_versions_share" ON "run_versions" USING btree ("project_id","share_id","created_seq") WHERE valid_to_seq = 9007199254740991;