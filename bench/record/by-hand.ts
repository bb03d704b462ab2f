import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { newId } from "#server/kernel/ids.ts";

/** Body of a creation. */
export interface Creation {
  external_id: string;
  type: string;
  name: string;
  properties: Record<string, number>;
}

type Create = (creation: Creation) => Promise<void>;

/** Creations and lists of entities as one would write them by hand: the same rows and indexes, a transaction each. */
export interface ByHand {
  /** A fresh project, created in by calls. */
  project(): Promise<Create>;
  /** The first of the entities of a fresh project with this many. */
  listed(entities: number, page: number): Promise<() => Promise<unknown>>;
  /** The same as the product reads a page whose ids it knows: three statements of a snapshot, one after the other. */
  pages(entities: number, page: number): Promise<() => Promise<unknown>>;
  /** The same behind plain `node:http`, body and answer as JSON. The client is in this process too. */
  httpProject(): Promise<Create>;
  close(): Promise<void>;
}

/**
 * Opens it on tables of its own in this database, with as many connections as writes of the product have.
 *
 * @param isDistributed - whether the tables lie on the nodes of Citus, beside those of the product.
 */
export async function openByHand(url: string, connections: number, isDistributed = false): Promise<ByHand> {
  const sql = postgres(url, { max: connections, onnotice: () => {} });
  for (const [own, like] of [
    ["hand_heads", "project_heads"],
    ["hand_events", "events"],
    ["hand_versions", "entity_versions"],
  ]) {
    await sql.unsafe(`DROP TABLE IF EXISTS ${own}`);
    await sql.unsafe(`CREATE TABLE ${own} (LIKE ${like} INCLUDING ALL)`);
    if (isDistributed) {
      await sql.unsafe(`SELECT create_distributed_table('${own}', 'project_id', colocate_with => 'project_heads')`);
    }
  }

  const create = (projectId: string, creation: Creation) =>
    sql.begin(async (tx) => {
      const [head] = await tx<{ last_seq: string }[]>`
        SELECT last_seq FROM hand_heads WHERE project_id = ${projectId} FOR UPDATE`;
      const taken = await tx`SELECT id FROM hand_versions WHERE project_id = ${projectId}
        AND valid_to_seq = ${CURRENT} AND external_id = ${creation.external_id}`;
      if (head === undefined || taken.length > 0) throw new Error("a creation was refused");
      const seq = Number(head.last_seq) + 1;
      const now = new Date().toISOString();
      const id = newId("ent");
      const state = { ...creation, parent_id: null, located: false, source_format: null, source_key: null };
      const event = {
        project_id: projectId,
        seq,
        commit_seq: seq,
        id: newId("evt"),
        v: 1,
        kind: "entity.created",
        subject_type: "entity",
        subject_id: id,
        change: { set: { "": state }, unset: [] },
        actor: "key:hand",
        recorded_at: now,
      };
      const version = {
        ...state,
        project_id: projectId,
        id,
        valid_from_seq: seq,
        valid_to_seq: CURRENT,
        created_seq: seq,
        created_at: now,
        updated_at: now,
        name_search: creation.name.toLowerCase(),
      };
      await Promise.all([
        tx`INSERT INTO hand_events ${tx(event)}`,
        tx`INSERT INTO hand_versions ${tx(version)}`,
        tx`UPDATE hand_heads SET last_seq = ${seq}, last_recorded_at = ${now} WHERE project_id = ${projectId}`,
      ]);
      return version;
    });

  const newProject = async (): Promise<string> => {
    const id = newId("prj");
    await sql`INSERT INTO hand_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at)
      VALUES (${id}, 'wsp_hand', 'test', 0, now(), now())`;
    return id;
  };

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Creation;
      const text = JSON.stringify(await create((incoming.url ?? "/").slice(1), body));
      outgoing
        .writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
        .end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const post = (path: string, body: object) =>
    new Promise<void>((resolve, reject) => {
      const asked = httpRequest({ port, path, method: "POST", agent }, (answer) => {
        answer.resume().on("end", resolve);
      });
      asked.on("error", reject);
      asked.end(JSON.stringify(body));
    });

  const filled = async (entities: number): Promise<string> => {
    const id = await newProject();
    for (let n = 0; n < entities; n++) {
      await create(id, { external_id: `place-${n}`, type: "location", name: `Place ${n}`, properties: { n } });
    }
    return id;
  };
  const current = sql.unsafe(String(CURRENT));

  return {
    project: async () => {
      const id = await newProject();
      return async (creation) => void (await create(id, creation));
    },
    listed: async (entities, page) => {
      const id = await filled(entities);
      return () => sql`SELECT * FROM hand_versions WHERE project_id = ${id} AND valid_to_seq = ${current}
        ORDER BY created_seq, id LIMIT ${page}`;
    },
    pages: async (entities, page) => {
      const id = await filled(entities);
      const rows = await sql<{ id: string }[]>`SELECT id FROM hand_versions WHERE project_id = ${id} LIMIT ${page}`;
      const ids = rows.map((row) => row.id);
      return () =>
        sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
          await tx`SELECT last_seq FROM hand_heads WHERE project_id = ${id}`;
          await tx`SELECT * FROM hand_versions WHERE project_id = ${id} AND id = ANY(${ids}) AND valid_to_seq = ${current}`;
          await tx`SELECT id, name FROM hand_versions WHERE project_id = ${id} AND id = ANY(${ids}) AND valid_to_seq = ${current}`;
        });
    },
    httpProject: async () => {
      const id = await newProject();
      return (creation) => post(`/${id}`, creation);
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await sql.end({ timeout: 5 });
    },
  };
}
