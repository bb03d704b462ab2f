CREATE TABLE "data_keys" (
	"workspace_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kek_id" text COLLATE "C" NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"retired_at" timestamp(3) with time zone,
	CONSTRAINT "data_keys_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "encryption_check" (
	"id" integer PRIMARY KEY NOT NULL,
	"kek_id" text COLLATE "C" NOT NULL,
	"wrapped" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_in_use" ON "data_keys" USING btree ("workspace_id") WHERE retired_at IS NULL;--> statement-breakpoint
CREATE INDEX "data_keys_kek" ON "data_keys" USING btree ("kek_id","workspace_id","id");