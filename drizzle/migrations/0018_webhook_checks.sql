CREATE TABLE "webhook_checks" (
	"project_id" text NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"begun_at" timestamp(3) with time zone NOT NULL,
	"report" jsonb,
	CONSTRAINT "webhook_checks_project_id_webhook_id_pk" PRIMARY KEY("project_id","webhook_id")
);
