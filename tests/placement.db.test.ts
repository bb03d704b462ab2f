import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { placeCluster } from "#server/postgres/placement.ts";

/** Runs as root only: only root starts PostgreSQL as a different user, who can be shut out of a folder. */
describe.runIf(process.getuid?.() === 0)("a data folder that the user postgres cannot enter", () => {
  let closed: string;
  let outside: Set<string>;

  beforeEach(() => {
    closed = mkdtempSync("/var/tmp/fabula-closed-");
    outside = new Set();
  });

  afterEach(() => {
    for (const folder of [closed, ...outside]) rmSync(folder, { recursive: true, force: true });
  });

  async function place(name: string) {
    mkdirSync(join(closed, name), { recursive: true });
    const placement = await placeCluster(join(closed, name));
    outside.add(dirname(placement.folder));
    return placement;
  }

  it("has its data elsewhere, says so, and finds it again", async () => {
    const first = await place("data");
    expect(first.folder).toMatch(/^\/var\/tmp\/fabula-[0-9a-f]{12}\/postgres$/);
    expect(first.notes).toEqual([expect.stringContaining(`its data is in ${first.folder}`)]);
    expect(existsSync(join(closed, "data", "postgres"))).toBe(false);
    expect((await place("data")).folder).toBe(first.folder);
  });

  it("takes its data along when it is moved", async () => {
    const { folder } = await place("data");
    renameSync(join(closed, "data"), join(closed, "moved"));
    expect((await place("moved")).folder).toBe(folder);
  });

  it("does not share its data with a copy of itself", async () => {
    await place("data");
    cpSync(join(closed, "data"), join(closed, "copy"), { recursive: true });
    await expect(place("copy")).rejects.toThrow("is a copy of");
  });

  it("begins anew when it was deleted, and the old data is set aside", async () => {
    const { folder } = await place("data");
    mkdirSync(join(folder, "kept"));
    rmSync(join(closed, "data"), { recursive: true });
    const again = await place("data");
    expect(again.folder).toBe(folder);
    expect(readdirSync(folder)).toEqual([]);
    const [aside] = readdirSync(dirname(folder)).filter((name) => name.startsWith("postgres-"));
    expect(readdirSync(join(dirname(folder), aside ?? ""))).toEqual(["kept"]);
    expect(again.notes[0]).toContain("set aside");
  });

  it("says so when its data is gone", async () => {
    const { folder } = await place("data");
    rmSync(dirname(folder), { recursive: true });
    await expect(place("data")).rejects.toThrow("is not there any more: put it back");
  });
});
