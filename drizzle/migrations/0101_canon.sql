CREATE TABLE "canon_checks" (
	"project_id" text PRIMARY KEY NOT NULL,
	"checked_to_seq" bigint NOT NULL,
	"scanning" boolean NOT NULL,
	"scan_from_seq" bigint NOT NULL,
	"scan_after" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canon_rule_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"mode" text COLLATE "C" DEFAULT 'warn' NOT NULL,
	"severity" text COLLATE "C" DEFAULT 'warning' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"entity_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"except_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"predicates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"acts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"property" text COLLATE "C",
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "canon_rule_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "canon_violations" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"rule_id" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"unit" text COLLATE "C" NOT NULL,
	"about" text COLLATE "C",
	"evidence" jsonb NOT NULL,
	"repair" jsonb,
	"involved" text[] NOT NULL,
	"since_seq" bigint NOT NULL,
	CONSTRAINT "canon_violations_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "canon_waiver_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"violation_id" text COLLATE "C" NOT NULL,
	"rule_id" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"by" text COLLATE "C" NOT NULL,
	CONSTRAINT "canon_waiver_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "canon_rule_versions_current" ON "canon_rule_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "canon_rule_versions_created" ON "canon_rule_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "canon_rule_versions_as_of" ON "canon_rule_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "canon_rule_versions_mode" ON "canon_rule_versions" USING btree ("project_id","mode") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "canon_violations_unit" ON "canon_violations" USING btree ("project_id","unit");--> statement-breakpoint
CREATE INDEX "canon_violations_rule" ON "canon_violations" USING btree ("project_id","rule_id");--> statement-breakpoint
CREATE UNIQUE INDEX "canon_waiver_versions_current" ON "canon_waiver_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "canon_waiver_versions_created" ON "canon_waiver_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "canon_waiver_versions_as_of" ON "canon_waiver_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "canon_waiver_versions_violation" ON "canon_waiver_versions" USING btree ("project_id","violation_id") WHERE valid_to_seq = 9007199254740991;