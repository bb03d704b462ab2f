CREATE TABLE "run_memory_reviews" (
	"project_id" text NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"fact_id" text COLLATE "C",
	"reviewed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "run_memory_reviews_project_id_memory_id_pk" PRIMARY KEY("project_id","memory_id")
);
