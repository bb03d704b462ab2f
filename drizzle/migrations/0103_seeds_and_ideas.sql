CREATE TABLE "idea_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"premise" text COLLATE "C" NOT NULL,
	"hooks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"entity_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"gap" text COLLATE "C",
	"votes" integer DEFAULT 0 NOT NULL,
	"voters" text[] DEFAULT '{}' NOT NULL,
	"duplicate_of_id" text COLLATE "C",
	"merged_into_id" text COLLATE "C",
	"state" text COLLATE "C" DEFAULT 'proposed' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"rejected_by" text,
	"promoted_by" text,
	"promoted_to" jsonb,
	"source" jsonb,
	"likeness" text[] NOT NULL,
	CONSTRAINT "idea_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "seed_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"promise" text COLLATE "C" NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"strength" integer DEFAULT 3 NOT NULL,
	"entity_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"planted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due" jsonb,
	"payoff" jsonb,
	"idea_id" text COLLATE "C",
	"state" text COLLATE "C" DEFAULT 'planted' NOT NULL,
	"source" jsonb,
	"harvested_at" text,
	"harvested_by" text,
	"withered_at" text,
	"withered_by" text,
	CONSTRAINT "seed_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "idea_versions_current" ON "idea_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "idea_versions_created" ON "idea_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "idea_versions_as_of" ON "idea_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "idea_versions_likeness" ON "idea_versions" USING gin ("project_id","likeness") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "seed_versions_current" ON "seed_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "seed_versions_created" ON "seed_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "seed_versions_as_of" ON "seed_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");