import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { type GraphVersion, graphResource, nodeResource, variableResource } from "../dialogues/public.ts";
import { problemsOf } from "./read-problems.ts";
import { waiverResource } from "./waiver.ts";

/** Errors of one dialogue, and what they were counted from. */
interface Counted {
  readonly madeFrom: string;
  /** All nodes of the project, where its logic names some of other dialogues; null where it does not. */
  readonly elsewhere: string | null;
  readonly errors: number;
}

interface KnownProject {
  /** The sequence at which every dialogue was counted; null while some are not. */
  readonly seq: number | null;
  /** Those with errors. */
  readonly found: readonly DialogueErrors[];
  readonly counted: ReadonlyMap<string, Counted>;
}

/** A dialogue with errors that nobody ignores. */
export interface DialogueErrors {
  readonly graph_id: string;
  readonly name: string;
  readonly project_id: string;
  readonly errors: number;
}

/** Projects whose numbers are kept, the least recently used dropped first. */
const KEPT = 500;
/** Nodes that one question may have read: checking 20,000 takes 0.4 to 0.6 s, asking about them again 2 ms. */
const MAX_NODES = 20_000;

const known = new Map<string, KnownProject>();

/**
 * Counts the errors of every dialogue of some projects, at now. A project that did not change since it was asked about costs
 * nothing, and of one that did only those dialogues are read whose nodes, start, variables or waivers did. What would be too much
 * for one question is left for the next: `unchecked` says how many dialogues.
 *
 * @param projects with the sequence that their records reach.
 */
export async function countErrors(
  db: Db,
  projects: readonly { readonly id: string; readonly lastSeq: number }[],
): Promise<{ found: DialogueErrors[]; unchecked: number }> {
  const found: DialogueErrors[] = [];
  let unchecked = 0;
  let room = MAX_NODES;
  for (const { id, lastSeq } of projects) {
    let now = known.get(id);
    if (now === undefined || now.seq !== lastSeq) {
      const looked = await lookAt(db, id, now?.counted ?? new Map(), room);
      room -= looked.read;
      unchecked += looked.unchecked;
      now = { seq: looked.unchecked === 0 ? lastSeq : null, found: looked.found, counted: looked.counted };
    }
    known.delete(id);
    known.set(id, now);
    found.push(...now.found);
  }
  for (const id of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(id);
  }
  return { found, unchecked };
}

async function lookAt(db: Db, projectId: string, before: KnownProject["counted"], room: number) {
  const graphs = await findVersions(db, graphResource, projectId, {}, null);
  const nodes = await nodeStamps(db, projectId);
  // A dialogue leads to others, uses variables of the project, and has waivers.
  const around = [
    digest(graphs.map(({ id }) => id)),
    await stampOf(db, projectId, variableResource),
    await stampOf(db, projectId, waiverResource),
  ];
  const everywhere = digest([...nodes].map(([id, { stamp }]) => `${id} ${stamp}`).sort());
  const madeFrom = ({ id, valid_from_seq }: GraphVersion) =>
    [valid_from_seq, nodes.get(id)?.stamp ?? "", ...around].join(" ");
  const counted = new Map<string, Counted>();
  const due: GraphVersion[] = [];
  let read = 0;
  for (const graph of graphs) {
    const last = before.get(graph.id);
    const isSame = last?.madeFrom === madeFrom(graph) && (last.elsewhere === null || last.elsewhere === everywhere);
    if (last !== undefined && isSame) counted.set(graph.id, last);
    else if (read < room) {
      due.push(graph);
      read += nodes.get(graph.id)?.count ?? 0;
    }
  }
  const reports = due.length === 0 ? [] : await problemsOf(db, projectId, due, null);
  for (const [at, graph] of due.entries()) {
    const errors = reports[at]?.problems.filter(({ severity }) => severity === "error").length ?? 0;
    const elsewhere = reports[at]?.namesElsewhere === true ? everywhere : null;
    counted.set(graph.id, { madeFrom: madeFrom(graph), elsewhere, errors });
  }
  const found = graphs.flatMap(({ id: graph_id, name }) => {
    const errors = counted.get(graph_id)?.errors ?? 0;
    return errors === 0 ? [] : [{ graph_id, name, project_id: projectId, errors }];
  });
  return { found, counted, read, unchecked: graphs.length - counted.size };
}

function digest(parts: readonly string[]): string {
  return createHash("sha1").update(parts.join()).digest("base64");
}

/**
 * The stamp of a set of versions that hold now: the sequence of the youngest, and how many there are. What ended never holds again, so
 * two sets with one stamp are the same.
 */
const STAMP = sql.raw("count(*) AS count, max(valid_from_seq) || ':' || count(*) AS stamp");

async function stampOf(db: Db, projectId: string, { table }: Pick<Resource, "table">): Promise<string> {
  const [row] = await db.execute<{ stamp: string | null }>(
    sql`SELECT ${STAMP} FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND ${isCurrent}`,
  );
  return row?.stamp ?? "";
}

async function nodeStamps(db: Db, projectId: string): Promise<Map<string, { count: number; stamp: string }>> {
  const rows = await db.execute<{ graph_id: string; count: number; stamp: string }>(
    sql`SELECT graph_id, ${STAMP} FROM ${sql.identifier(nodeResource.table)}
        WHERE project_id = ${projectId} AND ${isCurrent} GROUP BY graph_id`,
  );
  return new Map(rows.map(({ graph_id, count, stamp }) => [graph_id, { count, stamp }]));
}
