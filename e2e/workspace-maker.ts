// Makes what stories are told in: workspaces with an owner who is signed in, on the database of the product that runs. It is a
// process of its own, started by running-product.ts with the product's settings, so that no story has to load the server.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { encode } from "next-auth/jwt";
import type { Role } from "#domain/roles.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { cookieNames } from "#server/auth/session.ts";
import { readConfig } from "#server/config.ts";
import { compose } from "#server/context.ts";
import type { PlanName } from "#server/features/access/plans.ts";
import { type Person, provisionMember, provisionWorkspace } from "#server/features/access/provision.ts";
import type { Db } from "#server/record/database.ts";
import { seedSaltGate } from "#server/seed/seed-salt-gate.ts";
import { copyProject, tablesOf } from "./sample-copies.ts";
import type { StoryPerson, StoryWorkspace } from "./workspace.ts";

/** Password of every person; hashing it is slow on purpose, so it is hashed once. */
const PASSWORD = "a long enough password";
/**
 * Number of workspaces made in advance: one for each story that runs at once, so that the next one begins without
 * waiting.
 */
const AHEAD = 2;

const config = readConfig();
const databaseUrl = process.env.DATABASE_URL ?? "";
const publicUrl = process.env.FABULA_PRODUCT_URL ?? "";
const { services, close } = compose(config, databaseUrl, { publicUrl });
const passwordHash = await hashPassword(PASSWORD);
let people = 0;

async function personOf(workspaceId: string, userId: string, email: string, name: string): Promise<StoryPerson> {
  const sessions = { ...config, publicUrl };
  const token = { sub: userId, workspace_id: workspaceId, session_version: 1 };
  const value = await encode({ token, secret: sessions.authSecret });
  return { email, name, password: PASSWORD, cookie: { name: cookieNames(sessions).session, value, url: publicUrl } };
}

const emailOf = (word: string): string => {
  people += 1;
  return `${word}-${people}@salt-gate.example`;
};

const provision = (db: Db, plan: PlanName, owner: Person) =>
  provisionWorkspace(db, Date.now(), { name: "The Brack Coast", plan, owner, key: null });

/** Writes the Salt Gate through the operations, once: workspaces get copies of it. */
async function writeSample() {
  const owner = { email: emailOf("owner"), name: "Demo owner", passwordHash };
  const { writes } = services.database;
  const { workspaceId: workspace } = await writes.transaction("write", (db) => provision(db, "demo", owner));
  const home = { project: await seedSaltGate(services, workspace), workspace };
  return { home, tables: await writes.transaction("write", (db) => tablesOf(db, home)) };
}

const sample = writeSample();

async function makeWorkspace(plan: PlanName = "demo"): Promise<StoryWorkspace> {
  const person = { email: emailOf("owner"), name: "Demo owner", passwordHash };
  const { home, tables } = await sample;
  const { workspaceId, userId, project } = await services.database.writes.transaction("write", async (db) => {
    const made = await provision(db, plan, person);
    return { ...made, project: await copyProject(db, tables, home, made.workspaceId) };
  });
  return { id: workspaceId, project, owner: await personOf(workspaceId, userId, person.email, person.name) };
}

async function makeMember(workspaceId: string, role: Role): Promise<StoryPerson> {
  const person = { email: emailOf("ana"), name: "Ana", passwordHash };
  const { userId } = await services.database.writes.transaction("write", (db) =>
    provisionMember(db, Date.now(), workspaceId, person, role),
  );
  return personOf(workspaceId, userId, person.email, person.name);
}

const ready = Array.from({ length: AHEAD }, () => makeWorkspace());

async function answer(path: string): Promise<unknown> {
  const [, what = "", which = "", role = ""] = path.split("/");
  if (what === "members") return makeMember(which, role as Role);
  if (which !== "") return makeWorkspace(which as PlanName);
  const next = ready.shift();
  const made = await (next ?? makeWorkspace());
  ready.push(makeWorkspace());
  return made;
}

const server = createServer((incoming, outgoing) => {
  answer(incoming.url ?? "").then(
    (made) => outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(made)),
    (error: unknown) => outgoing.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  );
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
process.once("disconnect", async () => {
  server.closeAllConnections();
  server.close();
  await Promise.allSettled(ready);
  await close();
  process.exit(0);
});
