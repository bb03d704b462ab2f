CREATE TABLE "entity_paths" (
	"project_id" text NOT NULL,
	"entity_id" text COLLATE "C" NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	CONSTRAINT "entity_paths_project_id_entity_id_valid_from_seq_pk" PRIMARY KEY("project_id","entity_id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "entity_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_search" text COLLATE "C" NOT NULL,
	"properties" jsonb NOT NULL,
	"parent_id" text COLLATE "C",
	"located" boolean NOT NULL,
	"source" jsonb,
	CONSTRAINT "entity_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "project_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text NOT NULL,
	"mode" text NOT NULL,
	"metadata" jsonb NOT NULL,
	CONSTRAINT "project_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"commit_seq" bigint NOT NULL,
	"id" text NOT NULL,
	"v" integer NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"change" jsonb NOT NULL,
	"data" jsonb,
	"actor" text NOT NULL,
	"request_id" text,
	"causation" text,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "events_project_id_seq_pk" PRIMARY KEY("project_id","seq")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"project_id" text NOT NULL,
	"caller" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"sealed" text,
	"request_id" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_project_id_caller_operation_key_pk" PRIMARY KEY("project_id","caller","operation","key")
);
--> statement-breakpoint
CREATE TABLE "project_heads" (
	"project_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"mode" text NOT NULL,
	"last_seq" bigint NOT NULL,
	"last_recorded_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "relationship_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C" NOT NULL,
	"target_id" text COLLATE "C" NOT NULL,
	"properties" jsonb NOT NULL,
	CONSTRAINT "relationship_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "entity_paths_current" ON "entity_paths" USING btree ("project_id","entity_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_paths_range" ON "entity_paths" USING btree ("project_id","path","entity_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_paths_as_of" ON "entity_paths" USING btree ("project_id","path","valid_from_seq","valid_to_seq","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entity_versions_current" ON "entity_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "entity_versions_external_id" ON "entity_versions" USING btree ("project_id","external_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_created" ON "entity_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_type" ON "entity_versions" USING btree ("project_id","type","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_parent" ON "entity_versions" USING btree ("project_id","parent_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_name" ON "entity_versions" USING btree ("project_id","type","name","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_as_of" ON "entity_versions" USING btree ("project_id","type","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "entity_versions_external_id_as_of" ON "entity_versions" USING btree ("project_id","external_id","valid_from_seq");--> statement-breakpoint
CREATE INDEX "entity_versions_properties" ON "entity_versions" USING gin ("project_id","properties" jsonb_path_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "project_versions_current" ON "project_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("project_id","subject_id","seq");--> statement-breakpoint
CREATE INDEX "events_kind" ON "events" USING btree ("project_id","kind","seq");--> statement-breakpoint
CREATE INDEX "events_time" ON "events" USING btree ("project_id","recorded_at","seq");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "project_heads_workspace" ON "project_heads" USING btree ("workspace_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "relationship_versions_current" ON "relationship_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "relationship_versions_created" ON "relationship_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "relationship_versions_source" ON "relationship_versions" USING btree ("project_id","source_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "relationship_versions_target" ON "relationship_versions" USING btree ("project_id","target_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "relationship_versions_source_as_of" ON "relationship_versions" USING btree ("project_id","source_id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "relationship_versions_target_as_of" ON "relationship_versions" USING btree ("project_id","target_id","valid_from_seq","valid_to_seq");