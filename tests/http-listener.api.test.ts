import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseWhileStarting } from "#server/http/early-refusal.ts";
import { createListener } from "#server/http/listener.ts";
import type { Web } from "#server/http/web.ts";
import { PROBLEMS, type ProblemCode } from "#server/kernel/problem-catalogue.ts";
import { createLogger } from "#server/log/log.ts";
import { startServer } from "#server/main.ts";
import { startTestApi, type TestApi } from "./support/api.ts";

let api: TestApi;
let port: number;
/** Lines of the log. */
const lines: string[] = [];

beforeAll(async () => {
  const log = createLogger(
    { environment: "test", logLevel: "info" },
    { write: (line: string) => void lines.push(line) },
  );
  api = await startTestApi({ mount: "listener", log, environment: { FABULA_TRUSTED_PROXIES: "1" } });
  port = Number(new URL(api.url).port);
});
afterAll(() => api.close());

/** Sends bytes and returns all bytes received until the connection ended, or fell silent. */
function exchange(bytes: string | Buffer, silenceMs = 1_000, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" ? resolve(answer) : reject(error),
    );
  });
}

function head(...lines: string[]): string {
  return `${[...lines, "Host: 127.0.0.1", "", ""].join("\r\n")}`;
}

/** Expects an answer to be one refusal with all its parts. */
function expectRefusal(answer: string, code: ProblemCode, message: string = PROBLEMS[code].message): void {
  const [top = "", body = ""] = answer.split("\r\n\r\n");
  expect(top).toMatch(new RegExp(`^HTTP/1\\.1 ${PROBLEMS[code].status} `));
  const headers = new Headers(
    top
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(": ", 2) as [string, string]),
  );
  const requestId = headers.get("x-request-id");
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
  expect(JSON.parse(body)).toEqual({
    error: PROBLEMS[code].error,
    code,
    request_id: requestId,
    detail: null,
    message,
    doc_url: `${api.services.publicUrl}/docs/errors/${code}`,
    feedback_id: null,
  });
}

const authorization = () => `Authorization: Bearer ${api.home.key}`;

async function isAlive(): Promise<boolean> {
  return (await api.call("GET", "/health", { key: null })).status === 200;
}

describe("malformed HTTP", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n"],
    ["an unknown version", "GET /health HTTP/9.9\r\nHost: x\r\n\r\n"],
    ["an unknown method", "BREW /health HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["no Host", "GET /health HTTP/1.1\r\n\r\n"],
    ["two Hosts", "GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
    ["a broken header", "GET /health HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n"],
    ["a path in bytes that are not ASCII", "GET /\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["two lengths", "POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"],
    [
      "a length and chunks",
      "POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("is a 400: %s", async (_, bytes) => {
    expectRefusal(await exchange(bytes), "bad_request");
    expect(await isAlive()).toBe(true);
  });

  it("is a 431 when address and headers are too long", async () => {
    for (const sent of [
      head("GET /health HTTP/1.1", `X-Long: ${"x".repeat(20_000)}`),
      head(`GET /v1/projects?q=${"x".repeat(20_000)} HTTP/1.1`, authorization()),
    ]) {
      expectRefusal(await exchange(sent), "headers_too_large");
    }
  });

  it("is refused after what came before it was answered", async () => {
    const answers = await exchange(`${head("GET /health HTTP/1.1")}nonsense\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("is refused in the middle of a body", async () => {
    const sent = head("POST /v1/projects HTTP/1.1", authorization(), "Transfer-Encoding: chunked");
    expectRefusal(await exchange(`${sent}zz\r\n`), "bad_request");
  });

  it("is no expectation that nobody knows", async () => {
    expect(await exchange(head("GET /health HTTP/1.1", "Expect: nothing", "Connection: close"))).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  it("is not what a header is called: names of what every object inherits are headers like others", async () => {
    const names = ["__proto__: 1", "__proto__: 2", "constructor: 3", "Cookie: __proto__=1"];
    expect(await exchange(head("GET /health HTTP/1.1", ...names, "Connection: close"))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await isAlive()).toBe(true);
  });

  it("is survived when a client goes away in the middle of its body", async () => {
    const sent = head(
      "POST /v1/projects HTTP/1.1",
      authorization(),
      "Content-Type: application/json",
      "Content-Length: 100",
    );
    lines.length = 0;
    await exchange(`${sent}{"name":`, 100);
    // As proxies count those who went away: nothing of ours is unavailable.
    await expect.poll(() => lines.join("")).toContain('"status":499');
    expect(await isAlive()).toBe(true);
  });
});

describe("request targets", () => {
  it("may be absolute", async () => {
    const answer = await exchange(head("GET http://elsewhere.example/health HTTP/1.1", "Connection: close"));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ["OPTIONS *", "not_found"],
    ["GET *", "not_found"],
    ["TRACE /api/trpc/projects.list", "method_not_allowed"],
    ["TRACE /", "method_not_allowed"],
    ["PROPFIND /v1/projects", "method_not_allowed"],
    ["GET /api/trpc/%ff", "not_found"],
    ["GET /%ff", "not_found"],
    ["PUT /api/trpc/%zz", "not_found"],
  ] as const)("%s is refused as everything is", async (line, code) => {
    const message = code === "not_found" ? "No operation has this path." : undefined;
    expectRefusal(await exchange(head(`${line} HTTP/1.1`, authorization(), "Connection: close")), code, message);
  });
});

describe("requests of pages", () => {
  /** Pages that answer what they were asked for. */
  const web: Web = {
    dev: false,
    packed: null,
    handle: async ({ url }, outgoing) => void outgoing.end(`page ${url}`),
    close: async () => {},
  };
  const pages = createServer((incoming, outgoing) =>
    createListener({ fabula: api.fabula, web }).handle(incoming, outgoing),
  );
  beforeAll(async () => {
    pages.listen(0, "127.0.0.1");
    await once(pages, "listening");
  });
  afterAll(() => void pages.close());

  const ask = (line: string, ...headers: string[]) =>
    exchange(head(`${line} HTTP/1.1`, ...headers, "Connection: close"), 1_000, (pages.address() as AddressInfo).port);

  it("are refused with more parameters or cookies than Next reads in no time", async () => {
    const few = `/docs?${"a&".repeat(249)}a`;
    expect(await ask(`GET ${few}`, `Cookie: ${"a=1; ".repeat(249)}a=1`)).toMatch(/page \/docs/);
    const message = "The address or the cookies have more than 250 parts.";
    expectRefusal(await ask(`GET ${few}&a`), "headers_too_large", message);
    expectRefusal(await ask("GET /docs", `Cookie: ${"a=1; ".repeat(250)}a=1`), "headers_too_large", message);
  });

  it("are reads, but where somebody signs in or out", async () => {
    for (const line of ["POST /favicon.ico", "PUT /docs", "OPTIONS /sign-in"])
      expectRefusal(await ask(line), "not_found", "No operation has this path.");
    expect(await ask("POST /api/auth/signout")).toMatch(/page \/api\/auth\/signout/);
  });

  it.each([
    ["http://", "/"],
    ["http://elsewhere.example/docs?a=1", "/docs?a=1"],
  ])("reach Next by their path: %s", async (target, path) => {
    expect((await ask(`GET ${target}`)).endsWith(`page ${path}`)).toBe(true);
  });
});

describe("a process that is starting", () => {
  it("says so to whoever comes too early", async () => {
    const server = createServer((incoming, outgoing) => refuseWhileStarting(incoming, outgoing, api.services));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/v1/projects`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({
      code: "unavailable",
      request_id: response.headers.get("x-request-id"),
    });
    server.close();
  });
});

describe("bodies", () => {
  it("refused for their length are not waited for", async () => {
    const sent = head(
      "POST /v1/projects HTTP/1.1",
      authorization(),
      "Content-Type: application/json",
      "Content-Length: 99999999",
    );
    expect(await exchange(`${sent}{`, 300)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("are refused as soon as they pass the limit, and the refusal arrives", async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const request = httpRequest(`${api.url}/v1/projects`, {
        method: "POST",
        headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
      });
      request.on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on("error", reject);
      const more = () => {
        while (!request.destroyed && request.write(Buffer.alloc(65_536, 32)));
      };
      request.on("drain", more);
      more();
    });
    expect(answer).toBe(413);
    expect(await isAlive()).toBe(true);
  });

  it("of refused requests leave the connection usable", async () => {
    const body = JSON.stringify({ name: "x" });
    const first =
      head("POST /v1/projects HTTP/1.1", "Content-Type: application/json", `Content-Length: ${body.length}`) + body;
    const answer = await exchange(first + head("GET /health HTTP/1.1", "Connection: close"));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
  });
});

describe("compression", () => {
  const raw = (path: string, acceptEncoding: string) =>
    new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const options = { headers: { authorization: `Bearer ${api.home.key}`, "accept-encoding": acceptEncoding } };
      httpRequest(`${api.url}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      })
        .on("error", reject)
        .end();
    });

  it("is used for long answers, as the client likes", async () => {
    const plain = await raw("/v1/openapi.json", "identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const gzip = await raw("/v1/openapi.json", "gzip, deflate");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const brotli = await raw("/v1/openapi.json", "gzip, br");
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect((await raw("/v1/openapi.json", "br;q=0, gzip;q=0")).headers["content-encoding"]).toBeUndefined();
    for (const { headers } of [plain, gzip]) expect(headers.vary).toBe("accept-encoding");
  });

  it("is not used for short answers", async () => {
    expect((await raw("/health", "gzip")).headers["content-encoding"]).toBeUndefined();
  });
});

describe("the client's address", () => {
  it("is what the trusted proxy says, for those who fail to authenticate", async () => {
    const limited = await startTestApi({
      mount: "listener",
      failures: 3,
      environment: { FABULA_TRUSTED_PROXIES: "1" },
    });
    try {
      const from = (address: string) =>
        limited.call("GET", "/v1/projects", { key: "nonsense", headers: { "x-forwarded-for": `9.9.9.9, ${address}` } });
      for (let i = 0; i < 3; i++) expect((await from("203.0.113.1")).status).toBe(401);
      const refused = await from("203.0.113.1");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await from("203.0.113.2")).status).toBe(401);
    } finally {
      await limited.close();
    }
  });
});

describe("stopping", () => {
  it("finishes what is under way, and takes nothing new", async () => {
    const { config } = api.fabula;
    const database = await startTestApi();
    const server = await startServer({ config, databaseUrl: database.databaseUrl, web: false });
    const slow = server.fabula.services.database.writes.transaction("write", async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return "written";
    });
    const queued = server.fabula.services.queue.run("prj_x", () => slow);
    // The server says that it has the request, whose body comes once it is being stopped.
    const request = httpRequest(`${server.url}/v1/projects`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${database.home.key}`,
        "content-type": "application/json",
        expect: "100-continue",
      },
    });
    const answered = once(request, "response") as Promise<[IncomingMessage]>;
    const taken = once(request, "continue");
    request.flushHeaders();
    await taken;
    const closing = server.close();
    request.end(JSON.stringify({ name: "Under way" }));
    const [answer] = await answered;
    expect(answer.statusCode).toBe(201);
    answer.resume();
    expect(await queued).toBe("written");
    await closing;
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
    await database.close();
  });

  it("says in one sentence that a port is taken", async () => {
    const config = { ...api.fabula.config, port };
    await expect(startServer({ config, databaseUrl: "postgres://nobody@127.0.0.1:1/x", web: false })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by another program: choose another with PORT.`,
    );
  });
});
