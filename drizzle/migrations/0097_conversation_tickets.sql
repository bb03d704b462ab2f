CREATE TABLE "conversation_tickets" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"of_project" text NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"participant_id" text COLLATE "C",
	"after" bigint NOT NULL,
	"caller" jsonb NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "conversation_tickets_age" ON "conversation_tickets" USING btree ("expires_at");