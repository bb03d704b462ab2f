COMMENT ON COLUMN "entity_versions"."name_search" IS 'The name without accents, its case folded in full.';
