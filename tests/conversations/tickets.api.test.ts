import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type ReadStream, readStream } from "#tests/support/event-stream.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";
import { tablesWith } from "../players/traces.ts";
import { heard, type Somebody, Talking } from "./scene.ts";

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener", clock, liveTimings: { pollMs: 200, recheckMs: 100 } });
});
afterAll(() => api.close());

async function ticketOf(talking: Talking, by: Somebody | null, body: Record<string, unknown> = {}): Promise<string> {
  const made = await talking.call<{ url: string; expires_at: string }>("POST", "/tickets", {
    key: by?.token ?? null,
    body,
  });
  expect(made.status).toBe(201);
  expect(made.headers.get("cache-control")).toBe("no-store");
  expect(new Date(made.body.expires_at).getTime() - clock.now()).toBeLessThanOrEqual(60_000);
  expect(made.body.url.startsWith(`${api.url}/streams/conversations/ct_`)).toBe(true);
  return made.body.url.slice(api.url.length);
}

/** Follows as a browser does, which sends no key. */
const open = async (path: string): Promise<ReadStream> =>
  readStream(await api.fetch(path, { headers: { origin: "https://game.example", cookie: "session=canary" } }));

test("a ticket opens the stream of its participant once, from where it says", async () => {
  const talking = await Talking.begin(api);
  const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
  await talking.say(ana, "before");
  const path = await ticketOf(talking, bob);
  await talking.say(ana, "meanwhile");
  await talking.say(ana, "whispered", { audience: [ana.id] });
  const stream = await open(path);
  expect([stream.status, stream.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect([stream.headers.get("set-cookie"), stream.headers.get("access-control-allow-credentials")]).toEqual([
    null,
    null,
  ]);
  expect(stream.headers.get("referrer-policy")).toBe("no-referrer");
  await talking.say(ana, "after");
  await stream.until(() => heard(stream).length === 2);
  expect(heard(stream).map(({ text }) => text)).toEqual(["meanwhile", "after"]);
  expectProblem(api, await api.call("GET", path, { key: null }), "not_found");
  await stream.cut();
  const after = Number(stream.frames.find(({ data }) => data?.text === "meanwhile")?.id);
  const again = await open(await ticketOf(talking, bob, { after }));
  await again.until(() => heard(again).length === 1);
  expect(heard(again).map(({ text }) => text)).toEqual(["after"]);
  await again.cut();
  const secret = path.slice("/streams/conversations/".length);
  expect(await tablesWith(api.database.reads, secret)).toEqual([]);
});

test("a ticket of whoever runs the game is for all, or for one participant", async () => {
  const talking = await Talking.begin(api);
  const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
  const [all, one] = [await ticketOf(talking, null), await ticketOf(talking, null, { participant_id: bob.id })];
  const streams = [await open(all), await open(one)];
  await talking.say(ana, "whispered", { audience: [ana.id] });
  await talking.say(ana, "said");
  for (const stream of streams) await stream.until(() => heard(stream).some(({ text }) => text === "said"));
  expect(streams.map((stream) => heard(stream).map(({ text }) => text))).toEqual([["whispered", "said"], ["said"]]);
  for (const stream of streams) await stream.cut();
  const other = await Talking.begin(api, { project: talking.project });
  const foreign = await other.call("POST", "/tickets", { body: { participant_id: bob.id } });
  expectInvalidAt(foreign, ["body", "participant_id"]);
  expectProblem(api, await other.call("POST", "/tickets", { key: ana.token }), "not_found");
});

test("a ticket is good for a minute, and no longer than the token that asked for it", async () => {
  const talking = await Talking.begin(api);
  const player = await talking.player("ana");
  const ana = { ...(await talking.add({ kind: "player", player_id: player.id })), token: player.token };
  const late = await ticketOf(talking, ana);
  clock.ahead = 60_000;
  expectProblem(api, await api.call("GET", late, { key: null }), "not_found");
  clock.ahead = 0;
  const path = await ticketOf(talking, ana);
  const stream = await open(await ticketOf(talking, ana));
  const at = `/v1/projects/${talking.project}/players/${player.id}/tokens`;
  const { body } = await api.call<{ tokens: { id: string }[] }>("GET", at);
  await api.call("POST", `${at}/${body.tokens[0]?.id}/revoke`);
  await stream.ended;
  expect(stream.frames.at(-1)).toMatchObject({ event: "end", data: { reason: "access_lost" } });
  expectProblem(api, await api.call("GET", path, { key: null }), "not_found");
  for (const wrong of ["ct_x", `ct_${"0".repeat(38)}`, "../v1/me"]) {
    expectProblem(api, await api.call("GET", `/streams/conversations/${wrong}`, { key: null }), "not_found");
  }
  expect((await api.call("POST", path, { key: null })).status).toBe(405);
  const asked = await api.fetch(path, { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, "GET, OPTIONS"]);
});
