CREATE TABLE "npc_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"external_id" text COLLATE "C",
	"entity_id" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"personality" text DEFAULT '' NOT NULL,
	"goals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"style" text DEFAULT '' NOT NULL,
	"sample_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"greetings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mood" text COLLATE "C" DEFAULT '' NOT NULL,
	"memory" text COLLATE "C" DEFAULT 'keep' NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	CONSTRAINT "npc_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "npc_versions_current" ON "npc_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "npc_versions_created" ON "npc_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "npc_versions_as_of" ON "npc_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "npc_versions_external_id" ON "npc_versions" USING btree ("project_id","external_id") WHERE valid_to_seq = 9007199254740991 AND external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "npc_versions_external_id_as_of" ON "npc_versions" USING btree ("project_id","external_id","valid_from_seq") WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "npc_versions_entity" ON "npc_versions" USING btree ("project_id","entity_id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "npc_versions_entity_as_of" ON "npc_versions" USING btree ("project_id","entity_id","valid_from_seq","valid_to_seq");