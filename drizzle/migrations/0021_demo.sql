CREATE TABLE "demo_sessions" (
	"session_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "public_requests" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"policy" text NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "demo_sessions_age" ON "demo_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "public_requests_address" ON "public_requests" USING btree ("policy","address","at");--> statement-breakpoint
CREATE INDEX "public_requests_age" ON "public_requests" USING btree ("policy","at");