CREATE TABLE "session_calls" (
	"project_id" text NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"attempt" integer NOT NULL,
	"status" text NOT NULL,
	"key_id" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"sent" jsonb NOT NULL,
	"answer" text,
	"finish" text,
	"usage" jsonb,
	"failure" jsonb,
	"response_id" text,
	"started_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "session_calls_project_id_session_id_number_pk" PRIMARY KEY("project_id","session_id","number")
);
--> statement-breakpoint
CREATE TABLE "session_directory" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"of_project" text NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_interrupts" (
	"project_id" text NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	"response_schema" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"draft" jsonb,
	"on_timeout" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"answered_at" timestamp(3) with time zone,
	"answered_by" text,
	"action" text,
	"value" jsonb,
	"comment" text,
	"reply" jsonb,
	CONSTRAINT "session_interrupts_project_id_session_id_id_pk" PRIMARY KEY("project_id","session_id","id")
);
--> statement-breakpoint
CREATE TABLE "session_log" (
	"project_id" text NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "session_log_project_id_session_id_number_pk" PRIMARY KEY("project_id","session_id","number")
);
--> statement-breakpoint
CREATE TABLE "session_steps" (
	"project_id" text NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"step" text NOT NULL,
	"attempt" integer NOT NULL,
	"input_hash" text NOT NULL,
	"output" jsonb NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "session_steps_project_id_session_id_step_attempt_pk" PRIMARY KEY("project_id","session_id","step","attempt")
);
--> statement-breakpoint
CREATE TABLE "session_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"brief" jsonb NOT NULL,
	"as_entity_id" text,
	"review" boolean NOT NULL,
	"token_budget" integer NOT NULL,
	"key_id" text,
	"context_seq" bigint NOT NULL,
	"retry_of" text,
	"interrupt" jsonb,
	"answer" jsonb,
	"result" jsonb,
	"error" jsonb,
	"provider" jsonb,
	CONSTRAINT "session_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "session_work" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"starter" jsonb NOT NULL,
	"phase" text NOT NULL,
	"done" jsonb NOT NULL,
	"memo" jsonb NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"usage_estimated" boolean DEFAULT false NOT NULL,
	"logged" integer NOT NULL,
	"unit_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"stop" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"holder" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "session_work_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "session_directory_workspace" ON "session_directory" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_directory_project" ON "session_directory" USING btree ("of_project");--> statement-breakpoint
CREATE UNIQUE INDEX "session_versions_current" ON "session_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "session_versions_created" ON "session_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "session_versions_as_of" ON "session_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "session_work_due" ON "session_work" USING btree ("project_id","due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "session_work_age" ON "session_work" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "session_work_expiry_age" ON "session_work" USING btree ("expires_at") WHERE expires_at IS NOT NULL;