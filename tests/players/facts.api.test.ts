import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { replayProject } from "#server/record/replay.ts";
import { resources } from "#server/resources.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { knownWorld } from "./known-world.ts";

/** Words that only the player and who was told may read. */
const CANARY = "quebra-mar";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function rowsOf(table: string, projectId: string): Promise<string> {
  const rows = await api.database.reads.execute(
    sql`SELECT to_jsonb(t)::text AS row FROM ${sql.identifier(table)} t WHERE project_id = ${projectId}`,
  );
  expect([table, rows.length > 0]).toEqual([table, true]);
  return JSON.stringify(rows);
}

const replayed = (projectId: string) =>
  api.database.reads.transaction("snapshot", (db) => replayProject(db, projectId, resources));

describe("a fact of a player", () => {
  test("is read by whoever knows it, when they are asked about the player, and by nobody else", async () => {
    const { ask, send, tell, tokenOf, ana, bob, avatar, keeper, smith, guild, nobody, project_id } =
      await knownWorld(api);
    await ask("POST", "/facts", { text: "The lamp hangs in the tower." });
    const text = `Ines is afraid of the lamp, she told ${CANARY}.`;
    const fact = await tell(ana, { text, known_by: [keeper, guild] });
    expect(fact).toMatchObject({
      player_id: ana,
      also_players: [],
      text,
      known_by: [keeper, guild],
      player_knows: true,
    });
    expect(await ask("GET", `/player-facts/${fact.id}`)).toEqual(fact);
    expect((await ask("GET", `/players/${ana}/facts`)).facts).toEqual([fact]);
    expect(await ask("GET", `/players/${bob}/facts`)).toMatchObject({ facts: [], total: 0 });

    const token = await tokenOf(ana);
    const others = await tokenOf(bob);
    const publishable = await api.home.makeKey({
      name: "browser",
      kind: "publishable",
      scopes: ["read"],
      projectIds: [project_id],
    });
    const words = "?q=lamp&token_budget=500";
    const reads = (key: string, path: string) => send("GET", path, undefined, key);
    for (const eyes of ["", `&for=${keeper}`, `&for=${smith}`, `&for=${avatar}`]) {
      const { text: told } = await ask("GET", `/players/${ana}/context${words}${eyes}`);
      expect([eyes, told.includes(text), told.includes("The lamp hangs")]).toEqual([eyes, true, true]);
    }
    const own = await reads(token, `/players/${ana}/context${words}`);
    expect(own).toMatchObject({ status: 200, body: { as: avatar, player_id: ana } });
    expect(own.body.text).toContain(CANARY);
    expect((await reads(token, `/players/${ana}/facts`)).body.facts).toMatchObject([{ text }]);
    expect((await send("POST", "/context", { query: "lamp", token_budget: 500 }, token)).body.text).toContain(CANARY);

    const seen: unknown[] = [
      await ask("GET", `/players/${ana}/context${words}&for=${nobody}`),
      await ask("GET", `/players/${bob}/context${words}&for=${keeper}`),
      await ask("GET", `/players/${bob}/context${words}`),
      await ask("POST", "/context", { query: `lamp ${CANARY}`, token_budget: 500 }),
      await ask("POST", "/context", { query: `lamp`, token_budget: 500, as: keeper }),
      await ask("GET", `/facts?q=${CANARY}`),
      await ask("GET", `/facts?as=${keeper}`),
      await ask("GET", `/events?subject_id=${fact.id}&include=resource`),
    ];
    for (const path of [`/players/${ana}/facts`, `/players/${ana}/context${words}`]) {
      const answer = await reads(others, path);
      expectProblem(api, answer, "not_found");
      expectProblem(api, await reads(publishable, path), "forbidden");
      seen.push(answer.body);
    }
    expectProblem(api, await reads(publishable, `/player-facts/${fact.id}`), "forbidden");
    expectProblem(api, await reads(token, `/player-facts/${fact.id}`), "forbidden");
    seen.push(await ask("POST", "/context", { query: "lamp", token_budget: 500 }, others));
    expect(JSON.stringify(seen).replaceAll(`lamp ${CANARY}`, "")).not.toContain(`told ${CANARY}`);
    for (const table of ["events", "player_fact_versions", "subject_words", "context_receipts"]) {
      expect(await rowsOf(table, project_id)).not.toContain("afraid");
    }
    expect((await replayed(project_id)).differences).toEqual([]);
  });

  test("that the player does not know is for those who do", async () => {
    const { ask, send, tell, tokenOf, ana, keeper } = await knownWorld(api);
    const fact = await tell(ana, {
      text: `Mara plans to betray her to ${CANARY}.`,
      known_by: [keeper],
      player_knows: false,
    });
    const token = await tokenOf(ana);
    const own = await send("GET", `/players/${ana}/context?q=betray`, undefined, token);
    expect(own.body.text).toBe("");
    expect((await send("GET", `/players/${ana}/facts`, undefined, token)).body).toMatchObject({ facts: [], total: 0 });
    expect((await ask("GET", `/players/${ana}/context?q=betray`)).text).toBe("");
    const npc = await ask("GET", `/players/${ana}/context?for=${keeper}`);
    expect(npc.text).toContain(CANARY);
    await ask("PATCH", `/player-facts/${fact.id}`, { player_knows: true });
    const [item] = (await send("GET", `/players/${ana}/context`, undefined, token)).body.sections[0].items;
    const { seq } = await ask("GET", "");
    expect(item).toMatchObject({ id: fact.id, subject_id: ana, reason: "subject", since: item.seq });
    expect(seq === undefined || item.seq > fact.valid_from_seq).toBe(true);
    const before = await ask("GET", `/players/${ana}/context?at_seq=${fact.valid_from_seq}`);
    expect(before).toMatchObject({ text: "", quests: null });
    const hidden = await send("GET", `/players/${ana}/facts?player_knows=false`, undefined, token);
    expectInvalidAt(hidden, ["query", "player_knows"]);
    for (const path of ["context", "facts"]) {
      const past = await send("GET", `/players/${ana}/${path}?at_seq=1`, undefined, token);
      expectInvalidAt(past, ["query", "at_seq"]);
    }
  });

  test("about two players is gone with either of them", async () => {
    const { ask, send, tell, tokenOf, ana, bob, keeper, project_id } = await knownWorld(api);
    const text = `Ana and Bob crossed the flats of ${CANARY}.`;
    const fact = await tell(ana, { text, also_players: ["bob", ana], content_tags: ["spiders"], known_by: [keeper] });
    expect(fact).toMatchObject({ also_players: [bob], content_tags: ["spiders"] });
    const alone = await tell(ana, { text: "Ana has the rope." });
    for (const id of [ana, bob]) {
      const token = await tokenOf(id);
      expect((await send("GET", `/players/${id}/context`, undefined, token)).body.text).toContain(CANARY);
      expect((await send("GET", `/players/${id}/facts`, undefined, token)).body.facts[0]).toMatchObject({ text });
    }
    const asked = await ask("GET", `/players/${bob}/context?for=${keeper}&q=flats`);
    expect(asked.text).toContain(CANARY);
    expect(await ask("POST", `/context/${asked.receipt_id}/replay`)).toMatchObject({ equal: true });

    const receipt = await ask("POST", `/players/${bob}/erasure`);
    expect(receipt.counts).toMatchObject({ player_facts: 1, keys: 1 });
    expect(receipt.counts.context_receipts).toBeGreaterThanOrEqual(2);
    const gone = { erased: true };
    for (const query of ["", `?at_seq=${fact.valid_from_seq}`]) {
      expect(await ask("GET", `/player-facts/${fact.id}${query}`)).toMatchObject({ text: gone, content_tags: gone });
    }
    expect((await ask("GET", `/players/${ana}/facts`)).facts).toMatchObject([{ text: gone }, { text: alone.text }]);
    const { text: left } = await ask("GET", `/players/${ana}/context`);
    expect([left.includes(CANARY), left.includes(alone.text)]).toEqual([false, true]);
    expectProblem(api, await send("GET", `/context/${asked.receipt_id}`), "erased");
    expectProblem(api, await send("POST", `/context/${asked.receipt_id}/replay`), "erased");
    expectProblem(api, await send("GET", `/players/${bob}/context`), "player_erased");
    expectProblem(api, await send("PATCH", `/player-facts/${fact.id}`, { text: "x" }), "player_erased");
    expectProblem(
      api,
      await send("POST", `/players/${ana}/facts`, { text: "x", also_players: [bob] }),
      "player_erased",
    );
    expectProblem(api, await send("POST", `/players/${bob}/facts`, { text: "x" }), "player_erased");
    expect((await replayed(project_id)).differences).toEqual([]);
  });

  test("names what is there, and what is missing", async () => {
    const { send, ask, tell, ana, keeper } = await knownWorld(api);
    const none = newId("ent");
    const refused = await send("POST", `/players/${ana}/facts`, { text: "x", known_by: [keeper, none] });
    expectInvalidAt(refused, ["body", "known_by", 1]);
    expectInvalidAt(await send("POST", `/players/${ana}/facts`, { text: "x", also_players: ["nobody"] }), [
      "body",
      "also_players",
      0,
    ]);
    expectProblem(api, await send("POST", `/players/${newId("ply")}/facts`, { text: "x" }), "not_found");
    expectProblem(api, await send("GET", `/players/${newId("ply")}/context`), "not_found");
    expectInvalidAt(await send("GET", `/players/${ana}/context?for=${none}`), ["query", "for"]);
    expectInvalidAt(await send("GET", `/players/${ana}/context?dialogue=played`), ["query", "dialogue"]);
    const fact = await tell(ana, { text: "Ana has the rope." });
    await ask("DELETE", `/player-facts/${fact.id}`);
    expect((await ask("GET", `/players/${ana}/context`)).text).toBe("");
    await ask("POST", `/player-facts/${fact.id}/restore`);
    expect((await ask("GET", `/players/${ana}/context`)).text).toContain("rope");
  });
});
