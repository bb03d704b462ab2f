import { sql } from "drizzle-orm";
import { z } from "zod";
import { secretVersions } from "#drizzle/schema/facts.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { maxEntries } from "../../record/limits.ts";
import { resource } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import { MAX_KNOWN_BY } from "./fact.ts";

/** Secrets of one project: all that hold are read for every look through somebody's eyes. */
export const MAX_SECRETS = 5_000;

/** State of a secret as the record keeps it. */
export const SecretState = z.object({
  subject_id: z.string(),
  subject_type: z.string(),
  /** A JSON Pointer into the subject's state; null covers the whole of it. */
  pointer: z.string().nullable().default(null),
  known_by: z.array(z.string()).default([]),
  note: z.string().default(""),
});
export type SecretState = z.output<typeof SecretState>;

/**
 * Secret over a subject or a part of it, known to some only. It names its subject without a reference: when that is
 * deleted it has no effect, and it has it again when that is restored.
 */
export const secretResource = resource({
  type: "secret",
  prefix: "sec",
  table: secretVersions,
  state: SecretState,
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
