CREATE TABLE "conversation_replies" (
	"project_id" text NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"place" integer NOT NULL,
	"number" bigint NOT NULL,
	"caller" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "conversation_replies_project_id_conversation_id_place_pk" PRIMARY KEY("project_id","conversation_id","place")
);
--> statement-breakpoint
ALTER TABLE "conversation_heads" ADD COLUMN "answering_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "conversation_heads" ADD COLUMN "answering_by" text;--> statement-breakpoint
CREATE INDEX "conversation_replies_age" ON "conversation_replies" USING btree ("due_at");