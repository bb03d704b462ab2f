import { sql } from "drizzle-orm";
import { MAX_KNOWN_BY, secretFields, secretVersions } from "#drizzle/schema/facts.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxEntries } from "../../record/limits.ts";
import { holds } from "../../record/versions.ts";

/** Secrets of one project: all that hold are read for every look through somebody's eyes. */
export const MAX_SECRETS = 5_000;

/**
 * Secret over a subject or a part of it, known to some only. It names its subject without a reference: when that is
 * deleted it has no effect, and it has it again when that is restored.
 */
export const secret = recorded({
  type: "secret",
  plural: "secrets",
  path: "/v1/projects/{project_id}/secrets",
  table: secretVersions,
  fields: secretFields,
  bodyName: "SecretCreate",
  example: {
    state: {
      subject_id: "ent_01k9hq3tx8v2m5rbz4nd7wcfje",
      subject_type: "entity",
      pointer: "/properties/toll",
      known_by: ["ent_01k9hq3v5e0w8q2n6yc4rk1m7t"],
    },
    edits: { updated: { note: "Until the keeper tells her." } },
  },
  limits: [maxEntries("known_by", MAX_KNOWN_BY)],
  invariants: async (record, changes, self) => {
    const born = changes.find(({ before, after }) => before === null && after !== null);
    if (born === undefined) return;
    const waiting = record.pending(self);
    const fresh = waiting.filter(({ before, after }) => before === null && after !== null).length;
    const gone = waiting.filter(({ before, after }) => before !== null && after === null).length;
    const [stored] = await record.db.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM secret_versions WHERE project_id = ${record.projectId} AND ${holds(null)}`,
    );
    if (Number(stored?.n ?? 0) + fresh - gone <= MAX_SECRETS) return;
    throw invalidValue([...born.loc], `a project has at most ${MAX_SECRETS} secrets`, null, { maximum: MAX_SECRETS });
  },
});
