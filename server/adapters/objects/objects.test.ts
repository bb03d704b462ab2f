import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutbound, type Outbound } from "../../outbound/outbound.ts";
import { FolderObjects } from "./folder-objects.ts";
import { type ObjectStore, ObjectStoreFailure } from "./port.ts";
import { S3Objects } from "./s3-objects.ts";
import { type S3Fault, type S3Server, startS3Server } from "./s3-server.fixture.ts";

let folder: string;
let server: S3Server;
let outbound: Outbound;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fabula-objects-"));
  server = await startS3Server();
  outbound = createOutbound({
    allow: ["127.0.0.0/8"],
    own: { listenerPort: 0, publicUrl: "http://localhost", databaseUrls: [] },
  });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.faults.length = 0;
  server.requests.length = 0;
});

const bucket = (settings = server.settings) => new S3Objects(settings, outbound, { deadlineMs: 5_000, pauseMs: 1 });

async function read(store: ObjectStore, key: string, start: number, end: number): Promise<string | null> {
  const opened = await store.open(key, { start, end });
  if (opened === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "it went through",
    (error: unknown) => (error instanceof ObjectStoreFailure ? error.message : `not of the store: ${error}`),
  );

describe.each([
  ["a folder", () => new FolderObjects(join(folder, "files"))],
  ["a bucket", () => bucket()],
])("objects in %s", (_, open) => {
  it("are read whole and in ranges until they are removed", async () => {
    const store = open();
    await store.put("prj_1/ab/abc-1", Buffer.from("0123456789"));
    await store.put("prj_1/ab/abc-2", Buffer.from("other"));
    expect(await read(store, "prj_1/ab/abc-1", 0, 9)).toBe("0123456789");
    expect(await read(store, "prj_1/ab/abc-1", 3, 5)).toBe("345");
    await store.remove("prj_1/ab/abc-1");
    await store.remove("prj_1/ab/abc-1");
    expect(await read(store, "prj_1/ab/abc-1", 0, 9)).toBeNull();
    expect(await read(store, "prj_1/ab/abc-2", 0, 4)).toBe("other");
  });

  it("may be empty of an object's reader before it begins", async () => {
    const store = open();
    await store.put("prj_1/left", Buffer.from("0123456789"));
    const opened = await store.open("prj_1/left", { start: 0, end: 9 });
    await opened?.[Symbol.asyncIterator]().return?.();
    expect(await read(store, "prj_1/left", 0, 9)).toBe("0123456789");
  });
});

describe("a folder of objects", () => {
  it("is for its owner alone, and a removal takes along what an interrupted upload left", async () => {
    const store = new FolderObjects(join(folder, "own"));
    await store.put("prj_2/ab/one", Buffer.from("x"));
    expect(statSync(join(folder, "own/prj_2/ab")).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "own/prj_2/ab/one")).mode & 0o077).toBe(0);
    writeFileSync(join(folder, "own/prj_2/ab/two.partial"), "half");
    await store.remove("prj_2/ab/two");
    expect(readdirSync(join(folder, "own/prj_2/ab"))).toEqual(["one"]);
  });

  it("tells of a folder that cannot be written, and takes no key that leaves it", async () => {
    writeFileSync(join(folder, "file"), "");
    const told = await failure(new FolderObjects(join(folder, "file")).put("prj_1/a", Buffer.from("x")));
    expect(told).toBe("The folder of files could not write an object (ENOTDIR).");
    const store = new FolderObjects(folder);
    for (const key of ["../secrets", "a/../../b", "/etc/passwd", "", "a//b", "a/."])
      await expect(store.put(key, Buffer.from("x")), key).rejects.toThrow("leaves its folder");
  });
});

describe("a bucket", () => {
  it.each<S3Fault>(["busy", "stored", "cut"])("is asked again where it was %s", async (fault) => {
    const store = bucket();
    server.faults.push(fault);
    await store.put(`prj_1/again-${fault}`, Buffer.from("0123456789"));
    server.faults.push(fault);
    expect(await read(store, `prj_1/again-${fault}`, 2, 4)).toBe("234");
    server.faults.push(fault);
    await store.remove(`prj_1/again-${fault}`);
    expect(server.stored.has(`prj_1/again-${fault}`)).toBe(false);
    expect(server.requests).toHaveLength(6);
  });

  it("gives up after four times, and says why", async () => {
    const store = bucket();
    server.faults.push("busy", "busy", "busy", "busy");
    expect(await failure(store.put("prj_1/a", Buffer.from("x")))).toBe(
      "The object store answered PUT with 503 (SlowDown).",
    );
    expect(server.requests).toHaveLength(4);
    server.faults.push("cut", "cut", "cut", "cut");
    expect(await failure(store.remove("prj_1/a"))).toMatch(/127\.0\.0\.1/);
  });

  it("takes no part of an object for the whole", async () => {
    const store = bucket();
    await store.put("prj_1/part", Buffer.from("0123456789"));
    server.faults.push("short");
    expect(await read(store, "prj_1/part", 0, 9)).toBe("0123456789");
    server.faults.push("whole");
    expect(await failure(read(store, "prj_1/part", 2, 4))).toBe("The object store answered GET with 200.");
    expect(await failure(read(store, "prj_1/part", 5, 20))).toBe("An object is not as long as it was stored.");
  });

  it("is read part by part, and each part again where it failed", async () => {
    const store = bucket();
    const large = Buffer.alloc(5 * 1024 * 1024, "0123456789abcdef");
    await store.put("prj_1/large", large);
    server.faults.push(null, "cut", null, "busy");
    expect(await read(store, "prj_1/large", 1, large.length - 1)).toBe(large.subarray(1).toString("latin1"));
    expect(server.requests.filter((each) => each === "GET prj_1/large")).toHaveLength(5);
    const opened = await store.open("prj_1/large", { start: 0, end: large.length - 1 });
    server.stored.delete("prj_1/large");
    const rest = async () => {
      if (opened !== null) for await (const _ of opened);
    };
    expect(await failure(rest())).toBe("An object was removed while it was read.");
  });

  it("refuses a wrong secret and another bucket, which is no missing object", async () => {
    const { settings } = server;
    const stranger = bucket({ ...settings, secretAccessKey: "another" });
    expect(await failure(stranger.put("prj_1/a", Buffer.from("x")))).toBe(
      "The object store answered PUT with 403 (SignatureDoesNotMatch).",
    );
    const elsewhere = bucket({ ...settings, bucket: "elsewhere" });
    expect(await failure(read(elsewhere, "prj_1/a", 0, 1))).toBe(
      "The object store answered GET with 404 (NoSuchBucket).",
    );
  });
});
