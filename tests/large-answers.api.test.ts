import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_FULL, rounds } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";

/** Nodes with some 230 kB of extensions each, which compress well: in the table they are small. */
const NODES = 80;
const MIB = 1024 * 1024;
/**
 * The heap of the server. It needs 60 MiB at rest, and each answer on its way to a reader who takes it slowly 3 more (measured,
 * after collecting garbage): as long again while its next page is read. With 96 it died when all readers were slow at once.
 */
const HEAP_MIB = 128;

let api: TestApi;
let project: string;
let graph: string;
/** Address of the problems of a dialogue of as many nodes, with 90 choices each that lead nowhere yet. */
let problems: string;
let server: ChildProcess;
let url: string;

const address = (rest = "") => `/v1/projects/${project}/game-narrative/dialogues/${graph}${rest}`;
/** Asks as a caller does: again, when it was refused for now, because a machine that is busy with other tests is late. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  eventually(
    () =>
      fetch(url + path, {
        headers: { authorization: `Bearer ${api.home.key}`, "accept-encoding": "identity", ...headers },
      }),
    ({ status }) => status !== 503,
    { about: path },
  );

/** A process of its own whose heap has so many MiB. */
async function startBounded(heapMib: number): Promise<{ process: ChildProcess; url: string }> {
  const child = fork(fileURLToPath(new URL("support/bounded-server.ts", import.meta.url)), {
    execArgv: [...PRODUCT_FLAGS, `--max-old-space-size=${heapMib}`],
    env: {
      ...process.env,
      FABULA_ENV: "test",
      PORT: "0",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
      DATABASE_URL: api.databaseUrl,
    },
  });
  const [told] = (await once(child, "message")) as [{ url: string }];
  return { process: child, url: told.url };
}

beforeAll(async () => {
  api = await startTestApi();
  project = await api.makeProject();
  const path = `/v1/projects/${project}/game-narrative/dialogues`;
  graph = (await api.call<{ id: string }>("POST", path, { body: { name: "Large" } })).body.id;
  // As imports of years would leave them, but at once; this is about reading.
  await api.database.writes.execute(
    sql`INSERT INTO dialogue_node_versions (project_id, id, valid_from_seq, created_seq, created_at, updated_at, graph_id, kind,
          text, text_search, more_search, tags, conditions, on_enter_effects, branches, extensions, mentions, ordinal, target_ordinals)
        SELECT ${project}, 'node_' || lpad(i::text, 26, '0'), 2, 2, now(), now(), ${graph}, 'line', 'Line ' || i, '', '', '[]', '{}',
          '{}', '{}', jsonb_build_object('tool', repeat(md5(i::text), 7200)), '{}', i, '{}'
        FROM generate_series(1, ${NODES}) i`,
  );
  const other = await api.makeProject();
  const dialogues = `/v1/projects/${other}/game-narrative/dialogues`;
  const faulty = (await api.call<{ id: string }>("POST", dialogues, { body: { name: "Faulty" } })).body.id;
  problems = `${dialogues}/${faulty}/problems`;
  await api.database.writes.execute(
    sql`INSERT INTO dialogue_node_versions (project_id, id, valid_from_seq, created_seq, created_at, updated_at, graph_id, kind,
          text, text_search, more_search, tags, conditions, on_enter_effects, branches, extensions, mentions, ordinal, target_ordinals)
        SELECT ${other}, 'node_' || lpad('f' || i, 26, '0'), 2, 2, now(), now(), ${faulty}, 'line', 'Line ' || i, '', '', '[]', '{}', '{}',
          (SELECT jsonb_object_agg('br_' || lpad(i || 'f' || b, 26, '0'), jsonb_build_object('order', lpad(b::text, 3, '0'), 'kind', 'choice',
             'choice_text', b || repeat(md5(i::text), 75), 'target_node_id', NULL, 'target_graph_id', NULL, 'conditions', '{}'::jsonb,
             'effects', '{}'::jsonb, 'extensions', '{}'::jsonb)) FROM generate_series(1, 90) b),
          '{}', '{}', i, '{}'
        FROM generate_series(1, ${NODES}) i`,
  );
  ({ process: server, url } = await startBounded(HEAP_MIB));
});
afterAll(async () => {
  server.disconnect();
  await once(server, "exit");
  await api.close();
});

/** The length of a body, and whether it came to its end; nothing of it is kept. */
async function taken(path: string): Promise<{ status: number; bytes: number; end: string }> {
  const response = await ask(path);
  let bytes = 0;
  let end = "";
  const body = response.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    end = Buffer.from(chunk.subarray(-2)).toString();
  }
  return { status: response.status, bytes, end };
}

async function memory(): Promise<{ most: number; rss: number }> {
  server.send("?");
  const [told] = (await once(server, "message")) as [{ most: number; rss: number }];
  return told;
}

describe("answers of 18 MiB", () => {
  const whole = () => address();
  const story = () => address("/story");
  const twee = () => address("/export?format=twee3");
  const faults = () => problems;
  const asked = [whole, twee, story, faults, story, faults, () => address("/export"), whole].slice(
    0,
    rounds({ gate: 3, full: 8 }),
  );

  test(`${asked.length} at a time fit into a heap that would not hold them`, async () => {
    const before = await memory();
    const answers = await Promise.all(asked.map((path) => taken(path())));
    for (const [index, { status, bytes, end }] of answers.entries()) {
      expect(status).toBe(200);
      expect(end.at(-1)).toBe("}");
      // Twee has no extensions.
      if (asked[index] !== twee) expect(bytes).toBeGreaterThan(17 * MIB);
    }
    const after = await memory();
    // Held whole, four of them would be 70 MiB of text, with their rows a quarter of a gigabyte.
    expect((after.most - before.rss) / MIB).toBeLessThan(300);
  });

  test.runIf(IS_FULL)("are compressed on their way, and not sent again to those who have them", async () => {
    const packed = await ask(address(), { "accept-encoding": "gzip" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const whole = (await packed.json()) as { nodes: { text: string }[]; node_count: number };
    expect(whole.nodes.map(({ text }) => text)).toEqual(Array.from({ length: NODES }, (_, n) => `Line ${n + 1}`));
    expect(whole.node_count).toBe(NODES);
    const tag = packed.headers.get("etag") ?? "";
    const again = await ask(address(), { "if-none-match": tag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetch(url + address(), { method: "HEAD", headers: { authorization: `Bearer ${api.home.key}` } });
    expect([head.status, head.headers.get("etag")]).toEqual([200, tag]);
    // Large parts of them are sent in pieces as well.
    const part = await ask(address("?fields=name,nodes"));
    expect(part.headers.get("content-length")).toBeNull();
    expect(Object.keys((await part.json()) as object)).toEqual(["id", "name", "valid_from_seq", "nodes"]);
  });

  test("stop being made when nobody takes them any more, and other requests go on", async () => {
    const stop = new AbortController();
    const response = await fetch(url + address(), {
      headers: { authorization: `Bearer ${api.home.key}` },
      signal: stop.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    expect((await ask(address("/export?format=twee3"))).status).toBe(200);
    expect((await ask(`/v1/projects/${project}`)).status).toBe(200);
  });

  test.runIf(IS_FULL)("a diff ends its page where it has enough, and goes on from there", async () => {
    await api.database.writes.execute(
      sql`INSERT INTO events (project_id, seq, commit_seq, id, v, kind, subject_type, subject_id, change, actor, recorded_at)
          SELECT ${project}, 2 + i, ${2 + NODES}, 'evt_' || i, 1, 'dialogue_node.updated', 'dialogue_node',
            'node_' || lpad(i::text, 26, '0'), '{}', 'key:tests', now() FROM generate_series(1, ${NODES}) i`,
    );
    await api.database.writes.execute(
      sql`UPDATE dialogue_node_versions SET valid_from_seq = 2 + ordinal WHERE project_id = ${project}`,
    );
    await api.database.writes.execute(
      sql`UPDATE project_heads SET last_seq = ${2 + NODES} WHERE project_id = ${project}`,
    );
    const seen: string[] = [];
    for (let offset = 0; ; ) {
      const page = await ask(`/v1/projects/${project}/diff?from_seq=2&limit=500&offset=${offset}`);
      const text = await page.text();
      expect(text.length).toBeLessThan(16 * MIB);
      const { differences, has_more } = JSON.parse(text) as {
        differences: { subject_id: string }[];
        has_more: boolean;
      };
      seen.push(...differences.map(({ subject_id }) => subject_id));
      expect(has_more).toBe(seen.length < NODES);
      if (!has_more) break;
      offset = Number(page.headers.get("x-next-offset"));
    }
    expect(new Set(seen).size).toBe(NODES);
    expect(seen).toHaveLength(NODES);
  });
});

/** Reads the last sequence of the project's record. */
async function seqNow(): Promise<number> {
  const [head] = await api.database.reads.execute<{ last_seq: number }>(
    sql`SELECT last_seq FROM project_heads WHERE project_id = ${project}`,
  );
  return head?.last_seq ?? 0;
}

describe("what would not fit into the heap", () => {
  const narrative = (rest: string) => `${url}/v1/projects/${project}/game-narrative/dialogues${rest}`;
  const post = async (rest: string, body: object) => {
    const answer = await fetch(narrative(rest), {
      method: "POST",
      headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test("is imported, again as well, and exported, as a story of many passages", async () => {
    // A reader that holds the whole story died of 10,000 in a heap of 96 MiB.
    const passages = rounds({ gate: 400, full: 16_000 });
    const content = Array.from({ length: passages }, (_, n) => `:: Passage ${n}\n[[On->Passage ${n + 1}]]`).join(
      "\n\n",
    );
    const file = { format: "twee3", content, name: "Corridor" };
    const { status, body } = await post("/import", file);
    expect([status, body.written]).toMatchObject([200, { nodes: { created: passages } }]);
    expect((await post("/import", file)).body.written).toMatchObject({ nodes: { created: 0, unchanged: passages } });
    const [{ id }] = body.graphs as [{ id: string }];
    const exported = await taken(`/v1/projects/${project}/game-narrative/dialogues/${id}/export?format=twee3`);
    expect(exported).toMatchObject({ status: 200, end: "]}" });
  });

  test.runIf(IS_FULL)("is duplicated, deleted and brought back, as a dialogue that would not fit", async () => {
    // Held at once, 40 are 9 MiB of text and more as values, and 1,200 more than the heap.
    const nodes = rounds({ gate: 40, full: 1_200 });
    const made = await api.call<{ id: string }>("POST", `/v1/projects/${project}/game-narrative/dialogues`, {
      body: { name: "Larger" },
    });
    const before = await seqNow();
    await api.database.writes.execute(
      sql`INSERT INTO dialogue_node_versions (project_id, id, valid_from_seq, created_seq, created_at, updated_at, graph_id, kind,
            text, text_search, more_search, tags, conditions, on_enter_effects, branches, extensions, mentions, ordinal, target_ordinals)
          SELECT ${project}, 'node_' || lpad('x' || i, 26, '0'), ${before}, ${before}, now(), now(), ${made.body.id}, 'line', 'Line ' || i,
            '', '', '[]', '{}', '{}', '{}', jsonb_build_object('tool', repeat(md5(i::text), 7200)), '{}', i, '{}'
          FROM generate_series(1, ${nodes}) i`,
    );
    const copy = await post(`/${made.body.id}/duplicate`, {});
    expect(copy).toMatchObject({ status: 201, body: { name: "Larger (copy)", node_count: nodes } });
    const at = await seqNow();
    const gone = await fetch(narrative(`/${copy.body.id}`), {
      method: "DELETE",
      headers: { authorization: `Bearer ${api.home.key}` },
    });
    expect([gone.status, await gone.json()]).toMatchObject([200, { deleted: true, nodes }]);
    // All of it is one commit, whose every event names its end.
    const [commit] = await api.database.reads.execute<{ n: number; last: number; ends: number }>(
      sql`SELECT count(*) AS n, max(seq) AS last, count(DISTINCT commit_seq) AS ends FROM events
          WHERE project_id = ${project} AND seq > ${at} AND commit_seq = ${await seqNow()}`,
    );
    expect(commit).toEqual({ n: nodes + 1, last: at + nodes + 1, ends: 1 });
    const back = await post(`/${copy.body.id}/restore`, { seq: at });
    expect(back).toMatchObject({ status: 200, body: { brought_back: nodes + 1, changed: 0, deleted: 0 } });
    const { bytes } = await taken(`/v1/projects/${project}/game-narrative/dialogues/${copy.body.id}`);
    expect(bytes).toBeGreaterThan(nodes * 230_000);
  });

  test.runIf(IS_FULL)("is refused as a batch, whose parts are told to be too much together", async () => {
    // Ordinary batches are read in one statement a look-up, so the first 256 come together whatever their size.
    const bounded = await startBounded(192);
    const entities = rounds({ gate: 300, full: 1_000 });
    const at = await seqNow();
    await api.database.writes.execute(
      sql`INSERT INTO entity_versions (project_id, id, valid_from_seq, created_seq, created_at, updated_at, external_id, type, name,
            name_search, name_alnum, properties, located)
          SELECT ${project}, 'ent_' || lpad('z' || i, 26, '0'), ${at}, ${at}, now(), now(), 'heavy-' || i, 'ledger', 'Heavy ' || i, '', '',
            jsonb_build_object('pages', repeat(md5(i::text), 8000)), false
          FROM generate_series(1, ${entities}) i`,
    );
    const touch = async (count: number) => {
      const parts = Array.from({ length: count }, (_, i) => {
        return { op: "update", external_id: `heavy-${i + 1}`, patch: { properties: { seen: true } } };
      });
      const answer = await fetch(`${bounded.url}/v1/projects/${project}/entities/batch`, {
        method: "POST",
        headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
        body: JSON.stringify({ entities: parts }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect(await touch(entities)).toMatchObject({ status: 413, body: { code: "batch_too_large" } });
    expect(await seqNow()).toBe(at);
    const { status, body } = await touch(50);
    expect([status, body.results]).toMatchObject([200, Array(50).fill({ outcome: "updated" })]);
    bounded.process.disconnect();
    await once(bounded.process, "exit");
  });
});

describe("a large file", () => {
  const file = Array.from({ length: 3_000 }, (_, n) => `:: Passage ${n}\n[[On->Passage ${n + 1}]]`).join("\n\n");
  const send = async (content: string) => {
    const answer = await fetch(`${url}/v1/projects/${project}/game-narrative/dialogues/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
      body: JSON.stringify({ format: "twee3", content, dry_run: true }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test("is read in a thread as it would be without one", async () => {
    const { status, body } = await send(file);
    expect(status).toBe(200);
    const path = `/v1/projects/${project}/game-narrative/dialogues/import`;
    const here = await api.call("POST", path, { body: { format: "twee3", content: file, dry_run: true } });
    const named = ({ report, written }: Record<string, unknown>) => ({
      written,
      remarks: (report as unknown[]).length,
    });
    expect(named(body)).toEqual(named(here.body));
    expect(body.graphs).toMatchObject([{ nodes: 3_000, branches: 3_000 }]);
  });

  test("is refused in the same words", async () => {
    const { status, body } = await send(" \n".repeat(40_000));
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ["body", "content"], ctx: { code: "empty_story" } }]);
  });
});
