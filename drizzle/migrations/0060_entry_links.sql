CREATE TABLE "entry_links" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"workspace_id" text NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_links_subject" ON "entry_links" USING btree ("workspace_id","subject_id");--> statement-breakpoint
CREATE INDEX "entry_links_age" ON "entry_links" USING btree ("expires_at");