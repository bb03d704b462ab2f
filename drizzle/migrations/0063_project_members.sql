CREATE TABLE "project_members" (
	"project_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "project_members_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD COLUMN "project_role" text;--> statement-breakpoint
CREATE INDEX "project_members_user" ON "project_members" USING btree ("workspace_id","user_id");