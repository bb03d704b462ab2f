CREATE TABLE "canon_histories" (
	"project_id" text PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"began_at" timestamp(3) with time zone NOT NULL,
	"checked_to_seq" bigint NOT NULL,
	"to_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canon_past_violations" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"from_seq" bigint NOT NULL,
	"until_seq" bigint,
	"rule_id" text COLLATE "C" NOT NULL,
	"rule_name" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"unit" text COLLATE "C" NOT NULL,
	"about" text COLLATE "C",
	"evidence" jsonb NOT NULL,
	"involved" text[] NOT NULL,
	CONSTRAINT "canon_past_violations_project_id_id_from_seq_pk" PRIMARY KEY("project_id","id","from_seq")
);
--> statement-breakpoint
CREATE INDEX "canon_past_violations_open" ON "canon_past_violations" USING btree ("project_id","unit") WHERE until_seq IS NULL;--> statement-breakpoint
CREATE INDEX "canon_past_violations_from" ON "canon_past_violations" USING btree ("project_id","from_seq","id");