import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { tablesWith } from "../players/traces.ts";
import { Talking } from "./scene.ts";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fabula-erasures-"));
  api = await startTestApi({
    mount: "listener",
    liveTimings: { pollMs: 200 },
    environment: { FABULA_ERASURES: join(folder, "erasures.ndjson"), FABULA_DATA_DIR: folder },
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an export has what a player said and heard of themselves, an erasure takes it, and no whisper of others is in either", async () => {
  const talking = await Talking.begin(api, { mode: "led" });
  const ana = await talking.player("ana-4711");
  const who = { ...(await talking.add({ kind: "player", player_id: ana.id, name: "Quebra-Mar" })), token: ana.token };
  const [bob, cy] = [await talking.join("Bob"), await talking.join("Cy")];
  const gm = await talking.add({ kind: "gm" });
  const turn = (id: string | null) => talking.call("POST", "/turn", { body: { participant_id: id } });
  await turn(who.id);
  await talking.say(who, "canary of her own", { client_id: "canary-client" });
  await turn(bob.id);
  await talking.say(bob, "canary whispered to her", { listeners: [who.id], audience: [who.id] });
  await talking.say(bob, "canary about quebra-mar, behind her back", { audience: [cy.id] });
  await talking.say(bob, "Nothing about anybody.");
  await talking.say(gm, "A Quebra-Marinha is somebody else.");
  await turn(who.id);

  const players = `/v1/projects/${talking.project}/players`;
  await api.call("POST", `${players}/${ana.id}/export`);
  const { body } = await eventually(
    () => api.call<{ status: string; file: { url: string } }>("GET", `${players}/${ana.id}/export`),
    (answer) => answer.body.status !== "running",
  );
  const archive = await api.fetch(body.file.url.replace(api.url, ""));
  const opened = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  const linesOf = (name: string) =>
    strFromU8(opened[`${name}.jsonl`] as Uint8Array)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  expect(linesOf("conversations")).toMatchObject([{ conversation_id: talking.id, name: "Quebra-Mar" }]);
  expect(linesOf("conversation_messages")).toMatchObject([
    { text: "canary of her own", client_id: "canary-client" },
    { text: "canary whispered to her" },
  ]);

  const stream = await talking.follow(bob);
  const erased = await api.call<{ counts: object }>("POST", `${players}/${ana.id}/erasure`);
  expect(erased.body.counts).toMatchObject({ conversation_messages: 3, conversation_participants: 1 });
  const left = await stream.first(({ event }) => event === "participant");
  expect(left.data.participant).toMatchObject({ id: who.id, name: { erased: true }, state: "left", player_id: null });
  await stream.cut();
  expect((await talking.call("GET", "")).body).toMatchObject({ turn: null });
  expect((await talking.messages()).map(({ text }) => text)).toEqual([
    ...[{ erased: true }, { erased: true }, { erased: true }],
    ...["Nothing about anybody.", "A Quebra-Marinha is somebody else."],
  ]);
  for (const words of ["canary", "quebra-mar,", "ana-4711"])
    expect(await tablesWith(api.database.reads, words)).toEqual([]);
  await turn(bob.id);
  await talking.say(bob, "Where is she?");
  expect((await talking.call("GET", "/messages", { key: ana.token })).status).toBe(401);
});
