-- Places are worth nothing after a crash: everyone says theirs again within ten seconds.
CREATE UNLOGGED TABLE "presence" (
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"graph_id" text,
	"node_id" text,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "presence_project_id_user_id_client_id_pk" PRIMARY KEY("project_id","user_id","client_id")
);
