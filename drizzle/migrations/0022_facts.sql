CREATE TABLE "fact_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"subject_id" text COLLATE "C",
	"also_about" jsonb NOT NULL,
	"predicate" text COLLATE "C",
	"object_id" text COLLATE "C",
	"text" text NOT NULL,
	"text_search" text COLLATE "C" NOT NULL,
	"source" jsonb NOT NULL,
	"confidence" double precision NOT NULL,
	"known_by" jsonb NOT NULL,
	"secret" boolean NOT NULL,
	"superseded_by" text COLLATE "C",
	"superseded_reason" text,
	CONSTRAINT "fact_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "secret_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"subject_type" text COLLATE "C" NOT NULL,
	"pointer" text COLLATE "C",
	"known_by" jsonb NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "secret_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "fact_versions_current" ON "fact_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "fact_versions_created" ON "fact_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "fact_versions_as_of" ON "fact_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "fact_versions_subject" ON "fact_versions" USING btree ("project_id","subject_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "fact_versions_subject_as_of" ON "fact_versions" USING btree ("project_id","subject_id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "fact_versions_object" ON "fact_versions" USING btree ("project_id","object_id","id") WHERE valid_to_seq = 9007199254740991 AND object_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "fact_versions_also_about" ON "fact_versions" USING gin ("project_id","also_about" jsonb_path_ops) WHERE also_about <> '[]';--> statement-breakpoint
CREATE INDEX "fact_versions_superseded_by" ON "fact_versions" USING btree ("project_id","superseded_by","valid_from_seq") WHERE superseded_by IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "secret_versions_current" ON "secret_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "secret_versions_created" ON "secret_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "secret_versions_as_of" ON "secret_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "secret_versions_subject" ON "secret_versions" USING btree ("project_id","subject_id","valid_from_seq","valid_to_seq");