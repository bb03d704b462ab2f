import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { PROBLEMS } from "#server/kernel/problem-catalogue.ts";
import { listKeyedOperations, type NamedOperation } from "#server/operations.ts";
import { sampleOfEach } from "#test-size";
import { StripeFake } from "#tests/billing/stripe-fake.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type Frame, readStream } from "#tests/support/event-stream.ts";
import { openMount, type RunningApi } from "#tests/support/mounts.ts";
import { readShown } from "#tests/support/shown.ts";
import type { TestMember } from "#tests/support/workspace.ts";
import { UUID } from "./expectations.ts";
import type { ValidCall } from "./fixture.ts";
import { BUILD_MS } from "./mount.ts";
import { TRANSPORT_SAMPLE, transportClass } from "./operation-classes.ts";
import { fixtureOf, keyFor, nameOf, pathOf, Scene } from "./valid-call.ts";

/**
 * Compares Next's route handlers with our listener, which the other specifications use: it sends the same requests
 * through both, the former in a second process on the same database, and expects the same answers. The subjects of the
 * requests are made through the listener: Next takes several times as long for each.
 */
let listener: TestApi;
let next: RunningApi;
let owner: TestMember;
/** Answers and pages before all requests. */
let before: Record<string, unknown>;

const MIB = 1024 * 1024;

beforeAll(async () => {
  listener = await startTestApi({ mount: "listener" });
  next = await openMount("next", {
    databaseUrl: listener.databaseUrl,
    failures: 1_000_000,
    visits: 1_000_000,
    environment: { FABULA_PUBLIC_URL: listener.url },
    parts: {},
  });
  owner = await listener.home.makeMember("owner");
  before = await readShown(next.fetch, listener.home.key);
}, BUILD_MS);
afterAll(async () => {
  await next.close();
  await listener.close();
});

/** Operations whose answers count requests. */
const COUNTING: ReadonlySet<string> = new Set(["usage.get", "usage.hours", "billing.usage"]);

/** Writes made while a stream is open, with text of the message that announces each. */
const TOLD: Readonly<Record<string, { write: (params: Record<string, string>) => Promise<unknown>; tells: string }>> = {
  "record.stream": {
    write: ({ project_id }) =>
      listener.call("PATCH", `/v1/projects/${project_id}`, { body: { description: "Written while they listen." } }),
    tells: '"project.updated"',
  },
  "sessions.stream": {
    write: ({ session_id }) => listener.call("POST", `/v1/sessions/${session_id}/cancel`),
    tells: '"cancelled"',
  },
  "conversations.stream": {
    write: ({ project_id, conversation_id }) =>
      listener.call("POST", `/v1/projects/${project_id}/conversations/${conversation_id}/participants`, {
        body: { kind: "gm", name: "Came while they listen" },
      }),
    tells: '"Came while they listen"',
  },
};

/** An answer without what differs from one request to the next, and from one connection to the next. */
interface Comparable {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Headers of the connection, of the moment, of the request itself, and of compressing, which only the listener does. */
const OWN: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "date"],
  ...["x-request-id", "ratelimit", "idempotent-replayed", "original-request-id", "vary", "content-encoding"],
]);

async function comparable(sent: Promise<Response>): Promise<Comparable> {
  const response = await sent;
  const text = await response.text();
  expect(response.headers.get("x-request-id")).toMatch(UUID);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN.has(name)));
  if (!response.ok && /"request_id":"/.test(text)) expect(text).toContain(response.headers.get("x-request-id") ?? "");
  const hidden = (name: string, value: unknown) => (!response.ok && name === "request_id" ? null : value);
  return { status: response.status, headers, body: text === "" ? null : JSON.parse(text, hidden) };
}

/** Sends a request both ways, expects the same answer, and gives it. */
async function both(path: string, init: RequestInit = {}, about = ""): Promise<Comparable> {
  const throughNext = await comparable(next.fetch(path, init));
  const throughListener = await comparable(listener.fetch(path, init));
  expect([about, throughNext]).toEqual([about, throughListener]);
  return throughNext;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const queryOf = (query: ValidCall["query"]) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

function requestOf(
  named: NamedOperation,
  call: ValidCall,
  headers: Record<string, string> = {},
): [string, RequestInit] {
  const query = queryOf(call.query);
  const path = pathOf(named, call.params) + (query === "" ? "" : `?${query}`);
  const init = {
    method: named.operation.method,
    headers: { ...bearer(keyFor(listener, named)), "content-type": "application/json", ...headers },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  };
  return [path, init];
}

/** Operations that come to their handlers by ways of their own: all in the full run, one of each way in the gate, and every stream. */
const OWN_WAYS = sampleOfEach(listKeyedOperations(), (named) => {
  const stream = named.operation.kind === "project-stream" ? nameOf(named) : "";
  return `${transportClass(named.operation)} ${fixtureOf(named).as} ${stream}`;
});
const COMPARED = listKeyedOperations().filter(
  (named) => OWN_WAYS.has(named) || TRANSPORT_SAMPLE.has(named.operation) || COUNTING.has(nameOf(named)),
);

describe.each(COMPARED.map((named) => [nameOf(named), named] as const))("%s", (_, named) => {
  const { operation } = named;
  let call: ValidCall;

  beforeAll(async () => {
    call = await new Scene(listener).validCall(named);
  });

  if (TRANSPORT_SAMPLE.has(operation))
    test("refuses alike: 401, 403, 422, 404 and 405", async () => {
      const codeOf = ({ body }: Comparable) => (body as { code?: string }).code;
      const [path, init] = requestOf(named, call);
      const refused = (headers: Record<string, string>) =>
        both(path, { ...init, headers: { "content-type": "application/json", ...headers } });
      expect(codeOf(await refused({}))).toBe("unauthorized");
      expect(codeOf(await refused(bearer("nonsense")))).toBe("invalid_api_key");
      const other = operation.scope === "read" ? listener.home.scoped.write : listener.home.scoped.read;
      expect(codeOf(await refused(bearer(other)))).toBe("insufficient_scope");

      const wrong = { ...call, query: { ...call.query, no_such: "a b&c=d+e%" } };
      if (call.body !== undefined) wrong.body = { ...(call.body as object), no_such: "é\u2028" };
      const invalid = await both(...requestOf(named, wrong));
      expect(invalid.status).toBe(422);
      expect(invalid.body).toMatchObject({
        detail: expect.arrayContaining([expect.objectContaining({ loc: ["query", "no_such"], input: "a b&c=d+e%" })]),
      });
      if (operation.method !== "GET") expect((await both(path, { ...init, body: '{"a" 1}' })).status).toBe(422);

      const last = Object.keys(operation.params.shape).at(-1);
      if (last !== undefined) {
        const valid = call.params[last] ?? "";
        for (const id of [newId(valid.slice(0, valid.indexOf("_"))), "%", "ÿ", "a/b"]) {
          const missing = await both(...requestOf(named, { ...call, params: { ...call.params, [last]: id } }), id);
          expect(codeOf(missing), id).toBe("not_found");
        }
      }
      const unknown = await both(path, { method: "PUT", headers: bearer(listener.home.key) });
      expect([codeOf(unknown), unknown.headers.allow]).toEqual([
        "method_not_allowed",
        expect.stringContaining("OPTIONS"),
      ]);
    });

  if (operation.kind === "project-stream")
    test("streams alike: the first message at once, the next as soon as it is written", async () => {
      const [path, init] = requestOf(named, call, { "accept-encoding": "gzip, br" });
      const streams = [readStream(await next.fetch(path, init)), readStream(await listener.fetch(path, init))];
      const first = await Promise.all(streams.map((stream) => stream.first(({ event }) => event !== "comment")));
      expect(first[0]).toEqual(first[1]);
      for (const { status, headers } of streams) {
        expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
        expect(headers.get("cache-control")).toBe("no-store, no-transform");
        expect(headers.get("content-encoding")).toBeNull();
      }
      const { write, tells } = TOLD[nameOf(named)] ?? {
        write: () => expect.fail("nobody says what it tells of"),
        tells: "",
      };
      await write(call.params);
      const told = (frame: Frame) => JSON.stringify(frame.data ?? null).includes(tells);
      const later = await Promise.all(streams.map((stream) => stream.first(told)));
      expect(later[0]).toEqual(later[1]);
      await Promise.all(streams.map((stream) => stream.cut()));
    });
  else if (operation.kind.endsWith("write") && operation.method !== "DELETE" && fixtureOf(named).as !== "person")
    test("succeeds alike: what the listener repeats for the same Idempotency-Key is what Next answered", async () => {
      const [path, init] = requestOf(named, call, { "idempotency-key": randomUUID() });
      const answer = await both(path, init);
      expect([operation.status, 201]).toContain(answer.status);
    });
  else if (operation.method === "DELETE" || operation.kind === "project-call" || COUNTING.has(nameOf(named)))
    // Twice is not the same there: what is deleted is gone, a check is refused for a minute, and each process counts the requests
    // it was asked.
    test("succeeds alike", async () => {
      const answers = [];
      for (const way of [next, listener]) {
        const own = way === next ? call : await new Scene(listener).validCall(named);
        const { status, headers, body } = await comparable(way.fetch(...requestOf(named, own)));
        expect(operation.output.safeParse(body).error?.issues ?? []).toEqual([]);
        delete headers.etag;
        answers.push([status, Object.keys(headers).sort(), Object.keys(body as object)]);
      }
      expect(answers[0]).toEqual(answers[1]);
    });
  else
    test("succeeds alike, and a HEAD says the same without the body", async () => {
      const [path, init] = requestOf(named, call);
      const answer = await both(path, init);
      expect(answer.status).toBe(fixtureOf(named).as === "person" ? 403 : operation.status);
      if (operation.method !== "GET") return;
      const head = await both(path, { ...init, method: "HEAD" });
      expect([head.status, head.body, head.headers.etag]).toEqual([answer.status, null, answer.headers.etag]);
      if (answer.headers.etag === undefined) return;
      const again = await both(path, {
        headers: { ...bearer(keyFor(listener, named)), "if-none-match": answer.headers.etag },
      });
      expect([again.status, again.body]).toEqual([304, null]);
    });
});

describe("paths", () => {
  test.each([
    ...["/v1", "/v1/", "/v1/no/such/path", "/v1/projects/", "/v1/%70rojects", "/v1/projects/%zz"],
    ...["/v1/projects/%ff", "/v1/projects?limit=1&limit=2", "/v1/projects?q=a%00b", "/v1/projects?limit=%ff"],
    ...["/v1/projects?q=100%25+%26%3D", "/v1/openapi.json", "/v1/projects?limit=0&sort_by=%E2%82%AC"],
  ])("%s", async (path) => {
    await both(path, { headers: bearer(listener.home.key) });
    await both(path);
  });

  test("OPTIONS tells a browser the same", async () => {
    const headers = {
      origin: "https://game.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "authorization, if-match",
    };
    for (const path of ["/v1/projects", `/v1/projects/${newId("prj")}`, "/v1/nothing"]) {
      const throughNext = await next.fetch(path, { method: "OPTIONS", headers });
      const throughListener = await listener.fetch(path, { method: "OPTIONS", headers });
      const told = ({ status, headers: all }: Response) => [
        status,
        [...all].filter(([name]) => /^(allow|access-control-)/.test(name)),
      ];
      expect(told(throughNext)).toEqual(told(throughListener));
      expect(throughNext.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  test("doc_url leads to a page about the code, for every code there is", async () => {
    for (const code of Object.keys(PROBLEMS)) {
      const page = await next.fetch(`/docs/errors/${code}`);
      expect([code, page.status, (await page.text()).includes(code)]).toEqual([code, 200, true]);
    }
  });
});

test("GraphQL answers and refuses alike, and shows its page", async () => {
  const id = await listener.makeProject();
  const sent = (query: string, headers: Record<string, string> = bearer(listener.home.key)) =>
    both("/v1/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables: { id } }),
    });
  const read = await sent("query ($id: ID!) { project(id: $id) { name entities { totalCount } } }");
  expect(read).toMatchObject({ status: 200, body: { data: { project: { entities: { totalCount: 0 } } } } });
  expect((await sent("query ($id: ID!) { project(id: $id, atSeq: 99) { name } }")).status).toBe(422);
  const newer = { ...bearer(listener.home.key), accept: "application/graphql-response+json" };
  expect((await sent("{ nothing }", newer)).status).toBe(400);
  expect((await sent("{ keysMe { kind } }", {})).status).toBe(401);
  expect((await both("/v1/graphql?query={keysMe{kind}}", { headers: bearer(listener.home.key) })).status).toBe(200);
  expect((await both("/v1/graphql", { method: "PUT", headers: bearer(listener.home.key) })).status).toBe(405);
  for (const way of [next, listener]) {
    const page = await way.fetch("/v1/graphql", { headers: { accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('<form id="ask">')]);
    expect(page.headers.get("content-security-policy")).toContain("strict-dynamic");
    const script = await way.fetch("/v1/graphql/graphiql.js");
    expect([script.status, (await script.text()).length > 1_000_000]).toEqual([200, true]);
  }
});

describe("notices of payments", () => {
  let stripe: StripeFake;
  let paid: TestApi;
  let beside: RunningApi;

  beforeAll(async () => {
    stripe = new StripeFake();
    stripe.now = Math.floor(Date.now() / 1000);
    const environment = {
      FABULA_STRIPE_SECRET_KEY: stripe.secretKey,
      FABULA_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      FABULA_STRIPE_API: await stripe.listen(),
      FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
    };
    paid = await startTestApi({ mount: "next", environment });
    beside = await openMount("listener", {
      databaseUrl: paid.databaseUrl,
      failures: 1_000_000,
      visits: 1_000_000,
      environment: { ...environment, FABULA_PUBLIC_URL: paid.url },
      parts: {},
    });
  }, BUILD_MS);
  afterAll(async () => {
    await beside.close();
    await paid.close();
    await stripe.close();
  });

  /** Sends a notice to each of them, and expects the same answer. */
  async function notify(first: RequestInit, second = first): Promise<Comparable> {
    const throughNext = await comparable(paid.fetch("/hooks/payments", first));
    const throughListener = await comparable(beside.fetch("/hooks/payments", second));
    expect(throughNext).toEqual(throughListener);
    return throughNext;
  }
  const signed = (notice: Record<string, unknown>, at = stripe.now) => ({
    method: "POST",
    ...stripe.signed(notice, { at }),
  });
  const notice = (id: string) => ({
    id: `evt_${id}`,
    object: "event",
    type: "customer.updated",
    created: stripe.now,
    data: { object: { id: "cus_of_nobody", object: "customer", name: "Wren é\u2028" } },
  });

  test("are taken by the bytes they were signed over, once, whichever way they come", async () => {
    const answer = await notify(signed(notice("1")), signed(notice("2")));
    expect(answer).toMatchObject({ status: 200, body: { outcome: "ignored" } });
    for (const id of ["1", "2"]) expect((await notify(signed(notice(id)))).body).toEqual({ outcome: "duplicate" });
  });

  test("are refused alike: unsigned, signed by another or long ago, too large, or with another method", async () => {
    const { headers, body, method } = signed(notice("3"));
    const unsigned = await notify({ method, body, headers: { "content-type": "application/json" } });
    expect([unsigned.status, unsigned.headers["www-authenticate"]]).toEqual([401, "Signature"]);
    expect((await notify({ method, headers, body: `${body} ` })).status).toBe(401);
    expect((await notify(signed(notice("3"), stripe.now - 400))).status).toBe(401);
    expect((await notify({ method, headers, body: " ".repeat(MIB + 1) })).status).toBe(413);
    for (const other of ["GET", "PUT", "DELETE"]) expect((await notify({ method: other })).status).toBe(405);
  });

  test("are nowhere where no provider is connected", async () => {
    expect((await both("/hooks/payments", { method: "POST", body: "{}" })).status).toBe(404);
  });
});

describe("bodies", () => {
  const send = (body: NonNullable<RequestInit["body"]>, more: object = {}) =>
    both("/v1/projects", {
      method: "POST",
      headers: {
        ...bearer(listener.home.key),
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body,
      ...more,
    });
  const padded = (bytes: number) => {
    const body = '{"name":"x"}';
    return body + " ".repeat(bytes - body.length);
  };

  test("may have 1 MiB, and not a byte more", async () => {
    expect((await send(padded(MIB))).status).toBe(201);
    const { status, body } = await send(padded(MIB + 1));
    expect([status, body]).toMatchObject([413, { code: "payload_too_large", detail: { limit_bytes: MIB } }]);
  });

  test("nor when their length is not told beforehand; the connection is good for more", async () => {
    const statuses = [];
    for (const way of [next, listener]) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let n = 0; n < 32; n++) controller.enqueue(new Uint8Array(65_536).fill(32));
          controller.close();
        },
      });
      const init = {
        method: "POST",
        headers: { ...bearer(listener.home.key), "content-type": "application/json" },
        body,
      };
      statuses.push((await way.fetch("/v1/projects", { ...init, duplex: "half" } as RequestInit)).status);
      for (let more = 0; more < 5; more++) statuses.push((await way.fetch("/health")).status);
    }
    expect(statuses).toEqual([413, 200, 200, 200, 200, 200, 413, 200, 200, 200, 200, 200]);
  });

  test("of imports may have 16 MiB", async () => {
    const path = `/v1/projects/${await listener.makeProject()}/game-narrative/dialogues/import`;
    const init = { method: "POST", headers: { ...bearer(listener.home.key), "content-type": "application/json" } };
    const large = (bytes: number) => `{"format":"fabula_json","content":{}}${" ".repeat(bytes - 37)}`;
    expect((await both(path, { ...init, body: large(16 * MIB) })).status).toBe(422);
    expect((await both(path, { ...init, body: large(16 * MIB + 1) })).status).toBe(413);
  });
});

describe("the studio's API", () => {
  const fromStudio = { "x-fabula-studio": "1", "sec-fetch-site": "same-origin" };

  test("has a procedure for every operation, of the right kind", async () => {
    for (const named of listKeyedOperations()) {
      // A stream says so inside itself: an EventSource cannot read the body of a refusal.
      if (named.operation.kind === "project-stream") continue;
      const path = `/api/trpc/${nameOf(named)}`;
      const answer = await next.fetch(
        path,
        named.operation.method === "GET"
          ? {}
          : { method: "POST", headers: { "content-type": "application/json", ...fromStudio }, body: "{}" },
      );
      const { error } = (await answer.json()) as { error: { data: { problem: { code: string } } } };
      expect([path, answer.status, error.data.problem.code]).toEqual([path, 401, "unauthorized"]);
    }
  });

  test("reads, writes and refuses alike", async () => {
    const { cookie } = owner;
    const write = (name: string, input: unknown, headers: Record<string, string>) =>
      both(`/api/trpc/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof input === "string" ? input : JSON.stringify(input),
      });
    const read = (name: string, input: object) =>
      both(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers: { cookie } });
    const project_id = await listener.makeProject();
    expect((await read("projects.list", { limit: 1, sort_by: "name" })).status).toBe(200);
    expect((await read("projects.get", { project_id })).status).toBe(200);
    expect((await read("projects.get", { project_id: newId("prj") })).status).toBe(404);
    expect((await read("projects.get", { project_id, at_seq: 99 })).status).toBe(422);
    const signedIn = { cookie, ...fromStudio };
    // Changing nothing is no event, so both answer the same.
    expect((await write("projects.update", { project_id }, signedIn)).status).toBe(200);
    expect((await write("projects.update", { project_id, name: "\ud800" }, signedIn)).status).toBe(422);
    expect((await write("projects.create", "{broken", signedIn)).status).toBe(400);
    expect((await write("projects.list", {}, signedIn)).status).toBe(405);
    const elsewhere = { cookie, "x-fabula-studio": "1", "sec-fetch-site": "cross-site" };
    expect((await write("projects.update", { project_id }, elsewhere)).status).toBe(403);
    const large = " ".repeat(18 * MIB);
    expect((await write("projects.create", large, fromStudio)).status).toBe(401);
    expect((await write("projects.create", large, signedIn)).status).toBe(413);
  });
});

test("what is sent to sign in is read up to a limit, and refused where it cannot be read", async () => {
  const post = async (path: string, type: string, body: string) => {
    const answer = await next.fetch(path, { method: "POST", headers: { "content-type": type }, body });
    return [answer.status, (await answer.text()).match(/"code":"(\w+)"/)?.[1]];
  };
  const form = "application/x-www-form-urlencoded";
  for (const path of ["/api/auth/callback/credentials", "/api/auth/signout", "/api/auth/session"]) {
    expect([path, await post(path, "application/json", "{")]).toEqual([path, [400, "bad_request"]]);
    expect([path, await post(path, form, "a&".repeat(10_000))]).toEqual([path, [413, "payload_too_large"]]);
  }
});

test("an offer of another protocol is passed over, also once a page was read", async () => {
  expect((await next.fetch("/docs")).status).toBe(200);
  for (const path of ["/health", "/docs", "/_next/webpack-hmr"]) {
    const headers = { connection: "Upgrade, close", upgrade: "h2c" };
    const [answer] = (await once(get(`${next.url}${path}`, { headers }), "response")) as [IncomingMessage];
    answer.resume();
    expect([path, answer.statusCode]).toEqual([path, path.startsWith("/_next/") ? 404 : 200]);
  }
});

describe("names of what objects inherit", () => {
  const PAGES = ["/sign-in", "/docs", "/api/auth/session"];
  const PLACES: [where: string, query: string, headers: Record<string, string>][] = [
    ["a parameter", "?__proto__=1&constructor=2", {}],
    ["an encoded parameter", "?%5F_proto__=1", {}],
    ["a cookie", "", { cookie: "__proto__=1; constructor=2" }],
  ];
  test.each(PLACES)("in %s are answered as pages are", async (_where, query, headers) => {
    for (const page of PAGES) {
      const plain = await next.fetch(page);
      expect([page, (await next.fetch(page + query, { headers })).status]).toEqual([page, plain.status]);
    }
  });
});

// The last test: whatever was sent before must not show either.
test("answers and pages are as before, after names of what objects inherit came by every kind of write", async () => {
  const inherited = '"__proto__":{"x-polluted":"yes"},"constructor":{"prototype":{"x-polluted":"yes"}}';
  for (const named of listKeyedOperations()) {
    if (!TRANSPORT_SAMPLE.has(named.operation) || named.operation.body === undefined) continue;
    const [path, init] = requestOf(named, await new Scene(listener).validCall(named));
    const body = String(init.body ?? "{}").replace(/^\{/, (brace) => `${brace}${inherited},`);
    expect([path, (await next.fetch(path, { ...init, body: body.replace(/,\}$/, "}") })).status]).toEqual([path, 422]);
  }
  const path = `/v1/projects/${await listener.makeProject()}/entities`;
  const properties = { constructor: { prototype: { "x-polluted": "yes" } } };
  const body = JSON.stringify({ external_id: "odd", type: "constructor", name: "toString", properties });
  const headers = { ...bearer(listener.home.key), "content-type": "application/json" };
  expect((await next.fetch(path, { method: "POST", headers, body })).status).toBe(201);
  expect(await readShown(next.fetch, listener.home.key)).toEqual(before);
});
