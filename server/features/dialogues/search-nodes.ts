import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { NODE_KINDS } from "#domain/dialogue.ts";
import { excerptOf, findText } from "#domain/find-text.ts";
import { branchesFromKeyed } from "#domain/keyed.ts";
import { searchForm } from "#domain/search-form.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { listVersions } from "../../record/list/list.ts";
import { column } from "../../record/list/row.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { graphResource, nodeResource } from "./resources.ts";
import type { NodeState, NodeVersion } from "./states.ts";

const FIELDS = ["title", "text", "choice_text", "speaker_label", "tag"] as const;

const Found = z.object({
  branch_id: z.string().nullable().meta({ description: "The choice it is in; null for the node's own fields." }),
  field: z.enum(FIELDS),
  excerpt: z.string().meta({ description: "The text around what was found, on one line." }),
  ranges: z
    .array(z.object({ start: z.int(), end: z.int() }))
    .meta({ description: "What was found in the excerpt, in UTF-16 units; none without `q`." }),
});

export const SearchMatch = z
  .object({
    graph_id: z.string(),
    graph_name: z.string(),
    node_id: z.string(),
    kind: z.enum(NODE_KINDS),
    title: z.string().nullable(),
    speaker_id: z.string().nullable(),
    speaker_name: z.string().nullable().meta({ description: "Name of the speaker's entity, if it exists." }),
    speaker_label: z.string().nullable(),
    ...Found.shape,
    more: z.array(Found).meta({ description: "Other places of the same node." }),
  })
  .meta({ id: "SearchMatch" });

/** What is looked for; everything given must hold. */
export interface NodeSearch {
  q?: string | undefined;
  speaker_id?: string | undefined;
  speaker_label?: string | undefined;
  variable_id?: string | undefined;
  kind?: NodeState["kind"] | undefined;
  tag?: string | undefined;
  graph_id?: string | undefined;
  limit: number;
  offset: number;
}

/** A page of the nodes of all dialogues in which something is found, dialogue by dialogue. */
export async function searchNodes(
  context: ProjectReadContext,
  search: NodeSearch,
): Promise<{ matches: z.input<typeof SearchMatch>[]; total: number; has_more: boolean }> {
  const { db, project, atSeq, services } = context;
  const page = await listVersions<NodeState>(
    db,
    {
      table: nodeResource.table,
      projectId: project.id,
      atSeq,
      headSeq: project.lastSeq,
      where: conditions(search),
      scans: search.q !== undefined || search.tag !== undefined,
      sort: { terms: ["graph_id", "created_seq", "id"].map(inOrder), order: "asc", computed: false },
      limit: search.limit,
      offset: search.offset,
    },
    services.totals,
  );
  const named = (resource: Parameters<typeof findVersions>[1], ids: readonly (string | null)[]) =>
    findVersions(db, resource, project.id, { id: [...new Set(ids.flatMap((id) => id ?? []))] }, atSeq);
  const nameOf = (rows: Awaited<ReturnType<typeof named>>) =>
    new Map(rows.map((row) => [row.id, String((row as { name?: unknown }).name ?? "")]));
  const graphs = nameOf(
    await named(
      graphResource as never,
      page.rows.map(({ graph_id }) => graph_id),
    ),
  );
  const speakers = nameOf(
    await named(
      entityResource as never,
      page.rows.map(({ speaker_id }) => speaker_id),
    ),
  );
  const matches = page.rows.map((node): z.input<typeof SearchMatch> => {
    const [first, ...more] = search.q === undefined ? [] : placesOf(node, search.q);
    return {
      graph_id: node.graph_id,
      graph_name: graphs.get(node.graph_id) ?? "",
      node_id: node.id,
      kind: node.kind,
      title: node.title,
      speaker_id: node.speaker_id,
      speaker_name: speakers.get(node.speaker_id ?? "") ?? null,
      speaker_label: node.speaker_label,
      ...(first ?? { branch_id: null, ...beginning(node) }),
      more,
    };
  });
  return { matches, total: page.total, has_more: page.has_more };
}

const inOrder = (name: string) => ({ expression: column(name), nullable: false });

function conditions(search: NodeSearch): SQL[] {
  const where: SQL[] = [];
  const equal = (name: string, value: string | undefined): void => {
    if (value !== undefined) where.push(sql`${column(name)} = ${value}`);
  };
  equal("graph_id", search.graph_id);
  equal("kind", search.kind);
  equal("speaker_id", search.speaker_id);
  equal("speaker_label", search.speaker_label);
  if (search.variable_id !== undefined) where.push(sql`${column("mentions")} @> ARRAY[${search.variable_id}]`);
  if (search.tag !== undefined) where.push(sql`${column("tags")} @> ${JSON.stringify([search.tag])}::jsonb`);
  if (search.q !== undefined) {
    const form = searchForm(search.q);
    where.push(sql`(strpos(${column("text_search")}, ${form}) > 0 OR strpos(${column("more_search")}, ${form}) > 0)`);
  }
  return where;
}

/** Every place of a node in which the text is found. */
function placesOf(node: NodeVersion, wanted: string): z.input<typeof Found>[] {
  const places: z.input<typeof Found>[] = [];
  const look = (field: (typeof FIELDS)[number], text: string | null, branchId: string | null = null): void => {
    if (text === null) return;
    const ranges = findText(text, wanted);
    if (ranges.length === 0) return;
    const excerpt = excerptOf(text, ranges);
    places.push({ branch_id: branchId, field, excerpt: excerpt.text, ranges: excerpt.ranges });
  };
  look("title", node.title);
  look("text", node.text);
  for (const branch of branchesFromKeyed(node.branches)) look("choice_text", branch.choice_text, branch.id);
  look("speaker_label", node.speaker_label);
  for (const tag of node.tags) look("tag", tag);
  return places;
}

/** What stands for a node when no words were looked for. */
function beginning(node: NodeVersion): Pick<z.input<typeof Found>, "field" | "excerpt" | "ranges"> {
  const titled = node.text.trim() === "" && node.title !== null;
  const excerpt = excerptOf(titled ? (node.title ?? "") : node.text, []);
  return { field: titled ? "title" : "text", excerpt: excerpt.text, ranges: [] };
}
