CREATE TABLE "project_import_parts" (
	"import_id" text COLLATE "C" NOT NULL,
	"part" integer NOT NULL,
	"first_line" integer NOT NULL,
	"lines" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "project_import_parts_import_id_part_pk" PRIMARY KEY("import_id","part")
);
--> statement-breakpoint
CREATE TABLE "project_imports" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"into_project_id" text NOT NULL,
	"mode" text NOT NULL,
	"name" text,
	"job_id" text NOT NULL,
	"status" text NOT NULL,
	"contents" text NOT NULL,
	"starter" jsonb NOT NULL,
	"lines" integer NOT NULL,
	"lines_done" integer NOT NULL,
	"error" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "project_imports_age" ON "project_imports" USING btree ("created_at");