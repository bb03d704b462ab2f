import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Server, startS3Server } from "#server/adapters/objects/s3-server.fixture.ts";
import { signedPath } from "#server/artifacts/signed-path.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(3 * 1024 * 1024, 7)]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let s3: S3Server;
let api: TestApi;
let now = Date.now();
let projectId: string;
const hashes: Record<"png" | "svg" | "empty", string> = { png: "", svg: "", empty: "" };

beforeAll(async () => {
  s3 = await startS3Server();
  api = await startTestApi({
    mount: "listener",
    clock: { now: () => now },
    environment: {
      FABULA_S3_ENDPOINT: s3.settings.endpoint,
      FABULA_S3_BUCKET: s3.settings.bucket,
      FABULA_S3_REGION: s3.settings.region,
      FABULA_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      FABULA_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
    },
  });
  projectId = await api.makeProject();
  const project = { id: projectId, workspaceId: api.home.id };
  const keep = async (bytes: Buffer, mediaType: string) =>
    (await api.services.artifacts.keep(project, { bytes, mediaType })).sha256;
  hashes.png = await keep(PNG, "image/png");
  hashes.svg = await keep(SVG, "image/svg+xml");
  hashes.empty = await keep(Buffer.alloc(0), "text/plain");
});
afterAll(async () => {
  await api.close();
  await s3.close();
});

const addressOf = (file: keyof typeof hashes, filename = `${file}.bin`, project = projectId) =>
  signedPath(api.fabula.config.fileSecret, { projectId: project, sha256: hashes[file], filename }, now);
const get = (file: keyof typeof hashes, headers: Record<string, string> = {}, method = "GET") =>
  api.fetch(addressOf(file), { headers, method });

/** Code of a refusal. */
const refusalOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { code?: string }).code;

describe("an upload", () => {
  const upload = (body: BodyInit, type: string | null) =>
    api.fetch(`/v1/projects/${projectId}/files`, {
      method: "POST",
      body: typeof body === "string" ? Buffer.from(body) : body,
      headers: { authorization: `Bearer ${api.home.key}`, ...(type !== null && { "content-type": type }) },
    });
  type Stored = { sha256: string; media_type: string; bytes: number; is_quarantined: boolean; url: string };
  const small = PNG.subarray(0, 2_000);

  test("is taken as bytes or as JSON, kept once, and opened at its address", async () => {
    const sent = await upload(small, "image/png; q=1");
    expect(sent.status).toBe(201);
    const stored = (await sent.json()) as Stored;
    expect(stored).toMatchObject({ media_type: "image/png", bytes: 2_000, is_quarantined: false });
    const json = JSON.stringify({ media_type: "image/png", content: small.toString("base64") });
    expect(await (await upload(json, "application/json")).json()).toMatchObject({ sha256: stored.sha256 });
    const path = `/v1/projects/${projectId}/files/${stored.sha256}`;
    const { body } = await api.call<Stored>("GET", path);
    const opened = await api.fetch(body.url.slice(body.url.indexOf("/files/")));
    expect(Buffer.from(await opened.arrayBuffer()).equals(small)).toBe(true);
    expect(opened.headers.get("content-disposition")).toBe(
      `inline; filename="${stored.sha256.slice(0, 12)}.png"; filename*=UTF-8''${stored.sha256.slice(0, 12)}.png`,
    );
    expect((await api.call("GET", path, { key: api.stranger.key })).status).toBe(404);
    const other = await api.makeProject({ key: api.stranger.key });
    const elsewhere = path.replace(projectId, other);
    expect((await api.call("GET", elsewhere, { key: api.stranger.key })).body).toMatchObject({ code: "not_found" });
  });

  test("that could run code is quarantined, and shows no entity", async () => {
    const stored = (await (await upload(SVG, "image/svg+xml")).json()) as Stored;
    expect(stored).toMatchObject({ media_type: "image/svg+xml", is_quarantined: true });
    const base = `/v1/projects/${projectId}`;
    const entity = await api.call("POST", `${base}/entities`, {
      body: { external_id: "mara", type: "character", name: "Mara" },
    });
    for (const file of [stored.sha256, "0".repeat(64)]) {
      const refused = await api.call("POST", `${base}/images`, { body: { entity_id: entity.body.id, file } });
      expect([refused.status, refused.body.detail]).toMatchObject([422, [{ loc: ["body", "file"] }]]);
    }
  });

  test("without a type or a content, in a coding that nobody knows, or too large is refused", async () => {
    expect(await refusalOf(upload(small, null))).toBe("unsupported_media_type");
    expect((await upload("", "image/png")).status).toBe(422);
    const odd = JSON.stringify({ media_type: "image/png", content: "a" });
    expect((await upload(odd, "application/json")).status).toBe(422);
    for (const bytes of [10 * 1024 * 1024 + 1, 15 * 1024 * 1024]) {
      const refused = await upload(Buffer.alloc(bytes), "image/png");
      expect(((await refused.json()) as { code: string }).code).toBe("payload_too_large");
    }
  });
});

describe("a file at its signed address", () => {
  test("is shown with its type under a policy of its own, without a key and for no longer than its address", async () => {
    const response = await api.fetch(addressOf("png", 'Möwe "1".png'));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(PNG.length),
      "content-disposition": `inline; filename="M_we _1_.png"; filename*=UTF-8''M%C3%B6we%20%221%22.png`,
      "content-security-policy": expect.stringMatching(/^default-src 'none'; .*sandbox$/),
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "cache-control": expect.stringMatching(/^private, max-age=(299|300), immutable$/),
      etag: `"${hashes.png}"`,
    });
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  test("is only saved, as bytes of no type, where it could run code", async () => {
    const response = await get("svg");
    expect(Buffer.from(await response.arrayBuffer()).equals(SVG)).toBe(true);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; /);
  });

  test("answers ranges, conditions and HEAD", async () => {
    const part = await get("png", { range: "bytes=4-9" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 4-9/${PNG.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(PNG.subarray(4, 10))).toBe(true);
    const same = await get("png", { range: "bytes=-2", "if-range": `"${hashes.png}"` });
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 2]);
    const changed = await get("svg", { range: "bytes=-2", "if-range": '"another"' });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, SVG.length]);
    const beyond = await get("png", { range: `bytes=${PNG.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${PNG.length}`]);
    const known = await get("png", { "if-none-match": `"${hashes.png}"` });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    const asked = s3.requests.length;
    const head = await get("png", {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(PNG.length), ""]);
    expect(s3.requests).toHaveLength(asked);
    const empty = await get("empty");
    expect([empty.status, empty.headers.get("content-length"), await empty.text()]).toEqual([200, "0", ""]);
  });

  test("is a 404 at any other address, of another tenant's project too, and a 403 when its time is over", async () => {
    const other = await api.makeProject({ key: api.stranger.key });
    const address = addressOf("png");
    for (const wrong of [addressOf("png", "png.bin", other), address.replace(projectId, other), address.slice(0, -2)]) {
      expect(await refusalOf(api.fetch(wrong))).toBe("not_found");
    }
    now += 5 * 60_000;
    expect(await refusalOf(api.fetch(address))).toBe("forbidden");
    expect(await refusalOf(api.fetch(addressOf("png"), { method: "POST" }))).toBe("method_not_allowed");
  });

  test("is gone with its project, and back with it", async () => {
    const path = `/v1/projects/${projectId}`;
    expect((await api.call("DELETE", path)).status).toBe(200);
    expect(await refusalOf(get("svg"))).toBe("not_found");
    expect((await api.call("POST", `${path}/restore`)).status).toBe(200);
    expect((await get("svg")).status).toBe(200);
  });
});
