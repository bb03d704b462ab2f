import { sql } from "drizzle-orm";
import { textArray } from "../../record/database.ts";
import { toVersion } from "../../record/versions.ts";
import {
  graphResource,
  linePlaces,
  linesWithin,
  type NodeVersion,
  nodeResource,
  type PlacedLine,
} from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { type Candidate, rounded } from "./candidate.ts";
import { describeLine } from "./describe.ts";
import type { EndedHit, TextMatches } from "./find-texts.ts";
import { type Moment, seenVersions } from "./moment.ts";
import { LINE_TUNING, type LineHit, type LineTuning, type RankedLine, rankLines } from "./rank-lines.ts";

/** Lines that others are shown around, and lines of other dialogues than those asked for that are named as left out. */
const CENTRES = 80;
const OUT_OF_SCOPE = 20;

/** Tuning of the lines around a hit. */
export interface AroundTuning extends LineTuning {
  /** Lines shown to each side. */
  readonly shown: number;
  /** Factor of a hit's score for each line of distance. */
  readonly beside: number;
}

export const AROUND_TUNING: AroundTuning = { ...LINE_TUNING, shown: 4, beside: 0.7 };

/** Lines that have words of a question, with those around them: along their branches, or in the order of their dialogue. */
export async function gatherLines(
  at: Moment,
  found: TextMatches,
  dialogues: ReadonlySet<string>,
  tuning: AroundTuning = AROUND_TUNING,
): Promise<Candidate[]> {
  const { db, projectId, seq, perspective } = at;
  const inScope = ({ place }: { place: string | null }) => dialogues.size === 0 || dialogues.has(place ?? "");
  const hits = found.current.filter(inScope);
  const places = new Map(
    (
      await linePlaces(
        db,
        projectId,
        hits.map(({ id }) => id),
        seq,
      )
    ).map((place) => [place.id, place]),
  );
  const placed = hits.flatMap((hit): LineHit[] => {
    const place = places.get(hit.id);
    return place === undefined ? [] : [{ ...hit, graph_id: place.graph_id, ordinal: place.ordinal }];
  });
  const ranked = rankLines(placed, found.weighed, tuning);
  const most = found.weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const centres = ranked.slice(0, CENTRES);
  const lines = await linesWithin(
    db,
    projectId,
    centres.map(({ graph_id, ordinal }) => ({ graph_id, from: ordinal - tuning.shown, to: ordinal + tuning.shown })),
    seq,
  );
  const scored = scoreLines(lines, centres, tuning);
  const outside = found.current.filter((hit) => !inScope(hit)).slice(0, OUT_OF_SCOPE);
  const others = await linesById(at, outside);
  const past = await pastLines(at, found.ended);
  const all = [...lines, ...others, ...past];
  const visible = all.flatMap((line) => {
    const version = perspective.seen(nodeResource, line as unknown as NodeVersion);
    return version === null ? [] : [{ line, version }];
  });
  const dated = await perspective.dated(
    db,
    nodeResource,
    visible.map(({ version }) => version),
  );
  const seen = new Map(visible.map(({ line, version }, at) => [line, dated[at] ?? version]));
  const speakers = await seenVersions(
    at,
    entityResource,
    [...seen.values()].flatMap(({ speaker_id }) => (speaker_id === null ? [] : [{ id: speaker_id }])),
  );
  const graphs = await seenVersions(
    at,
    graphResource,
    all.map(({ graph_id }) => ({ id: graph_id })),
  );
  const candidate = (line: PlacedLine, rest: Pick<Candidate, "reason" | "score" | "barred">): Candidate[] => {
    const version = seen.get(line);
    const graph = graphs.get(line.graph_id);
    if (version === undefined || graph === undefined) return [];
    const speaker = speakers.get(version.speaker_id ?? "")?.name ?? version.speaker_label;
    const text = describeLine(version, speaker);
    if (text === "") return [];
    const { id, graph_id, ordinal } = line;
    return [
      {
        section: "dialogue",
        kind: "line",
        id,
        subject_id: graph_id,
        seq: version.valid_from_seq,
        text,
        ...rest,
        line: { dialogue: graph.name, ordinal },
      },
    ];
  };
  return [
    ...lines.flatMap((line) => {
      const rank = scored.get(line.id);
      if (rank === undefined) return [];
      return candidate(line, { reason: rank.reason, score: rounded(rank.score / most), barred: null });
    }),
    ...others.flatMap((line) => candidate(line, { reason: "words", score: 0, barred: "scope" })),
    ...past.flatMap((line) => candidate(line, { reason: "words", score: 0, barred: "superseded" })),
  ];
}

/** Scores lines: hits by their rank, lines around them by a part of it, less with distance. */
function scoreLines(
  lines: readonly PlacedLine[],
  centres: readonly RankedLine[],
  { shown, beside }: AroundTuning,
): Map<string, { reason: "words" | "beside"; score: number }> {
  const scored = new Map<string, { reason: "words" | "beside"; score: number }>();
  const dialogues = Map.groupBy(lines, ({ graph_id }) => graph_id);
  const orders = new Map([...dialogues].map(([id, own]) => [id, neighbours(own)]));
  for (const { id, graph_id, score } of centres) {
    const order = orders.get(graph_id);
    for (const [line, distance] of order?.around(id, shown) ?? []) {
      const worth = score * beside ** distance;
      const known = scored.get(line);
      const reason = distance === 0 ? "words" : "beside";
      if (known === undefined) scored.set(line, { reason, score: worth });
      else {
        known.score = Math.max(known.score, worth);
        if (distance === 0) known.reason = "words";
      }
    }
  }
  return scored;
}

/** Returns the neighbours of lines: those connected by branches; without any, those that follow each other. */
function neighbours(lines: readonly PlacedLine[]) {
  const byOrdinal = new Map(lines.map((line) => [line.ordinal, line]));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const linked = new Map<string, Set<string>>();
  const link = (a: string, b: string) => {
    linked.set(a, (linked.get(a) ?? new Set()).add(b));
    linked.set(b, (linked.get(b) ?? new Set()).add(a));
  };
  for (const line of lines) {
    for (const ordinal of line.target_ordinals) {
      const target = byOrdinal.get(ordinal);
      if (target !== undefined && target !== line) link(line.id, target.id);
    }
  }
  const inOrder = (line: PlacedLine) =>
    [byOrdinal.get(line.ordinal - 1), byOrdinal.get(line.ordinal + 1)].flatMap((other) => other?.id ?? []);
  return {
    around(id: string, reach: number): Map<string, number> {
      const found = new Map<string, number>();
      if (!byId.has(id)) return found;
      found.set(id, 0);
      let edge = [id];
      for (let distance = 1; distance <= reach; distance++) {
        const next: string[] = [];
        for (const at of edge) {
          const line = byId.get(at);
          const others = linked.get(at) ?? (line === undefined ? [] : inOrder(line));
          for (const other of others) {
            if (found.has(other)) continue;
            found.set(other, distance);
            next.push(other);
          }
        }
        edge = next;
      }
      return found;
    },
  };
}

async function linesById({ db, projectId, seq }: Moment, wanted: readonly { id: string }[]): Promise<PlacedLine[]> {
  const ids = wanted.map(({ id }) => id);
  const places = await linePlaces(db, projectId, ids, seq);
  const found = await linesWithin(
    db,
    projectId,
    places.map(({ graph_id, ordinal }) => ({ graph_id, from: ordinal, to: ordinal })),
    seq,
  );
  return found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Lines as they were while they had the words; of those that are gone nothing is told. */
async function pastLines(at: Moment, ended: readonly EndedHit[]): Promise<PlacedLine[]> {
  if (ended.length === 0) return [];
  const alive = await seenVersions(at, nodeResource, ended);
  const wanted = ended.filter(({ id }) => alive.has(id));
  const rows = await at.db.execute(
    sql`SELECT v.* FROM unnest(${textArray(wanted.map(({ id }) => id))}, ${textArray(wanted.map(({ by }) => String(by - 1)))}::bigint[]) AS w(id, seq)
        JOIN ${sql.identifier(nodeResource.table)} v
          ON v.project_id = ${at.projectId} AND v.id = w.id AND v.valid_to_seq = w.seq`,
  );
  return rows.map((row) => toVersion(row));
}
