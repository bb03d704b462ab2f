CREATE TABLE "entity_import_rows" (
	"project_id" text NOT NULL,
	"import_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"place" integer NOT NULL,
	"external_id" text COLLATE "C",
	"parent_external_id" text COLLATE "C",
	"name" text,
	"input" jsonb,
	"outcome" text NOT NULL,
	"entity_id" text,
	"changes" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	CONSTRAINT "entity_import_rows_project_id_import_id_number_pk" PRIMARY KEY("project_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "entity_imports" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"job_id" text NOT NULL,
	"status" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"starter" jsonb NOT NULL,
	"format" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"type" text,
	"total" integer NOT NULL,
	"done" integer NOT NULL,
	"created" integer NOT NULL,
	"updated" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"refused" integer NOT NULL,
	"first_seq" bigint,
	"last_seq" bigint,
	"error" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "entity_imports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "entity_import_rows_waiting" ON "entity_import_rows" USING btree ("project_id","import_id","place") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE INDEX "entity_import_rows_external_id" ON "entity_import_rows" USING btree ("project_id","import_id","external_id");--> statement-breakpoint
CREATE INDEX "entity_imports_age" ON "entity_imports" USING btree ("created_at");