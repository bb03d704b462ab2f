ALTER TABLE "dialogue_annotation_versions" ADD COLUMN "text_search" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "dialogue_group_versions" ADD COLUMN "title_search" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "dialogue_versions" ADD COLUMN "description_search" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "dialogue_annotation_versions_unfilled" ON "dialogue_annotation_versions" USING btree ("project_id","id") WHERE text_search IS NULL;--> statement-breakpoint
CREATE INDEX "dialogue_group_versions_unfilled" ON "dialogue_group_versions" USING btree ("project_id","id") WHERE title_search IS NULL;--> statement-breakpoint
CREATE INDEX "dialogue_versions_unfilled" ON "dialogue_versions" USING btree ("project_id","id") WHERE description_search IS NULL;