ALTER TABLE "dialogue_annotation_versions" ADD CONSTRAINT "dialogue_annotation_versions_filled" CHECK ("text_search" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "dialogue_group_versions" ADD CONSTRAINT "dialogue_group_versions_filled" CHECK ("title_search" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" ADD CONSTRAINT "dialogue_node_versions_filled" CHECK ("more_search" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "dialogue_versions" ADD CONSTRAINT "dialogue_versions_filled" CHECK ("description_search" IS NOT NULL) NOT VALID;
