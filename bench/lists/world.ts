import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Pool } from "#server/record/database.ts";

/** Entities of one batch. */
const BATCH = 1_000;
/** Children of a place. */
const FAN_OUT = 10;

/** Keys that are declared, and beside each the key that says the same and is not. */
export const DECLARED = { faction: "clan", level: "grade", gold: "coins" } as const;

/** A project with its record, as its own API wrote it. */
export interface World {
  readonly projectId: string;
  readonly entities: number;
  /** A sequence in the middle of the record. */
  readonly middle: number;
  /** External id of a place with a ninth of all entities under it, in a world of places. */
  readonly place: string;
  /** An entity that nothing else depends on: changing it makes every total be counted anew. */
  readonly anyone: string;
}

/** Calls the product's API; throws when it refuses. */
export type Call = <Body>(method: string, path: string, body?: unknown) => Promise<Body>;

/**
 * Fills a project by batches, each entity changed until it has this many versions, and declares its keys. Every tenth entity
 * is the parent of ten, so that all of them are places of one tree.
 */
export async function makeWorld(
  call: Call,
  { entities, versions, isTree }: { entities: number; versions: number; isTree: boolean },
): Promise<World> {
  const { id: projectId } = await call<{ id: string }>("POST", "/v1/projects", { name: "Bench" });
  const address = `/v1/projects/${projectId}`;
  const batches = async (item: (i: number) => object) => {
    for (let from = 0; from < entities; from += BATCH) {
      const items = Array.from({ length: Math.min(BATCH, entities - from) }, (_, n) => item(from + n));
      await call("POST", `${address}/entities/batch`, { entities: items });
    }
  };
  await batches((i) => ({
    external_id: `e${i}`,
    type: ["location", "npc", "item", "quest", "faction"][i % 5],
    name: nameOf(i),
    properties: propertiesOf(i, 1),
    ...(isTree && { parent_external_id: i === 0 ? null : `e${Math.floor((i - 1) / FAN_OUT)}` }),
  }));
  for (let version = 2; version <= versions; version++) {
    await batches((i) => ({ op: "update", external_id: `e${i}`, patch: { properties: { version } } }));
  }
  for (const path of Object.keys(DECLARED)) await call("POST", `${address}/property-keys`, { path });
  const [anyone] = (
    await call<{ entities: { id: string }[] }>("GET", `${address}/entities?external_id=e${entities - 1}`)
  ).entities;
  return { projectId, entities, middle: Math.floor((entities * versions) / 2), place: "e1", anyone: anyone?.id ?? "" };
}

function nameOf(i: number): string {
  return `Name ${(Math.imul(i, 2_654_435_761) >>> 0).toString(36).padStart(7, "0")} of ${i}`;
}

/** Five of a hundred share a faction, one a level, one of a thousand its gold; a tag is carried by one of a hundred. */
function propertiesOf(i: number, version: number): object {
  const faction = `f${(i * 7) % 20}`;
  const level = Math.floor((i * 13) / 20) % 100;
  const gold = (i * 7_919) % 1_000;
  return {
    ...{ faction, level, gold, clan: faction, grade: level, coins: gold, version },
    tags: [`t${i % 100}`, `u${i % 37}`],
    stats: { hp: (i * 31) % 500, mp: i % 50 },
    note: "What is told of it at the ferry, over salt and debts. ".repeat(2),
  };
}

/** Waits until the index of every declared key has come to the end of the record. */
export async function untilIndexed(db: Pool, { projectId }: World): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM property_indexes i JOIN project_heads h ON h.project_id = i.project_id
          WHERE i.project_id = ${projectId} AND i.filled_to_seq = h.last_seq`,
    );
    if (Number(row?.n) === Object.keys(DECLARED).length) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The schema that the peers read. */
export const PEER_SCHEMA = "peer";

/**
 * Copies what a project holds into tables as one would make them for the peers: current entities with the same indexes for
 * names and properties as ours, paths as `ltree`, and a log of versions that does not say when they ended.
 *
 * @returns whether there is an `ltree`.
 */
export async function makePeerTables(url: string, worlds: readonly World[]): Promise<boolean> {
  // The product's own pool sends every statement within a transaction, where VACUUM is refused.
  const plain = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [main] = worlds;
    const ids = worlds.map(({ projectId }) => projectId);
    await plain.unsafe(`CREATE SCHEMA ${PEER_SCHEMA}`);
    await plain`CREATE TABLE peer.entities AS
      SELECT project_id, id AS entity_id, valid_from_seq, created_seq, created_at, updated_at, external_id, type, name,
        properties, parent_id FROM entity_versions WHERE project_id = ANY(${ids}) AND valid_to_seq = 9007199254740991`;
    await plain.unsafe("ALTER TABLE peer.entities ADD PRIMARY KEY (project_id, entity_id)");
    await plain.unsafe("CREATE INDEX ON peer.entities (project_id, name, entity_id)");
    await plain.unsafe("CREATE INDEX ON peer.entities (project_id, parent_id)");
    await plain.unsafe("CREATE INDEX ON peer.entities USING gin (project_id, properties jsonb_path_ops)");
    // The plugin filters by JSON only where that is asked for.
    await plain.unsafe("COMMENT ON COLUMN peer.entities.properties IS E'@behavior +attribute:filterBy'");
    await plain`CREATE TABLE peer.log AS SELECT project_id, id, valid_from_seq AS seq, type, name, properties
      FROM entity_versions WHERE project_id = ${main?.projectId ?? ""}`;
    await plain.unsafe("ALTER TABLE peer.log ADD PRIMARY KEY (project_id, id, seq)");
    const [ltree] = await plain`SELECT FROM pg_available_extensions WHERE name = 'ltree'`;
    if (ltree !== undefined) {
      await plain.unsafe("CREATE EXTENSION ltree");
      await plain`CREATE TABLE peer.places AS SELECT e.project_id, e.entity_id, e.name, e.properties,
          text2ltree(replace(trim('/' from p.path), '/', '.')) AS path
        FROM peer.entities e JOIN entity_paths p ON p.project_id = e.project_id AND p.entity_id = e.entity_id
          AND p.valid_to_seq = 9007199254740991`;
      await plain.unsafe("CREATE INDEX ON peer.places USING gist (path)");
      await plain.unsafe("CREATE INDEX ON peer.places (path)");
    }
    await plain.unsafe("VACUUM ANALYZE");
    return ltree !== undefined;
  } finally {
    await plain.end();
  }
}
