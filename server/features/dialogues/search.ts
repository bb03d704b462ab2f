import { sql } from "drizzle-orm";
import { hasMore } from "../../kernel/page.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { perspectiveOf } from "../../operation/perspective-of.ts";
import { textArray } from "../../record/database.ts";
import { listVersions } from "../../record/list/list.ts";
import { column } from "../../record/list/row.ts";
import { columnSort } from "../../record/list/sort-sql.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { graphResource } from "./resources.ts";
import { SEARCHED, type SearchableType, type SearchMatch, type SearchTotals } from "./search-match.ts";
import { conditionsOf, foundIn, type SearchConditions, SUBJECTS } from "./search-subjects.ts";
import type { NodeState } from "./states.ts";
import { variableResource } from "./variable.ts";

interface Search extends SearchConditions {
  subject_type: SearchableType | "any";
  as?: string | undefined;
  limit: number;
  offset: number;
}

/** A version of whatever was found; only nodes have what is a node's. */
type Hit = Version<Partial<NodeState> & { graph_id?: string; name?: string; title?: string | null }>;

interface FoundPage {
  matches: SearchMatch[];
  totals: SearchTotals;
  total: number;
  has_more: boolean;
}

/** A page of all in which something is found: type after type, and in each dialogue by dialogue. */
export async function search(context: ProjectReadContext, wanted: Search): Promise<FoundPage> {
  const perspective = await perspectiveOf(context, wanted.as);
  const types = wanted.subject_type === "any" ? SEARCHED : [wanted.subject_type];
  const hits: { type: SearchableType; version: Hit }[] = [];
  const totals: SearchTotals = {};
  let total = 0;
  let isCut = false;
  // One type after the other is one list: what an earlier type has not used of the page is left to the next.
  for (const type of types) {
    const offset = Math.max(0, wanted.offset - total);
    const page = await pageOf(
      context,
      type,
      { ...wanted, offset, limit: isCut ? 0 : wanted.limit - hits.length },
      perspective,
    );
    hits.push(...page.rows.map((version) => ({ type, version })));
    totals[type] = page.total;
    // A page that its bytes cut short ends there: the rest of this type comes before the next one.
    if (page.rows.length > 0 && page.has_more) isCut = true;
    total += page.total;
  }
  const graphNames = await namesOf(context, graphResource, hits.map(graphIdOf));
  const speakerNames = await namesOf(
    context,
    entityResource,
    hits.flatMap(({ version }) => version.speaker_id ?? []),
  );
  const matches = hits.map((hit): SearchMatch => {
    const { type, version } = hit;
    const [first, ...more] = foundIn(type, version, wanted.q);
    return {
      subject_type: type,
      subject_id: version.id,
      graph_id: graphIdOf(hit),
      graph_name: graphNames.get(graphIdOf(hit)) ?? "",
      node_id: type === "dialogue_node" ? version.id : null,
      kind: version.kind ?? null,
      title: version.title ?? version.name ?? null,
      speaker_id: version.speaker_id ?? null,
      speaker_name: speakerNames.get(version.speaker_id ?? "") ?? null,
      speaker_label: version.speaker_label ?? null,
      ...first,
      more,
    };
  });
  return { matches, totals, total, has_more: hasMore(total, wanted.offset, matches.length) };
}

const graphIdOf = ({ type, version }: { type: SearchableType; version: Hit }): string =>
  type === "dialogue" ? version.id : (version.graph_id ?? "");

async function pageOf(
  context: ProjectReadContext,
  type: SearchableType,
  wanted: Search,
  perspective: Perspective | null,
) {
  const where = conditionsOf(type, wanted);
  // Nothing is found by a variable that is withheld: that logic names it tells of it.
  const isSecret = wanted.variable_id !== undefined && perspective?.hides(variableResource.type, wanted.variable_id);
  if (where === null || isSecret === true) return { rows: [], total: 0, has_more: false };
  const { resource, graph } = SUBJECTS[type];
  const redacted = perspective?.redactedSubjects ?? [];
  // The search forms are of all words: what may be read in part is not found by any.
  if (redacted.length > 0) where.push(sql`${column("id")} <> ALL(${textArray(redacted)})`);
  return listVersions<Hit>(
    context.db,
    {
      table: resource.table,
      rows: perspective?.rows(resource),
      projectId: context.project.id,
      atSeq: context.atSeq,
      headSeq: context.project.lastSeq,
      where,
      scans: wanted.q !== undefined || wanted.tag !== undefined,
      sort: columnSort([graph, "created_seq", "id"], "asc"),
      limit: wanted.limit,
      offset: wanted.offset,
    },
    context.services.totals,
  );
}

export async function namesOf<S extends { name: string }>(
  { db, project, atSeq }: Pick<ProjectReadContext, "db" | "project" | "atSeq">,
  resource: Resource<S>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findVersions(db, resource, project.id, { id: [...new Set(ids)] }, atSeq);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
