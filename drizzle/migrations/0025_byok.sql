CREATE TABLE "byok_secrets" (
	"project_id" text NOT NULL,
	"byok_id" text COLLATE "C" NOT NULL,
	"sealed" text NOT NULL,
	"bound_to" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "byok_secrets_project_id_byok_id_pk" PRIMARY KEY("project_id","byok_id")
);
--> statement-breakpoint
CREATE TABLE "byok_states" (
	"project_id" text NOT NULL,
	"byok_id" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"usable_models" jsonb NOT NULL,
	"found_model" text,
	"capabilities" jsonb,
	"last_verified_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"last_error_code" text,
	"last_error" text,
	"retry_at" timestamp(3) with time zone,
	CONSTRAINT "byok_states_project_id_byok_id_pk" PRIMARY KEY("project_id","byok_id")
);
--> statement-breakpoint
CREATE TABLE "byok_usage" (
	"project_id" text NOT NULL,
	"byok_id" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"model" text COLLATE "C" NOT NULL,
	"area" text COLLATE "C" NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failed_calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"estimated_tokens" bigint DEFAULT 0 NOT NULL,
	"reserved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "byok_usage_project_id_byok_id_day_model_area_pk" PRIMARY KEY("project_id","byok_id","day","model","area")
);
--> statement-breakpoint
CREATE TABLE "byok_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"label" text NOT NULL,
	"base_url" text,
	"models" jsonb NOT NULL,
	"monthly_token_budget" bigint,
	"prices" jsonb,
	"disabled" boolean NOT NULL,
	"key_set_at" text NOT NULL,
	CONSTRAINT "byok_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "byok_versions_current" ON "byok_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "byok_versions_created" ON "byok_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "byok_versions_as_of" ON "byok_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");