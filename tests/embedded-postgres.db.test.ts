import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "#server/postgres/connection.ts";
import type { DatabaseServer } from "#server/postgres/database-server.ts";
import { joinEmbedded, openEmbedded } from "#server/postgres/embedded.ts";
import { livePostmaster } from "#server/postgres/postmaster.ts";
import { discard, throwawayFolder } from "#server/postgres/throwaway.ts";

const session = fileURLToPath(new URL("embedded-session.ts", import.meta.url));

let folder: string;
let open: DatabaseServer[];

beforeEach(() => {
  folder = throwawayFolder();
  open = [];
});

afterEach(async () => {
  for (const server of open) await server.stop();
  await discard(folder);
});

const data = () => join(folder, "postgres", "data");

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function openHere(): Promise<DatabaseServer> {
  const server = await openEmbedded(folder);
  open.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = connect(url);
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function setting(url: string, name: string): Promise<unknown> {
  const [row] = await query(url, `select current_setting('${name}') as value`);
  return row?.value;
}

function postmaster(): number {
  const running = livePostmaster(data());
  if (running === null) throw new Error("No server runs");
  return running.pid;
}

/** Opens the same folder in a process of its own. */
async function openElsewhere(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [session, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return { process: child, url: String(url) };
}

describe("an embedded PostgreSQL", () => {
  it("keeps what it acknowledged, reads text by code point, lets nobody in without the password, and opens again with what was written", async () => {
    await expect(joinEmbedded(folder)).rejects.toThrow("try again in a moment");
    const first = await openHere();
    const { url } = first;
    for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) expect(await setting(url, name)).toBe("on");
    expect(await setting(url, "server_encoding")).toBe("UTF8");
    expect(await setting(url, "jit")).toBe("off");
    expect(await setting(url, "listen_addresses")).toBe("127.0.0.1");
    const [database] = await query(url, "select datlocprovider, datlocale from pg_database where datname = 'fabula'");
    expect(database).toMatchObject({ datlocprovider: "b", datlocale: "C.UTF-8" });
    await query(url, "create extension btree_gin; create extension pg_trgm");

    const stranger = new URL(url);
    stranger.password = "guess";
    await expect(query(stranger.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
    // Only its owner may read the password.
    expect(statSync(join(data(), "fabula-password")).mode & 0o077).toBe(0);
    expect(statSync(data()).mode & 0o077).toBe(0);
    expect(readFileSync(join(folder, "postgres", "postgres.log"), "utf8")).not.toContain(new URL(url).password);

    // A command beside a running start finds it.
    expect(await joinEmbedded(folder)).toBe(url);
    await query(url, "create table kept as select 1 as one");
    const pid = postmaster();
    await first.stop();
    expect(livePostmaster(data())).toBeNull();

    // Another program may have got the pid of a killed server: it does not hold up the next start.
    writeFileSync(join(data(), "postmaster.pid"), `${process.pid}\n${data()}\n0\n5432\n\n127.0.0.1\n0 0\nready   \n`);
    const second = await openHere();
    expect(postmaster()).not.toBe(pid);
    expect(await query(second.url, "select one from kept")).toEqual([{ one: 1 }]);
  });

  it("adopts the server that a killed start left running", async () => {
    const killed = await openElsewhere();
    await query(killed.url, "create table kept as select 1 as one");
    const pid = postmaster();
    killed.process.kill("SIGKILL");
    await once(killed.process, "exit");
    const { url } = await openHere();
    expect(url).toBe(killed.url);
    expect(postmaster()).toBe(pid);
    expect(await query(url, "select one from kept")).toEqual([{ one: 1 }]);
  });

  it("is started again, on the same port, when it is killed, also while a process of the killed one is still busy", async () => {
    const server = await openHere();
    await query(server.url, "create table kept as select 1 as one");
    const seen: string[] = [];
    const recovered = new Promise<void>((resolve) => {
      server.onState((state) => {
        seen.push(state);
        if (state === "up") resolve();
      });
    });
    const busy = query(
      server.url,
      "do $$ declare n bigint := 0; begin loop n := n + 1; exit when n < 0; end loop; end $$",
    ).catch(() => {});
    let running = false;
    while (!running) {
      const [row] = await query(
        server.url,
        "select count(*)::int as busy from pg_stat_activity where query like 'do $$ declare n%' and state = 'active'",
      );
      running = row?.busy === 1;
    }
    const pid = postmaster();
    process.kill(pid, "SIGKILL");
    await recovered;
    await busy;
    expect(seen).toEqual(["down", "up"]);
    expect(server.state()).toBe("up");
    expect(postmaster()).not.toBe(pid);
    expect(await query(server.url, "select one from kept")).toEqual([{ one: 1 }]);
  });

  it("recovers when both the start and the server were killed", async () => {
    const killed = await openElsewhere();
    await query(killed.url, "create table kept as select 1 as one");
    const pid = postmaster();
    killed.process.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await until(() => livePostmaster(data()) === null);
    const { url } = await openHere();
    expect(await query(url, "select one from kept")).toEqual([{ one: 1 }]);
  });
});
