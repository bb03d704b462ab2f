CREATE TABLE "checkpoint_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "checkpoint_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" ADD COLUMN "more_search" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "checkpoint_versions_current" ON "checkpoint_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "checkpoint_versions_created" ON "checkpoint_versions" USING btree ("project_id","created_seq","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "checkpoint_versions_as_of" ON "checkpoint_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_label" ON "dialogue_node_versions" USING btree ("project_id","speaker_label") WHERE valid_to_seq = 9007199254740991 AND speaker_label IS NOT NULL;--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_changed" ON "dialogue_node_versions" USING btree ("project_id","graph_id","valid_from_seq");--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_ended" ON "dialogue_node_versions" USING btree ("project_id","graph_id","valid_to_seq") WHERE valid_to_seq < 9007199254740991;--> statement-breakpoint
CREATE INDEX "dialogue_node_versions_unfilled" ON "dialogue_node_versions" USING btree ("project_id","id") WHERE more_search IS NULL;--> statement-breakpoint
CREATE INDEX "events_causation" ON "events" USING btree ("project_id","causation","commit_seq") WHERE causation IS NOT NULL;