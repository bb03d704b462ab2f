CREATE UNIQUE INDEX CONCURRENTLY "workspace_invitations_pending" ON "workspace_invitations" USING btree ("workspace_id","email",(CASE WHEN role = 'guest' THEN project_id ELSE '' END)) WHERE state = 'pending';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "workspace_invitations_open";
