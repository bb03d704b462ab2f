import { readConfig } from "#server/config.ts";
import { connect } from "#server/postgres/connection.ts";
import { openDatabase } from "#server/record/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "../environment.ts";
import type { ClientRequest } from "../http-client.ts";
import type { Server } from "./measure.ts";
import { startProduct } from "./servers.ts";

/** Entities of each project. */
export const ENTITIES = 500;

/** The product on a database of its own, with projects to read and to write. */
export interface FilledProduct {
  readonly server: Server;
  readonly projects: readonly string[];
  close(): Promise<void>;
}

/** Options of a product besides its database and the number of its projects. */
export interface FilledOptions {
  readonly processes?: number;
  /** Address of the same database through a pooler, which the processes then use. */
  readonly pooledUrl?: string;
}

/** Starts the product on a prepared database and makes so many projects there. */
export async function openFilled(url: string, count: number, options: FilledOptions = {}): Promise<FilledProduct> {
  const { processes = 1, pooledUrl = url } = options;
  const pools = openDatabase(url, { reads: 1, writes: 1, direct: true, unlimited: true });
  const { key } = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
  await pools.close();
  const env = { ...ENVIRONMENT, DATABASE_DIRECT_URL: url };
  const started = await Promise.all(Array.from({ length: processes }, () => startProduct(pooledUrl, env)));
  const [first, ...others] = started;
  if (first === undefined) throw new Error("no process was asked for");
  const headers = { authorization: `Bearer ${key}` };
  const call = async <Body>(path: string, body: unknown): Promise<Body> => {
    const answer = await fetch(`http://127.0.0.1:${first.port}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return (await answer.json()) as Body;
  };
  const projects: string[] = [];
  while (projects.length < count) {
    const { id } = await call<{ id: string }>("/v1/projects", { name: "Bench" });
    const entities = Array.from({ length: ENTITIES }, (_, n) => ({
      external_id: `e${n}`,
      type: "location",
      name: `Place ${n}`,
      properties: { n },
    }));
    await call(`/v1/projects/${id}/entities/batch`, { entities });
    projects.push(id);
  }
  const statistics = connect(url);
  await statistics.unsafe("ANALYZE");
  await statistics.end();
  const close = async () => {
    await Promise.all(started.map((each) => each.close()));
  };
  return { server: { ...first, headers, others }, projects, close };
}

const PLACE = JSON.stringify({ external_id: "{id}", type: "location", name: "A place", properties: { n: 1 } });

/** Request that creates an entity in a project. */
export function creation(projectId: string): ClientRequest {
  return { path: `/v1/projects/${projectId}/entities`, body: PLACE };
}

/** Request for a list of so many entities of a project. */
export function listOf(limit: number): (projectId: string) => ClientRequest {
  return (projectId) => ({ path: `/v1/projects/${projectId}/entities?limit=${limit}` });
}
