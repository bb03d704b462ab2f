CREATE TABLE "usage_counts" (
	"workspace_id" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"caller" text COLLATE "C" NOT NULL,
	"class" text NOT NULL,
	"project" text COLLATE "C" NOT NULL,
	"mode" text NOT NULL,
	"succeeded" bigint NOT NULL,
	"limited" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"generation_units" bigint NOT NULL,
	CONSTRAINT "usage_counts_pk" PRIMARY KEY("workspace_id","starts_at","span","caller","class","project","mode")
);
--> statement-breakpoint
CREATE TABLE "usage_flushes" (
	"process" text NOT NULL,
	"number" bigint NOT NULL,
	"flushed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "usage_flushes_process_number_pk" PRIMARY KEY("process","number")
);
--> statement-breakpoint
CREATE INDEX "usage_counts_age" ON "usage_counts" USING btree ("span","starts_at");--> statement-breakpoint
CREATE INDEX "usage_flushes_age" ON "usage_flushes" USING btree ("flushed_at");