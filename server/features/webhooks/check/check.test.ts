import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { createOutbound } from "../../../outbound/outbound.ts";
import { newSecret } from "../signature.ts";
import { type BatteryParts, CHECKS, type CheckName, sendBattery } from "./battery.ts";
import { reportOf } from "./report.ts";

const secret = newSecret();
const about = { project_id: "prj_one", webhook_id: "whk_one" };
const client = createOutbound({
  allow: ["127.0.0.0/8"],
  own: { listenerPort: 1, publicUrl: "http://127.0.0.1:1", databaseUrls: [] },
});
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Checks the receiver at an address over real HTTP. */
async function check(url: string, parts: Partial<BatteryParts> = {}) {
  let messages = 0;
  const replies = await sendBattery({
    about,
    secrets: [secret],
    largestBytes: 20_000,
    now: Date.now,
    newMessageId: () => `msg_${++messages}`,
    send: ({ headers, body }, deadlineMs) => client.request({ url, method: "POST", headers, body, deadlineMs }),
    ...parts,
  });
  const report = reportOf(replies);
  const results = Object.fromEntries(report.findings.map(({ check, result }) => [check, result]));
  return { ...report, results, messages };
}

type Message = { headers: IncomingHttpHeaders; body: string; data: { check: CheckName; seq: number } };

/** A receiver that answers what a test wants to a message; what it verifies is told. */
async function receiver(answer: (message: Message, verified: boolean) => number): Promise<string> {
  const webhook = new Webhook(secret);
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    let verified = true;
    try {
      webhook.verify(body, request.headers as Record<string, string>);
    } catch {
      verified = false;
    }
    response.writeHead(answer({ headers: request.headers, body, data: JSON.parse(body).data }, verified)).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const asItShould = (_: Message, verified: boolean) => (verified ? 204 : 401);
const allPassed = Object.fromEntries(CHECKS.map((name) => [name, "passed"]));

test("the receiver that the README shows does all that can be asked of one", async () => {
  const path = fileURLToPath(new URL("../../../../docs/webhook-receiver.mjs", import.meta.url));
  const port = String(new URL(await receiver(asItShould)).port);
  await ends.pop()?.();
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  ends.push(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const told: string[] = [];
  lines.on("line", (line) => told.push(line));
  await once(lines, "line");
  const { grade, results, findings } = await check(`http://127.0.0.1:${port}/`);
  expect(results).toEqual(allPassed);
  expect(grade).toBe("A");
  for (const { sent, expected, came, advice } of findings) {
    expect([sent, expected, came]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
    expect(advice).toBeNull();
  }
  // Of the nine messages three are refused, and one is another's twin.
  while (told.filter((line) => line.startsWith("verified fabula.check")).length < 5) await once(lines, "line");
});

test("what is sent is what the report says, and is marked as a check", async () => {
  const seen: Message[] = [];
  const { messages } = await check(
    await receiver((message, verified) => {
      seen.push(message);
      return asItShould(message, verified);
    }),
  );
  expect(messages).toBe(8);
  expect(seen).toHaveLength(9);
  for (const { body } of seen)
    expect(JSON.parse(body)).toMatchObject({ type: "fabula.check", test: true, data: about });
  const of = (name: CheckName) => seen.filter(({ data }) => data.check === name);
  const age = (name: CheckName) => Date.now() / 1_000 - Number(of(name)[0]?.headers["webhook-timestamp"]);
  expect(age("old_timestamp")).toBeGreaterThan(600);
  expect(age("future_timestamp")).toBeLessThan(-600);
  const [one, other] = of("duplicate");
  expect(one?.headers["webhook-id"]).toBe(other?.headers["webhook-id"]);
  expect(of("reordered_pair").map(({ data }) => data.seq)).toEqual([2, 1]);
  expect(of("large_body")[0]?.body).toHaveLength(20_000);
});

test.each<[string, (message: Message, verified: boolean) => number, string, Partial<Record<CheckName, string>>]>([
  [
    "takes whatever comes",
    () => 200,
    "D",
    { bad_signature: "failed", old_timestamp: "failed", future_timestamp: "failed" },
  ],
  [
    "does not look at the time",
    ({ data }) => (data.check === "bad_signature" ? 401 : 200),
    "C",
    { old_timestamp: "failed", future_timestamp: "failed" },
  ],
  [
    "falls over at a bad signature",
    (_, verified) => (verified ? 200 : 500),
    "B",
    { bad_signature: "warning", old_timestamp: "warning", future_timestamp: "warning" },
  ],
  [
    "refuses what is large",
    ({ body }, ok) => (body.length > 10_000 ? 413 : ok ? 200 : 401),
    "C",
    { large_body: "failed" },
  ],
  [
    "wants order",
    ({ data }, ok) => (data.check === "reordered_pair" && data.seq === 1 ? 409 : ok ? 200 : 401),
    "C",
    { reordered_pair: "failed" },
  ],
])("a receiver that %s is told so", async (_what, answer, grade, expected) => {
  const report = await check(await receiver(answer));
  expect(report.results).toEqual({ ...allPassed, ...expected });
  expect(report.grade).toBe(grade);
  for (const { result, advice } of report.findings) expect(advice === null).toBe(result === "passed");
});

test("a receiver that refuses what it has seen is told that it will see it again", async () => {
  const seen = new Set<unknown>();
  const url = await receiver(({ headers }, verified) => {
    if (!verified) return 401;
    if (seen.has(headers["webhook-id"])) return 409;
    seen.add(headers["webhook-id"]);
    return 200;
  });
  expect(await check(url)).toMatchObject({ grade: "C", results: { ...allPassed, duplicate: "failed" } });
});

test.each([
  [4_000, "A", "passed"],
  [6_000, "B", "warning"],
  [12_000, "C", "failed"],
])("an answer after %i ms is graded %s", async (tookMs, grade, result) => {
  const url = await receiver(asItShould);
  const report = await check(url, {
    send: async ({ headers, body }) => ({ ...(await client.request({ url, method: "POST", headers, body })), tookMs }),
  });
  expect(report).toMatchObject({ grade, results: { slow_acknowledgement: result } });
});

test("a receiver that takes nothing is sent one message only, and told why", async () => {
  for (const url of [await receiver(() => 500), "http://127.0.0.1:2/"]) {
    const report = await check(url);
    expect(report).toMatchObject({
      grade: "F",
      messages: 1,
      results: { signed_message: "failed", large_body: "skipped" },
    });
    expect(report.findings[0]?.came).toMatch(
      /^(It answered 500 after \d+ ms|Nothing listens at this port of 127\.0\.0\.1)\.$/,
    );
  }
});
