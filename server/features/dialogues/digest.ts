import { sql } from "drizzle-orm";
import { needsNoBranches, TERMINAL_KIND } from "#domain/dialogue/wire.ts";
import { checkStructure, DANGLING_START, type GraphArrays } from "#domain/structural-checks.ts";
import { countWords } from "#domain/words.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { lastNodeChange } from "./edited.ts";
import type { GraphVersion } from "./states.ts";

/** Lines of one speaker in one dialogue. */
export interface SpokenPart {
  speaker_id: string | null;
  /** Null where an entity speaks. */
  speaker_label: string | null;
  lines: number;
  words: number;
}

/** Figures that need a whole dialogue to be read. */
export interface GraphDigest {
  words: number;
  endings: number;
  dead_ends: number;
  unreachable: number;
  invalid_targets: number;
  speakers: readonly SpokenPart[];
}

/** Dialogues whose digest is kept, the least recently used dropped first. */
const KEPT = 2_000;

/** Digests by a dialogue's id and the inputs they were made from, so that an entry cannot become wrong. */
const digests = new Map<string, GraphDigest>();

/**
 * The digests of dialogues at the context's sequence. Only those that changed since they were last asked for are read:
 * 100,000 nodes take seconds, finding out that none changed takes two look-ups a dialogue.
 */
export async function digestsOf(
  { db, project, atSeq }: ProjectReadContext,
  graphs: readonly Pick<GraphVersion, "id" | "start_node_id">[],
): Promise<Map<string, GraphDigest>> {
  const stamps = await stampsOf(db, project.id, graphs, atSeq ?? project.lastSeq);
  const keyOf = ({ id, start_node_id }: Pick<GraphVersion, "id" | "start_node_id">): string =>
    `${project.id}:${id}:${stamps.get(id) ?? 0}:${start_node_id ?? ""}`;
  const missing = graphs.filter((graph) => !digests.has(keyOf(graph)));
  const made = await readDigests(db, project.id, missing, atSeq);
  const result = new Map<string, GraphDigest>();
  for (const graph of graphs) {
    const digest = made.get(graph.id) ?? digests.get(keyOf(graph));
    if (digest === undefined) continue;
    result.set(graph.id, digest);
    digests.delete(keyOf(graph));
    digests.set(keyOf(graph), digest);
  }
  for (const key of digests.keys()) {
    if (digests.size <= KEPT) break;
    digests.delete(key);
  }
  return result;
}

/** The sequence of the last change to any node of each dialogue. */
async function stampsOf(
  db: Db,
  projectId: string,
  graphs: readonly { id: string }[],
  upTo: number,
): Promise<Map<string, number>> {
  const rows = await db.execute<{ id: string; stamp: number }>(
    sql`SELECT g.id, ${lastNodeChange(sql`${projectId}`, sql.raw("g.id"), upTo)} AS stamp
        FROM unnest(${textArray(graphs.map(({ id }) => id))}) AS g(id)`,
  );
  return new Map(rows.map(({ id, stamp }) => [id, stamp]));
}

type NodeRow = Columns<
  "dialogue_node_versions",
  "id" | "graph_id" | "kind" | "text" | "speaker_id" | "speaker_label" | "ordinal" | "target_ordinals"
> & { choices: string | null };

async function readDigests(
  db: Db,
  projectId: string,
  graphs: readonly Pick<GraphVersion, "id" | "start_node_id">[],
  atSeq: number | null,
): Promise<Map<string, GraphDigest>> {
  if (graphs.length === 0) return new Map();
  const rows = await db.execute<NodeRow>(
    sql`SELECT id, graph_id, kind, text, speaker_id, speaker_label, ordinal, target_ordinals,
          (SELECT string_agg(b.value->>'choice_text', E'\n') FROM jsonb_each(branches) b) AS choices
        FROM dialogue_node_versions WHERE project_id = ${projectId} AND ${holds(atSeq)}
          AND graph_id = ANY(${textArray(graphs.map(({ id }) => id))}) ORDER BY graph_id, created_seq, id`,
  );
  const byGraph = Map.groupBy(rows, ({ graph_id }) => graph_id);
  return new Map(graphs.map(({ id, start_node_id }) => [id, digestOf(byGraph.get(id) ?? [], start_node_id)]));
}

/** Returns the key of a speaker: an id, or a free label. */
export function speakerKey(speaker: { speaker_id: string | null; speaker_label: string | null }): string {
  return speaker.speaker_id === null ? `label:${speaker.speaker_label}` : `id:${speaker.speaker_id}`;
}

function digestOf(nodes: readonly NodeRow[], startNodeId: string | null): GraphDigest {
  const speakers = new Map<string, SpokenPart>();
  let words = 0;
  let endings = 0;
  for (const { kind, text, choices, speaker_id, speaker_label } of nodes) {
    const spoken = countWords(text);
    words += spoken + countWords(choices ?? "");
    if (kind === TERMINAL_KIND) endings += 1;
    if (speaker_id === null && speaker_label === null) continue;
    const key = speakerKey({ speaker_id, speaker_label });
    const part = speakers.get(key);
    if (part === undefined) {
      const label = speaker_id === null ? speaker_label : null;
      speakers.set(key, { speaker_id, speaker_label: label, lines: 1, words: spoken });
    } else {
      part.lines += 1;
      part.words += spoken;
    }
  }
  const report = checkStructure(arraysOf(nodes, startNodeId));
  return {
    words,
    endings,
    dead_ends: report.deadEnds.length,
    unreachable: report.unreachable.length,
    invalid_targets: report.invalid.length,
    speakers: [...speakers.values()],
  };
}

function arraysOf(nodes: readonly NodeRow[], startNodeId: string | null): GraphArrays {
  const offsets = new Int32Array(nodes.length + 1);
  for (const [index, { target_ordinals }] of nodes.entries()) {
    offsets[index + 1] = (offsets[index] ?? 0) + target_ordinals.length;
  }
  const start = nodes.find(({ id }) => id === startNodeId)?.ordinal ?? DANGLING_START;
  return {
    ordinals: Int32Array.from(nodes, ({ ordinal }) => ordinal),
    terminal: Uint8Array.from(nodes, ({ kind }) => (needsNoBranches(kind) ? 1 : 0)),
    offsets,
    targets: Int32Array.from(nodes.flatMap(({ target_ordinals }) => target_ordinals)),
    startOrdinal: startNodeId === null ? null : start,
    maxOrdinal: nodes.reduce((top, { ordinal }) => Math.max(top, ordinal), -1),
  };
}
