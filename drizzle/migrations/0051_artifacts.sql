CREATE TABLE "artifact_objects" (
	"project_id" text NOT NULL,
	"object" text COLLATE "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"is_doomed" boolean NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "artifact_objects_project_id_object_pk" PRIMARY KEY("project_id","object")
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"project_id" text NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"object" text COLLATE "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"media_type" text NOT NULL,
	"is_quarantined" boolean NOT NULL,
	"is_named" boolean DEFAULT false NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "artifacts_project_id_sha256_pk" PRIMARY KEY("project_id","sha256")
);
--> statement-breakpoint
CREATE INDEX "artifact_objects_age" ON "artifact_objects" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "artifacts_age" ON "artifacts" USING btree ("used_at") WHERE NOT is_named;