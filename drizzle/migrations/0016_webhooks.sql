CREATE TABLE "webhook_attempts" (
	"project_id" text NOT NULL,
	"delivery_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"url" text NOT NULL,
	"manual" boolean NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"signature" text NOT NULL,
	"succeeded" boolean NOT NULL,
	"status" integer,
	"failure" text,
	"message" text,
	"response_body" text,
	"response_truncated" boolean NOT NULL,
	CONSTRAINT "webhook_attempts_project_id_delivery_id_number_pk" PRIMARY KEY("project_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"seq" bigint,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"status" text NOT NULL,
	"body" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"scheduled_at" timestamp(3) with time zone,
	"manual_at" timestamp(3) with time zone,
	"last_status" integer,
	"last_error" text,
	"last_attempt_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"holder" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_deliveries_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_states" (
	"project_id" text NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"secret" text NOT NULL,
	"old_secrets" jsonb NOT NULL,
	"cursor_seq" bigint NOT NULL,
	"recover_from_seq" bigint,
	"recover_to_seq" bigint,
	"last_delivered_at" timestamp(3) with time zone,
	"last_error" text,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"last_failure_at" timestamp(3) with time zone,
	CONSTRAINT "webhook_states_project_id_webhook_id_pk" PRIMARY KEY("project_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"active" boolean NOT NULL,
	"description" text NOT NULL,
	"delivers" text DEFAULT 'event' NOT NULL,
	"disabled_at" text,
	"disabled_reason" text,
	CONSTRAINT "webhook_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "project_work" (
	"project_id" text NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"next_at" timestamp(3) with time zone,
	CONSTRAINT "project_work_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_seq" ON "webhook_deliveries" USING btree ("project_id","webhook_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_time" ON "webhook_deliveries" USING btree ("project_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("project_id","due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("project_id","webhook_id","seq") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_versions_current" ON "webhook_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "webhook_versions_created" ON "webhook_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "webhook_versions_as_of" ON "webhook_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "project_work_age" ON "project_work" USING btree ("next_at");