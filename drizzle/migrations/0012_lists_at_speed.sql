CREATE TABLE "subject_counts" (
	"project_id" text NOT NULL,
	"subject_type" text COLLATE "C" NOT NULL,
	"facet" text COLLATE "C" NOT NULL,
	"from_seq" bigint NOT NULL,
	"to_seq" bigint NOT NULL,
	"count_before" bigint NOT NULL,
	"count_after" bigint NOT NULL,
	CONSTRAINT "subject_counts_project_id_subject_type_facet_from_seq_pk" PRIMARY KEY("project_id","subject_type","facet","from_seq")
);
--> statement-breakpoint
ALTER TABLE "entity_versions" ADD COLUMN "name_alnum" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "entity_versions_name_as_of" ON "entity_versions" USING btree ("project_id","name","id","valid_from_seq","valid_to_seq","type");--> statement-breakpoint
CREATE INDEX "entity_versions_name_trigrams" ON "entity_versions" USING gin ("project_id","name_alnum" gin_trgm_ops) WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_versions_unfilled" ON "entity_versions" USING btree ("project_id","id") WHERE name_alnum IS NULL;--> statement-breakpoint
CREATE INDEX "relationship_versions_as_of" ON "relationship_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");--> statement-breakpoint
WITH versions AS (
	SELECT project_id, type, valid_from_seq, valid_to_seq,
		lag(valid_to_seq) OVER subject = valid_from_seq - 1 AS goes_on, lag(type) OVER subject AS last_type,
		lead(valid_from_seq) OVER subject = valid_to_seq + 1 AS is_followed, lead(type) OVER subject AS next_type
	FROM entity_versions WINDOW subject AS (PARTITION BY project_id, id ORDER BY valid_from_seq)
), steps AS (
	SELECT project_id, '' COLLATE "C" AS facet, valid_from_seq AS seq, 1 AS step FROM versions WHERE goes_on IS NOT TRUE
	UNION ALL
	SELECT project_id, '', valid_to_seq + 1, -1 FROM versions
		WHERE is_followed IS NOT TRUE AND valid_to_seq < 9007199254740991
	UNION ALL
	SELECT project_id, type, valid_from_seq, 1 FROM versions WHERE goes_on IS NOT TRUE OR last_type <> type
	UNION ALL
	SELECT project_id, type, valid_to_seq + 1, -1 FROM versions
		WHERE (is_followed IS NOT TRUE OR next_type <> type) AND valid_to_seq < 9007199254740991
), commits AS (
	SELECT s.project_id, s.facet, min(s.seq) AS from_seq, max(s.seq) AS to_seq, sum(s.step) AS change
	FROM steps s JOIN events e ON e.project_id = s.project_id AND e.seq = s.seq
	GROUP BY s.project_id, s.facet, e.commit_seq
), marked AS (
	SELECT *, abs(change) = to_seq - from_seq + 1 AND lag(to_seq) OVER facet_commits = from_seq - 1
		AND lag(change) OVER facet_commits
			= sign(change) * (lag(to_seq) OVER facet_commits - lag(from_seq) OVER facet_commits + 1) AS joins
	FROM commits WINDOW facet_commits AS (PARTITION BY project_id, facet ORDER BY from_seq)
), numbered AS (
	SELECT *, count(*) FILTER (WHERE joins IS NOT TRUE) OVER (PARTITION BY project_id, facet ORDER BY from_seq) AS run FROM marked
)
INSERT INTO subject_counts
SELECT project_id, 'entity', facet, min(from_seq), max(to_seq),
	sum(sum(change)) OVER runs - sum(change), sum(sum(change)) OVER runs
FROM numbered GROUP BY project_id, facet, run
WINDOW runs AS (PARTITION BY project_id, facet ORDER BY run);
--> statement-breakpoint
WITH versions AS (
	SELECT project_id, type, valid_from_seq, valid_to_seq,
		lag(valid_to_seq) OVER subject = valid_from_seq - 1 AS goes_on, lag(type) OVER subject AS last_type,
		lead(valid_from_seq) OVER subject = valid_to_seq + 1 AS is_followed, lead(type) OVER subject AS next_type
	FROM relationship_versions WINDOW subject AS (PARTITION BY project_id, id ORDER BY valid_from_seq)
), steps AS (
	SELECT project_id, '' COLLATE "C" AS facet, valid_from_seq AS seq, 1 AS step FROM versions WHERE goes_on IS NOT TRUE
	UNION ALL
	SELECT project_id, '', valid_to_seq + 1, -1 FROM versions
		WHERE is_followed IS NOT TRUE AND valid_to_seq < 9007199254740991
	UNION ALL
	SELECT project_id, type, valid_from_seq, 1 FROM versions WHERE goes_on IS NOT TRUE OR last_type <> type
	UNION ALL
	SELECT project_id, type, valid_to_seq + 1, -1 FROM versions
		WHERE (is_followed IS NOT TRUE OR next_type <> type) AND valid_to_seq < 9007199254740991
), commits AS (
	SELECT s.project_id, s.facet, min(s.seq) AS from_seq, max(s.seq) AS to_seq, sum(s.step) AS change
	FROM steps s JOIN events e ON e.project_id = s.project_id AND e.seq = s.seq
	GROUP BY s.project_id, s.facet, e.commit_seq
), marked AS (
	SELECT *, abs(change) = to_seq - from_seq + 1 AND lag(to_seq) OVER facet_commits = from_seq - 1
		AND lag(change) OVER facet_commits
			= sign(change) * (lag(to_seq) OVER facet_commits - lag(from_seq) OVER facet_commits + 1) AS joins
	FROM commits WINDOW facet_commits AS (PARTITION BY project_id, facet ORDER BY from_seq)
), numbered AS (
	SELECT *, count(*) FILTER (WHERE joins IS NOT TRUE) OVER (PARTITION BY project_id, facet ORDER BY from_seq) AS run FROM marked
)
INSERT INTO subject_counts
SELECT project_id, 'relationship', facet, min(from_seq), max(to_seq),
	sum(sum(change)) OVER runs - sum(change), sum(sum(change)) OVER runs
FROM numbered GROUP BY project_id, facet, run
WINDOW runs AS (PARTITION BY project_id, facet ORDER BY run);
