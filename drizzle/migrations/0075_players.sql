CREATE TABLE "player_keys" (
	"project_id" text NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "player_keys_project_id_player_id_pk" PRIMARY KEY("project_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "player_name_keys" (
	"project_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "player_names" (
	"project_id" text NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"player_id" text COLLATE "C" NOT NULL,
	"erased_at" timestamp(3) with time zone,
	CONSTRAINT "player_names_project_id_hash_pk" PRIMARY KEY("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "player_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"external_id" text,
	"display_name" text,
	"avatar_id" text COLLATE "C",
	"locale" text,
	"preferences" text,
	"erased_at" text,
	CONSTRAINT "player_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "players" text[];--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "player_names_player" ON "player_names" USING btree ("project_id","player_id");--> statement-breakpoint
CREATE UNIQUE INDEX "player_versions_current" ON "player_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_versions_created" ON "player_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "player_versions_as_of" ON "player_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "player_versions_avatar" ON "player_versions" USING btree ("project_id","avatar_id","created_seq") WHERE valid_to_seq = 9007199254740991;