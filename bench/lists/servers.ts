import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Answer, Server } from "./measure.ts";

/** A server in a process of its own, so that what it costs can be told from what asking it costs. */
interface Running extends Server {
  close(): Promise<void>;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Starts the API on a database, configured as in production. */
export async function startProduct(databaseUrl: string, env: Record<string, string>): Promise<Running> {
  const child = fork(fileURLToPath(new URL("../../tests/support/bounded-server.ts", import.meta.url)), {
    env: { ...process.env, ...env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const close = async () => {
    child.disconnect();
    await once(child, "exit");
  };
  return { port: Number(new URL(url).port), pid: child.pid ?? 0, headers: {}, close };
}

/** Starts PostGraphile on a schema; null where its packages are not installed. */
export async function startPostGraphile(databaseUrl: string, schema: string): Promise<Running | null> {
  const script = fileURLToPath(new URL("../peers/postgraphile/server.mjs", import.meta.url));
  const env = { ...process.env, NODE_ENV: "production" as const, GRAPHILE_ENV: "production" };
  const child = spawn(process.execPath, [script, databaseUrl, schema], { env, stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString("utf8");
  });
  const line = once(createInterface({ input: child.stdout }), "line");
  const gone = once(child, "exit").then(() => null);
  const first = await Promise.race([line, gone]);
  if (first === null) {
    const reason = complaint.split("\n").find((text) => text.includes("Error")) ?? complaint.slice(0, 200);
    console.log(`without PostGraphile: ${reason} (npm install --prefix bench/peers/postgraphile)`);
    return null;
  }
  const { port } = JSON.parse(String(first[0])) as { port: number };
  return { port, pid: child.pid ?? 0, headers: {}, close: () => ended(child) };
}

/** Query of a list for PostGraphile: the fields that our entities have, the exact total and whether more follows. */
const QUERY = `query List($project: String!, $filter: JSON!, $offset: Int!) {
  allEntities(first: 50, offset: $offset, orderBy: [NAME_ASC, ENTITY_ID_ASC],
    filter: { projectId: { equalTo: $project }, properties: { contains: $filter } }) {
    totalCount
    pageInfo { hasNextPage }
    nodes {
      entityId projectId externalId type name properties createdAt updatedAt createdSeq validFromSeq parentId
    }
  }
}`;

/** The body of that request. */
export function graphQuery(project: string, filter: object, offset = 0): string {
  const query =
    Object.keys(filter).length > 0
      ? QUERY
      : QUERY.replace(", properties: { contains: $filter }", "").replace(", $filter: JSON!", "");
  return JSON.stringify({ query, variables: { project, offset, ...(Object.keys(filter).length > 0 && { filter }) } });
}

/** Asks PostGraphile once. */
export async function askGraph({ port }: Server, body: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { data, errors } = (await answer.json()) as {
    data?: { allEntities: { totalCount: number; nodes: { entityId: string }[] } };
    errors?: unknown;
  };
  if (data === undefined) throw new Error(JSON.stringify(errors));
  return { total: data.allEntities.totalCount, ids: data.allEntities.nodes.map(({ entityId }) => entityId) };
}
