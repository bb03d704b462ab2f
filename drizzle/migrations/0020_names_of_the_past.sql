DROP INDEX "entity_versions_unfilled";--> statement-breakpoint
DROP INDEX "entity_versions_name_trigrams";--> statement-breakpoint
UPDATE entity_versions v SET name_alnum = NULL
WHERE name_alnum IS NOT NULL AND valid_to_seq < 9007199254740991 AND EXISTS (
	SELECT FROM entity_versions n WHERE n.project_id = v.project_id AND n.id = v.id
		AND n.valid_from_seq = v.valid_to_seq + 1 AND n.name = v.name);
--> statement-breakpoint
UPDATE entity_versions v SET name_alnum = coalesce((
	SELECT string_agg(CASE WHEN strpos('abcdefghijklmnopqrstuvwxyz0123456789', c) > 0 THEN c
		ELSE substr('abcdefghijklmnopqrstuvwxyz0123456789', ascii(c) % 36 + 1, 1) END, '' ORDER BY n)
	FROM string_to_table(v.name_search, NULL) WITH ORDINALITY AS characters(c, n)), '')
WHERE name_alnum IS NULL AND NOT EXISTS (
	SELECT FROM entity_versions n WHERE n.project_id = v.project_id AND n.id = v.id
		AND n.valid_from_seq = v.valid_to_seq + 1 AND n.name = v.name);
--> statement-breakpoint
CREATE INDEX "entity_versions_name_trigrams" ON "entity_versions" USING gin ("project_id","name_alnum" gin_trgm_ops) WHERE name_alnum IS NOT NULL;
