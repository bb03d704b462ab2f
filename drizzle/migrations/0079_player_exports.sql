CREATE TABLE "player_exports" (
	"project_id" text NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"job_id" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"seq" bigint,
	"sha256" text COLLATE "C",
	"error" text,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"completed_at" timestamp(3) with time zone,
	CONSTRAINT "player_exports_project_id_player_id_pk" PRIMARY KEY("project_id","player_id")
);
