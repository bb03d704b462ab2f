import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { countCauses } from "#domain/problems/group-problems.ts";
import type { Severity } from "#domain/problems/problem.ts";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import {
  type GraphVersion,
  graphResource,
  nodeResource,
  questResource,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource, secret } from "../facts/public.ts";
import { npc } from "../npcs/public.ts";
import { projectResource } from "../projects/public.ts";
import { findProblemsIn, thereAmong } from "./read-problems.ts";
import { surroundingsIn } from "./surroundings.ts";
import { waiver } from "./waiver.ts";

/** The problems of one dialogue, and what they were counted from. */
interface Counted {
  readonly madeFrom: string;
  /** All nodes of the project, where its logic names some of other dialogues; null where it does not. */
  readonly elsewhere: string | null;
  /** The surroundings it was counted in, where its conditions ask for variables; null where they do not. */
  readonly surroundings: string | null;
  /** The facts and secrets of the project, and what makes groups of who knows them, where its logic names facts; null where it does not. */
  readonly facts: string | null;
  /** The characters of the project and their voices, where some are talked to; null where none is. */
  readonly voices: string | null;
  /** Entities that it names, each with whether it was there. */
  readonly entities: ReadonlyMap<string, boolean>;
  readonly counts: SeverityCounts;
}

interface KnownProject {
  /** The sequence at which every dialogue was counted; null while some are not. */
  readonly seq: number | null;
  /** Dialogues with problems. */
  readonly found: readonly DialogueCounts[];
  readonly counted: ReadonlyMap<string, Counted>;
}

type SeverityCounts = Readonly<Record<Severity, number>>;

/** A dialogue with problems that nobody ignores; those that go away together count once. */
export interface DialogueCounts {
  readonly graph_id: string;
  readonly name: string;
  readonly project_id: string;
  readonly counts: SeverityCounts;
}

/** Projects whose numbers are kept, the least recently used dropped first. */
const KEPT = 500;
/** Nodes that one question may have read: checking 20,000 takes 0.4 to 0.6 s, asking about them again 2 ms. */
const MAX_NODES = 20_000;

const known = new Map<string, KnownProject>();

/**
 * Counts the problems of every dialogue of some projects, in the present. A project without changes since the last
 * count costs nothing; in a changed one, only those dialogues are read whose nodes, start, variables or waivers
 * changed, or for which something that they name came or went. Dialogues beyond the limit of one call are left for the next: `unchecked` is their number.
 *
 * @param projects with the sequence that their records reach.
 */
export async function countDialogues(
  db: Db,
  projects: readonly { readonly id: string; readonly lastSeq: number }[],
): Promise<{ found: DialogueCounts[]; unchecked: number }> {
  const found: DialogueCounts[] = [];
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

/** Counts the problems of every dialogue of a project as it was at a sequence. */
export async function countDialoguesAt(db: Db, projectId: string, atSeq: number): Promise<DialogueCounts[]> {
  const graphs = await findVersions(db, graphResource, projectId, {}, atSeq);
  const found: DialogueCounts[] = [];
  for await (const { graph, problems } of findProblemsIn({ db, projectId, atSeq }, graphs)) {
    const counts = countCauses(problems);
    if (!isSound(counts)) found.push({ graph_id: graph.id, name: graph.name, project_id: projectId, counts });
  }
  return found;
}

const isSound = (counts: SeverityCounts): boolean => Object.values(counts).every((count) => count === 0);

async function lookAt(db: Db, projectId: string, before: KnownProject["counted"], room: number) {
  const graphs = await findVersions(db, graphResource, projectId, {}, null);
  const nodes = await nodeStamps(db, projectId);
  // A dialogue leads to others, uses variables of the project, and has waivers.
  const around = [
    digest(graphs.map(({ id }) => id)),
    await stampOf(db, projectId, variableResource),
    await stampOf(db, projectId, waiver.resource),
  ];
  const surrounding = await surroundingsIn(db, projectId, null);
  const surroundings = digest([surrounding.stamp]);
  const everywhere = digest([...nodes].map(([id, { stamp }]) => `${id} ${stamp}`).sort());
  const facts = stampOnce(db, projectId, [
    ...[factResource, secret.resource, questResource],
    ...[relationshipResource, projectResource],
  ]);
  const named = new Set([...before.values()].flatMap(({ entities }) => [...entities.keys()]));
  const there = await thereAmong({ db, projectId, atSeq: null }, entityResource, [...named]);
  const voices = stampOnce(db, projectId, [npc.resource, entityResource]);
  const madeFrom = ({ id, valid_from_seq }: GraphVersion) =>
    [valid_from_seq, nodes.get(id)?.stamp ?? "", ...around].join(" ");
  const counted = new Map<string, Counted>();
  const due: GraphVersion[] = [];
  let read = 0;
  for (const graph of graphs) {
    const last = before.get(graph.id);
    const isSame =
      last?.madeFrom === madeFrom(graph) &&
      [...last.entities].every(([id, wasThere]) => there.has(id) === wasThere) &&
      (last.elsewhere === null || last.elsewhere === everywhere) &&
      (last.surroundings === null || last.surroundings === surroundings) &&
      (last.facts === null || last.facts === (await facts())) &&
      (last.voices === null || last.voices === (await voices()));
    if (last !== undefined && isSame) counted.set(graph.id, last);
    else if (read < room) {
      due.push(graph);
      read += nodes.get(graph.id)?.count ?? 0;
    }
  }
  for await (const found of findProblemsIn({ db, projectId, atSeq: null }, due, surrounding)) {
    const { graph, problems, namesElsewhere, namesFacts, hasTalks, asksVariables, entities } = found;
    counted.set(graph.id, {
      madeFrom: madeFrom(graph),
      elsewhere: namesElsewhere ? everywhere : null,
      surroundings: asksVariables ? surroundings : null,
      facts: namesFacts ? await facts() : null,
      voices: hasTalks ? await voices() : null,
      entities,
      counts: countCauses(problems),
    });
  }
  const found = graphs.flatMap(({ id: graph_id, name }) => {
    const counts = counted.get(graph_id)?.counts;
    return counts === undefined || isSound(counts) ? [] : [{ graph_id, name, project_id: projectId, counts }];
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

/** Returns the stamp of some kinds of subjects, read when it is first asked for. */
function stampOnce(db: Db, projectId: string, resources: readonly Pick<Resource, "table">[]): () => Promise<string> {
  let stamp: Promise<string> | null = null;
  return () => {
    stamp ??= Promise.all(resources.map((each) => stampOf(db, projectId, each))).then((all) => all.join(" "));
    return stamp;
  };
}

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
