ALTER TABLE "dialogue_annotation_versions" ALTER COLUMN "text_search" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "dialogue_group_versions" ALTER COLUMN "title_search" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" ALTER COLUMN "more_search" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "dialogue_versions" ALTER COLUMN "description_search" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "dialogue_annotation_versions" DROP CONSTRAINT "dialogue_annotation_versions_filled";--> statement-breakpoint
ALTER TABLE "dialogue_group_versions" DROP CONSTRAINT "dialogue_group_versions_filled";--> statement-breakpoint
ALTER TABLE "dialogue_node_versions" DROP CONSTRAINT "dialogue_node_versions_filled";--> statement-breakpoint
ALTER TABLE "dialogue_versions" DROP CONSTRAINT "dialogue_versions_filled";
