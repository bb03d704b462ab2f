import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from "./certificates.fixture.ts";
import { type NameServer, startNameServer } from "./name-server.fixture.ts";
import { createOutbound, type Outbound, type OutboundParts, type OutboundRequest } from "./outbound.ts";
import { answering, type Behaviour, type Receiver, startReceiver } from "./receiver.fixture.ts";
import { createResolve, type Resolve } from "./resolve.ts";

const ok = answering("200 OK", [], "fine");
const opened: { close(): unknown }[] = [];
let nameServer: NameServer;
let resolve: Resolve;

beforeAll(async () => {
  nameServer = await startNameServer();
  resolve = createResolve([nameServer.address]);
});
afterAll(() => nameServer.close());
afterEach(async () => {
  vi.unstubAllEnvs();
  nameServer.names.clear();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  opened.push(started);
  return started;
}

function outbound(parts: Partial<OutboundParts> = {}): Outbound {
  const own = { listenerPort: 1, publicUrl: "http://127.0.0.1:1", databaseUrls: [] };
  const made = createOutbound({ allow: ["127.0.0.0/8"], own, resolve, ...parts });
  opened.push(made);
  return made;
}

const post = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: new TextEncoder().encode('{"type":"entity.updated"}'),
  ...more,
});

const at = ({ port }: Receiver, host = "127.0.0.1") => `http://${host}:${port}/hooks?for=me`;

describe("a request", () => {
  it("carries what it was given, and nothing of ours but a name", async () => {
    const there = await receiver(answering("202 Accepted", ["x-seen: 1", "x-seen: 2"], "yes"));
    const answer = await outbound().request(post(at(there)));
    expect(answer).toMatchObject({ kind: "answer", status: 202, truncated: false, headers: { "x-seen": "1, 2" } });
    expect(Buffer.from(answer.kind === "answer" ? answer.body : []).toString()).toBe("yes");
    const [line, ...rest] = (there.heard[0] ?? "").split("\r\n");
    expect(line).toBe("POST /hooks?for=me HTTP/1.1");
    const names = rest.slice(0, rest.indexOf("")).map((header) => header.replace(/:.*/, "").toLowerCase());
    expect(names.sort()).toEqual([
      "accept-encoding",
      "connection",
      "content-length",
      "content-type",
      "host",
      "user-agent",
    ]);
    expect(rest.at(-1)).toBe('{"type":"entity.updated"}');
  });

  it("follows no redirect, wherever it leads", async () => {
    const second = await receiver(ok);
    for (const location of [at(second), "https://example.com/", "/elsewhere"]) {
      for (const status of ["301 Moved", "307 Temporary Redirect", "308 Permanent Redirect"]) {
        const first = await receiver(answering(status, [`location: ${location}`]));
        expect(await outbound().request(post(at(first)))).toMatchObject({
          kind: "answer",
          status: Number(status.slice(0, 3)),
        });
        expect(first.heard).toHaveLength(1);
      }
    }
    expect(second.heard).toEqual([]);
  });

  it("takes no way through a proxy that the environment names", async () => {
    const [there, proxy] = [await receiver(ok), await receiver(ok)];
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"]) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await outbound().request(post(at(there)))).toMatchObject({ kind: "answer", status: 200 });
    expect(proxy.heard).toEqual([]);
  });

  it("uses a connection again", async () => {
    const there = await receiver(ok);
    const client = outbound();
    for (let time = 0; time < 3; time++) {
      expect(await client.request(post(at(there)))).toMatchObject({ status: 200 });
      // A connection is free again once the turn in which its answer ended is over.
      await setImmediate();
    }
    expect(there.heard).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("without an end is cut off where it was asked to be", async () => {
    const endless: Behaviour = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
      const more = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on("drain", more);
      more();
    };
    const there = await receiver(endless);
    const answer = await outbound().request(post(at(there), { maxBytes: 5_000 }));
    expect(answer).toMatchObject({ kind: "answer", status: 200, truncated: true });
    expect(answer.kind === "answer" && answer.body.length).toBe(5_000);
    // Nobody goes on reading it.
    await there.closed();
  });

  it("is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(4 * 1_024 * 1_024));
    const there = await receiver(answering("200 OK", ["content-encoding: gzip"], bomb));
    const answer = await outbound().request(post(at(there)));
    expect(answer).toMatchObject({ kind: "answer", truncated: false });
    expect(answer.kind === "answer" && bomb.equals(answer.body)).toBe(true);
  });

  it.each<[string, Behaviour, object]>([
    [
      "that never begins",
      () => undefined,
      { failure: "timeout", message: "127.0.0.1 did not answer within 0.2 seconds." },
    ],
    [
      "whose headers come a letter at a time",
      (socket) => drip(socket, `HTTP/1.1 200 OK\r\n${"x-slow: 1\r\n".repeat(1_000)}`),
      { failure: "timeout", message: "127.0.0.1 did not answer within 0.2 seconds." },
    ],
    [
      "whose body comes a letter at a time",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n");
        drip(socket, "x".repeat(10_000));
      },
      { failure: "timeout", status: 200, message: expect.stringContaining("answered 200, but its answer did not end") },
    ],
    ["that is a reset", (socket) => socket.resetAndDestroy(), { failure: "connection_reset" }],
    ["that is an end without a word", (socket) => socket.end(), { failure: "connection_reset" }],
    [
      "that breaks off",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nfive!"),
      { failure: "connection_reset", status: 200 },
    ],
    [
      "that changes the protocol",
      (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: tea\r\nconnection: upgrade\r\n\r\n"),
      { failure: "bad_response" },
    ],
    ["in another language", (socket) => socket.end("220 mail.example.com ESMTP\r\n"), { failure: "bad_response" }],
    [
      "with more headers than anyone reads",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${"x-more: 1\r\n".repeat(10_000)}`),
      { failure: "bad_response" },
    ],
  ])("%s is a failure with a name", async (_what, behave, expected) => {
    const there = await receiver(behave);
    const outcome = await outbound().request(post(at(there), { deadlineMs: 200 }));
    expect(outcome).toMatchObject({ kind: "failure", ...expected });
    await there.closed();
  });

  it("is missing where nothing listens", async () => {
    const there = await receiver(ok);
    there.close();
    expect(await outbound().request(post(at(there)))).toMatchObject({
      failure: "connection_refused",
      message: "Nothing listens at this port of 127.0.0.1.",
    });
  });
});

function drip(socket: Parameters<Behaviour>[0], text: string): void {
  let next = 0;
  const timer = setInterval(() => socket.write(text[next++] ?? ""), 5);
  socket.once("close", () => clearInterval(timer));
}

describe("a name", () => {
  it("with one bad address among good ones is refused as a whole", async () => {
    const there = await receiver(ok);
    nameServer.names.set("mixed.test", ["127.0.0.1", "10.0.0.1"]);
    const outcome = await outbound().request(post(at(there, "mixed.test")));
    expect(outcome).toMatchObject({ kind: "failure", failure: "refused_address" });
    // What a private name server says is not passed on.
    expect(outcome.kind === "failure" && outcome.message).toMatch(
      /^mixed\.test leads to an address of a private network\./,
    );
    expect(there.heard).toEqual([]);
  });

  it.each([
    ["http", "93.184.215.14", 80],
    ["https", "93.184.215.14", 22],
    ["http", "fd00:ec2::254", 80],
  ])(
    "that leads where the operator allows nothing is held to the public rules: %s to %s, port %i",
    async (scheme, address, port) => {
      nameServer.names.set("public.test", [address]);
      const outcome = await outbound().request(post(`${scheme}://public.test:${port}/`, { deadlineMs: 1_000 }));
      expect(outcome).toMatchObject({ kind: "failure", failure: "refused_address" });
    },
  );

  it("that leads to us is refused, by its address and by the name we go by", async () => {
    const there = await receiver(ok);
    nameServer.names.set("stories.test", ["127.0.0.3"]);
    nameServer.names.set("other.test", ["127.0.0.3"]);
    nameServer.names.set("database.test", ["127.0.0.1"]);
    const own = {
      listenerPort: 1,
      metricsPort: 9_464,
      publicUrl: `http://stories.test:${there.port}`,
      databaseUrls: ["postgres://fabula@127.0.0.1:5433/fabula"],
    };
    const client = outbound({ own });
    const ours = [at(there, "stories.test"), at(there, "other.test"), "http://database.test:5433/"];
    for (const url of [...ours, "http://database.test:9464/metrics"]) {
      expect(await client.request(post(url)), url).toMatchObject({ failure: "refused_address" });
    }
    expect(there.heard).toEqual([]);
  });

  it("that does not exist, has no address or no name server is said to", async () => {
    nameServer.names.set("empty.test", []);
    nameServer.names.set("silent.test", null);
    const client = outbound();
    for (const name of ["missing.test", "empty.test"]) {
      expect(await client.request(post(`http://${name}/`))).toMatchObject({
        failure: "name_not_found",
        message: `The name ${name} does not exist, or has no address.`,
      });
    }
    expect(await client.request(post("http://silent.test/", { deadlineMs: 100 }))).toMatchObject({
      failure: "timeout",
    });
  });

  // Only Linux answers at all of 127.0.0.0/8 without being told to.
  it.skipIf(process.platform !== "linux")(
    "that changes its mind between look-up and connection changes nothing",
    async () => {
      const vetted = await receiver(ok, { host: "127.0.0.2" });
      const trap = await receiver(ok, { host: "127.0.0.1", port: vetted.port });
      let lookUps = 0;
      const rebinding: Resolve = (name) => {
        // The first answer is good; whoever asks again is led elsewhere.
        nameServer.names.set("rebind.test", [lookUps++ === 0 ? "127.0.0.2" : "127.0.0.1"]);
        return resolve(name);
      };
      const client = outbound({ allow: ["127.0.0.2/32"], resolve: rebinding });
      expect(await client.request(post(at(vetted, "rebind.test")))).toMatchObject({ kind: "answer", status: 200 });
      expect(lookUps).toBe(1);
      expect(vetted.heard[0]).toContain(`host: rebind.test:${vetted.port}`);
      // The connection is still open, and is of no use to a name that leads elsewhere now.
      expect(await client.request(post(at(vetted, "rebind.test")))).toMatchObject({ failure: "refused_address" });
      expect(vetted.heard[0]?.match(/POST/g)).toHaveLength(1);
      expect(trap.heard).toEqual([]);
    },
  );
});

describe("a certificate", () => {
  const secure = (cert: string) => receiver(ok, { tls: { key: KEY, cert } });
  const https = ({ port }: Receiver, host: string) => `https://${host}:${port}/`;

  it("that is trusted and good is for the name in the URL, wherever that leads", async () => {
    const there = await secure(CERTIFICATE);
    nameServer.names.set("hooks.test", ["127.0.0.1"]);
    nameServer.names.set("other.test", ["127.0.0.1"]);
    const client = outbound({ authorities: [CERTIFICATE] });
    expect(await client.request(post(https(there, "hooks.test")))).toMatchObject({ kind: "answer", status: 200 });
    expect(await client.request(post(https(there, "other.test")))).toMatchObject({
      failure: "tls",
      message: "The TLS certificate is for another name than other.test.",
    });
  });

  it("that nobody should trust is said to be so, and hears nothing", async () => {
    nameServer.names.set("hooks.test", ["127.0.0.1"]);
    const [expired, unknown, plain] = [
      await secure(EXPIRED_CERTIFICATE),
      await secure(CERTIFICATE),
      await receiver(ok),
    ];
    const client = outbound({ authorities: [EXPIRED_CERTIFICATE] });
    expect(await client.request(post(https(expired, "hooks.test")))).toMatchObject({
      failure: "tls",
      message: "The TLS certificate has expired.",
    });
    expect(await outbound().request(post(https(unknown, "hooks.test")))).toMatchObject({
      failure: "tls",
      message: "The TLS certificate is signed by nobody but itself.",
    });
    expect(await client.request(post(https(plain, "hooks.test")))).toMatchObject({ failure: "tls" });
    expect([...expired.heard, ...unknown.heard].join("")).toBe("");
  });
});
