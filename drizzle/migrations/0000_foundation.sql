CREATE TABLE "api_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"scopes" text[] NOT NULL,
	"project_ids" text[],
	"hash" text COLLATE "C" NOT NULL,
	"prefix" text NOT NULL,
	"start" text NOT NULL,
	"last4" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	"replaced_by" text
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "memberships_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"quota" integer NOT NULL,
	"used" integer NOT NULL,
	"granted" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"hits" bigint[] NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_audit" (
	"workspace_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"actor" text NOT NULL,
	"request_id" text,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "workspace_audit_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"rate_limit_per_minute" integer,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialogue_annotation_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"canvas_x" double precision NOT NULL,
	"canvas_y" double precision NOT NULL,
	"width" double precision,
	"height" double precision,
	"color" text COLLATE "C" NOT NULL,
	"source_format" text COLLATE "C",
	"source_key" text COLLATE "C",
	CONSTRAINT "dialogue_annotation_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "dialogue_group_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"color" text COLLATE "C" NOT NULL,
	"source_format" text COLLATE "C",
	"source_key" text COLLATE "C",
	CONSTRAINT "dialogue_group_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "dialogue_node_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	"text_search" text COLLATE "C" NOT NULL,
	"speaker_id" text COLLATE "C",
	"speaker_label" text COLLATE "C",
	"tags" jsonb NOT NULL,
	"group_id" text COLLATE "C",
	"canvas_x" double precision,
	"canvas_y" double precision,
	"conditions" jsonb NOT NULL,
	"on_enter_effects" jsonb NOT NULL,
	"branches" jsonb NOT NULL,
	"exit_to" jsonb,
	"extensions" jsonb NOT NULL,
	"source_format" text COLLATE "C",
	"source_key" text COLLATE "C",
	"mentions" text[] NOT NULL,
	"ordinal" integer NOT NULL,
	"target_ordinals" integer[] NOT NULL,
	CONSTRAINT "dialogue_node_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "dialogue_ordinals" (
	"project_id" text NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"node_id" text COLLATE "C" NOT NULL,
	"ordinal" integer NOT NULL,
	CONSTRAINT "dialogue_ordinals_project_id_graph_id_node_id_pk" PRIMARY KEY("project_id","graph_id","node_id")
);
--> statement-breakpoint
CREATE TABLE "dialogue_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_search" text COLLATE "C" NOT NULL,
	"description" text NOT NULL,
	"start_node_id" text COLLATE "C",
	"extensions" jsonb NOT NULL,
	"source_format" text COLLATE "C",
	"source_key" text COLLATE "C",
	CONSTRAINT "dialogue_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "gesture_results" (
	"project_id" text NOT NULL,
	"batch_id" text COLLATE "C" NOT NULL,
	"gesture" integer NOT NULL,
	"graph_id" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "gesture_results_project_id_batch_id_gesture_pk" PRIMARY KEY("project_id","batch_id","gesture")
);
--> statement-breakpoint
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
	"source_format" text COLLATE "C",
	"source_key" text COLLATE "C",
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
CREATE TABLE "variable_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"default" jsonb,
	"enum_values" jsonb NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "variable_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "api_keys" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id","created_at","workspace_id");--> statement-breakpoint
CREATE INDEX "rate_windows_age" ON "rate_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age" ON "sign_in_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "workspace_audit_time" ON "workspace_audit" USING btree ("workspace_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "workspace_audit_subject" ON "workspace_audit" USING btree ("workspace_id","subject_id","recorded_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "dialogue_annotation_versions_current" ON "dialogue_annotation_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_annotation_versions_graph" ON "dialogue_annotation_versions" USING btree ("project_id","graph_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "dialogue_group_versions_current" ON "dialogue_group_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_group_versions_graph" ON "dialogue_group_versions" USING btree ("project_id","graph_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "dialogue_node_versions_current" ON "dialogue_node_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_graph" ON "dialogue_node_versions" USING btree ("project_id","graph_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_as_of" ON "dialogue_node_versions" USING btree ("project_id","graph_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_group" ON "dialogue_node_versions" USING btree ("project_id","group_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_speaker" ON "dialogue_node_versions" USING btree ("project_id","speaker_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_mentions" ON "dialogue_node_versions" USING gin ("project_id","mentions");--> statement-breakpoint
CREATE UNIQUE INDEX "dialogue_ordinals_ordinal" ON "dialogue_ordinals" USING btree ("project_id","graph_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "dialogue_versions_current" ON "dialogue_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_versions_source" ON "dialogue_versions" USING btree ("project_id","source_key") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "entity_paths_current" ON "entity_paths" USING btree ("project_id","entity_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_paths_range" ON "entity_paths" USING btree ("project_id","path","entity_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_paths_as_of" ON "entity_paths" USING btree ("project_id","path","valid_from_seq","valid_to_seq","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entity_versions_current" ON "entity_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "entity_versions_external_id" ON "entity_versions" USING btree ("project_id","external_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_created" ON "entity_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_type" ON "entity_versions" USING btree ("project_id","type","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_parent" ON "entity_versions" USING btree ("project_id","parent_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_name" ON "entity_versions" USING btree ("project_id","name","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_type_name" ON "entity_versions" USING btree ("project_id","type","name","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_source" ON "entity_versions" USING btree ("project_id","source_key") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_all_as_of" ON "entity_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "entity_versions_as_of" ON "entity_versions" USING btree ("project_id","type","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "entity_versions_external_id_as_of" ON "entity_versions" USING btree ("project_id","external_id","valid_from_seq");--> statement-breakpoint
CREATE INDEX "entity_versions_properties" ON "entity_versions" USING gin ("project_id","properties" jsonb_path_ops) WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
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
CREATE INDEX "relationship_versions_target_as_of" ON "relationship_versions" USING btree ("project_id","target_id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "variable_versions_current" ON "variable_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "variable_versions_name" ON "variable_versions" USING btree ("project_id","name") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "variable_versions_created" ON "variable_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;