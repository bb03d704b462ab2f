import { type SQL, sql } from "drizzle-orm";
import { assignOrder } from "#domain/order.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { type Resource, stateOf } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import { act } from "./act.ts";
import { chapter } from "./chapter.ts";
import { passage } from "./passage.ts";

/** A subject with its place among its siblings. */
export interface Sibling {
  readonly id: string;
  readonly order_key: string;
}

/** Container of what is ordered: the book outside of acts, one act, or one chapter. */
export type Container = { readonly kind: "book" } | { readonly kind: "act" | "chapter"; readonly id: string };

type Writing = Pick<ProjectWriteContext, "record" | "db">;

/** Stands for the subject that is to be placed. */
const NEW = "";

/**
 * Reads what stands in a container, in order, as earlier commits left it.
 *
 * @returns acts and chapters without one for the book, chapters for an act, passages for a chapter.
 */
export async function readSiblings({ record, db }: Writing, container: Container): Promise<Sibling[]> {
  const rows = await db.execute<{ id: string; order_key: string }>(
    sql`SELECT id, order_key FROM (${sql.join(sources(record.projectId, container), sql` UNION ALL `)}) s
        ORDER BY order_key COLLATE "C", id COLLATE "C"`,
  );
  return rows.map(({ id, order_key }) => ({ id, order_key }));
}

function sources(projectId: string, container: Container): SQL[] {
  const from = (resource: Pick<Resource, "table">, where: SQL) =>
    sql`SELECT id, order_key FROM ${sql.identifier(resource.table)}
        WHERE project_id = ${projectId} AND ${holds(null)} AND ${where}`;
  if (container.kind === "chapter") return [from(passage.resource, sql`chapter_id = ${container.id}`)];
  if (container.kind === "act") return [from(chapter.resource, sql`act_id = ${container.id}`)];
  return [from(act.resource, sql`true`), from(chapter.resource, sql`act_id IS NULL`)];
}

/**
 * Finds the key of a place, and gives siblings new keys where two of them have the same.
 *
 * @param afterId the sibling before the place; null for the first place, undefined for the last.
 * @param own the subject itself, where it stands among the siblings already.
 * @throws {@link ValidationProblem} where `afterId` names none of them.
 */
export async function placeAfter(
  context: Writing,
  container: Container,
  afterId: string | null | undefined,
  own: string | null = null,
): Promise<string> {
  const siblings = (await readSiblings(context, container)).filter(({ id }) => id !== own);
  const ids = siblings.map(({ id }) => id);
  const at = afterId === undefined ? ids.length : afterId === null ? 0 : ids.indexOf(afterId) + 1;
  if (at === 0 && afterId != null) throw invalidValue(["body", "after_id"], "nothing of this id stands there", afterId);
  const before = new Map(siblings.map(({ id, order_key }) => [id, order_key]));
  const keys = assignOrder(before, ids.toSpliced(at, 0, NEW));
  const moved = ids.filter((id) => keys.get(id) !== before.get(id));
  await moveTo(context, moved, keys);
  return keys.get(NEW) as string;
}

/** Gives subjects other keys, whatever kinds they are of. */
export async function moveTo(
  { record }: Pick<Writing, "record">,
  ids: readonly string[],
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { resource } of [act, chapter, passage]) {
    const own = ids.filter((id) => id.startsWith(`${resource.prefix}_`));
    if (own.length === 0) continue;
    const versions = await record.load(resource as unknown as Resource<{ order_key: string }>, own);
    for (const version of versions.values()) {
      const state = stateOf(resource as unknown as Resource<{ order_key: string }>, version);
      const order_key = keys.get(version.id) ?? state.order_key;
      record.update(
        resource as unknown as Resource<{ order_key: string }>,
        version,
        { ...state, order_key },
        {
          verb: "moved",
        },
      );
    }
  }
}
