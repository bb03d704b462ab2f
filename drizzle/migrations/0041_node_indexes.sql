ALTER TABLE "dialogue_annotation_versions" VALIDATE CONSTRAINT "dialogue_annotation_versions_filled";--> statement-breakpoint
ALTER TABLE "dialogue_group_versions" VALIDATE CONSTRAINT "dialogue_group_versions_filled";--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" VALIDATE CONSTRAINT "dialogue_node_versions_filled";--> statement-breakpoint
ALTER TABLE "dialogue_versions" VALIDATE CONSTRAINT "dialogue_versions_filled";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_annotation_versions_unfilled";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_group_versions_unfilled";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_node_versions_unfilled";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_versions_unfilled";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "dialogue_node_versions_in_group" ON "dialogue_node_versions" USING btree ("project_id","group_id") WHERE valid_to_seq = 9007199254740991 AND group_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "dialogue_node_versions_of_speaker" ON "dialogue_node_versions" USING btree ("project_id","speaker_id") WHERE valid_to_seq = 9007199254740991 AND speaker_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "dialogue_node_versions_mentioning" ON "dialogue_node_versions" USING gin ("project_id","mentions") WHERE mentions <> '{}';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_node_versions_group";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_node_versions_speaker";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "dialogue_node_versions_mentions";
