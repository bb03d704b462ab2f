CREATE TABLE "run_accepted_proposals" (
	"project_id" text NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"step" integer NOT NULL,
	"effect_id" text NOT NULL,
	"nth" integer NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "run_accepted_proposals_project_id_run_id_step_effect_id_nth_pk" PRIMARY KEY("project_id","run_id","step","effect_id","nth")
);
--> statement-breakpoint
ALTER TABLE "run_standings" ADD COLUMN "root_run" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_steps" ADD COLUMN "origin_run" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_steps" ADD COLUMN "origin_step" integer;