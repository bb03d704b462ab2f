CREATE TABLE "run_saves" (
	"project_id" text NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"label" text NOT NULL,
	"step" integer NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "run_saves_project_id_run_id_id_pk" PRIMARY KEY("project_id","run_id","id")
);
--> statement-breakpoint
ALTER TABLE "run_versions" ADD COLUMN "forked_from" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_versions" ADD COLUMN "forked_step" integer;--> statement-breakpoint
CREATE INDEX "run_saves_made" ON "run_saves" USING btree ("project_id","run_id","made_at","id");