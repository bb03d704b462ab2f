import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { knownWorld } from "./known-world.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const PLAYERS = ["ana", "bob"] as const;
const KNOWERS = ["avatar", "keeper", "guild"] as const;
type PlayerName = (typeof PLAYERS)[number];
type Knower = (typeof KNOWERS)[number];

/** Fact of one player or of both. */
interface Told {
  readonly of: readonly PlayerName[];
  readonly knownBy: readonly Knower[];
  readonly playerKnows: boolean;
  readonly isMarked: boolean;
}

const told: fc.Arbitrary<Told> = fc.record({
  of: fc.constantFrom<PlayerName[]>(["ana"], ["bob"], ["ana", "bob"], ["bob", "ana"]),
  knownBy: fc.subarray([...KNOWERS]),
  playerKnows: fc.boolean(),
  isMarked: fc.boolean(),
});

/** Readers, with what they look at and the facts of it that they read: Ana plays the avatar and wants no spiders. */
const LOOKS: readonly [who: string, player: PlayerName, reads: (fact: Told) => boolean][] = [
  ["list with a secret key", "ana", () => true],
  ["list with a secret key", "bob", () => true],
  ["list with a token", "ana", ({ playerKnows }) => playerKnows],
  ["list with a token", "bob", ({ playerKnows }) => playerKnows],
  ["context of its own", "ana", ({ playerKnows, isMarked }) => playerKnows && !isMarked],
  ["context of its own", "bob", ({ playerKnows }) => playerKnows],
  ["context with a token", "ana", ({ playerKnows, isMarked }) => playerKnows && !isMarked],
  ["context with a token", "bob", ({ playerKnows }) => playerKnows],
  ["any context with a token", "ana", ({ playerKnows, isMarked }) => playerKnows && !isMarked],
  ["any context with a token", "bob", ({ playerKnows }) => playerKnows],
  ["context for avatar", "ana", ({ playerKnows, isMarked }) => playerKnows && !isMarked],
  ["context for avatar", "bob", ({ knownBy }) => knownBy.includes("avatar")],
  ["context for keeper", "ana", ({ knownBy, isMarked }) => knownBy.includes("keeper") && !isMarked],
  ["context for keeper", "bob", ({ knownBy }) => knownBy.includes("keeper")],
  ["context for smith", "ana", ({ knownBy, isMarked }) => knownBy.includes("guild") && !isMarked],
  ["context for smith", "bob", ({ knownBy }) => knownBy.includes("guild")],
  ["context for nobody", "ana", () => false],
  ["context for nobody", "bob", () => false],
  ["context as keeper", "ana", () => false],
  ["context of authors", "ana", () => false],
  ["context of everyone", "ana", () => false],
];

test("facts of players are read by those of the table, by nobody else, and by nobody once one of their players was erased", async () => {
  const { ask, tell, tokenOf, ana, bob, avatar, keeper, smith, guild, nobody } = await knownWorld(api);
  await ask("PATCH", `/players/${ana}`, { preferences: { content_limits: { lines: ["spiders"] } } });
  const ids = { ana, bob };
  const tokens = { ana: await tokenOf(ana), bob: await tokenOf(bob) };
  const entities = { avatar, keeper, guild };
  const eyes: Record<string, string> = { ...entities, smith, nobody };
  const size = "token_budget=20000";
  const asked = { query: "word", token_budget: 20_000 };
  const look = async (who: string, player: PlayerName): Promise<string> => {
    const path = `/players/${ids[player]}`;
    const key = who.includes("token") ? tokens[player] : undefined;
    if (who.startsWith("list"))
      return JSON.stringify((await ask("GET", `${path}/facts?limit=500`, undefined, key)).facts);
    if (who.startsWith("any context")) return (await ask("POST", "/context", asked, key)).text;
    if (who === "context as keeper") return (await ask("POST", "/context", { ...asked, as: keeper })).text;
    if (who === "context of authors") return (await ask("POST", "/context", asked)).text;
    if (who === "context of everyone") return JSON.stringify((await ask("GET", "/facts?as=everyone")).facts);
    const [, name] = who.split(" for ");
    const of = name === undefined ? "" : `&for=${eyes[name]}`;
    return (await ask("GET", `${path}/context?${size}${of}`, undefined, key)).text;
  };
  let number = 0;
  const seen = async (facts: readonly (Told & { word: string })[]) => {
    for (const [who, player, reads] of LOOKS) {
      const text = await look(who, player);
      const expected = facts.map((fact) => fact.of.includes(player) && reads(fact));
      expect([who, player, facts.map(({ word }) => text.includes(word))]).toEqual([who, player, expected]);
    }
  };
  const all: (Told & { word: string })[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 4, maxLength: 8 }), async (facts) => {
      const made: (Told & { word: string; id: string })[] = [];
      for (const fact of facts) {
        const [first, ...others] = fact.of.map((name) => ids[name]);
        const word = `word-${number++}-of-them`;
        const { id } = await tell(first as string, {
          text: `It is the ${word}.`,
          also_players: others,
          known_by: fact.knownBy.map((name) => entities[name]),
          player_knows: fact.playerKnows,
          content_tags: fact.isMarked ? ["Spider"] : [],
        });
        made.push({ ...fact, word, id });
      }
      all.push(...made);
      await seen(all);
      const [gone] = made;
      if (gone === undefined) return;
      await ask("DELETE", `/player-facts/${gone.id}`);
      all.splice(all.indexOf(gone), 1);
      const before = await look("list with a secret key", gone.of[0] as PlayerName);
      expect(before).not.toContain(gone.word);
    }),
    { numRuns: rounds({ gate: 2, full: 25 }), seed: TEST_SEED, endOnFailure: true },
  );
  await ask("POST", `/players/${bob}/erasure`);
  const left = all.filter(({ of }) => !of.includes("bob"));
  const lost = all.filter(({ of }) => of.includes("bob"));
  expect(lost.length).toBeGreaterThan(0);
  for (const [who, player, reads] of LOOKS) {
    if (player === "bob") continue;
    const text = await look(who, player);
    expect([who, left.map(({ word }) => text.includes(word))]).toEqual([who, left.map(reads)]);
    expect([who, lost.filter(({ word }) => text.includes(word))]).toEqual([who, []]);
  }
});

test("the context of an older story has nothing for a token that is secret by now, and all of it for whoever runs the game", async () => {
  const { ask, tokenOf, ana, avatar, keeper } = await knownWorld(api);
  const fact = async (word: string, known_by: unknown = [avatar]) =>
    (await ask("POST", "/facts", { text: `The lamp is ${word}.`, known_by })).id as string;
  await fact("word-open");
  const [covered, untold] = [await fact("word-covered"), await fact("word-untold")];
  const { id: graph } = await ask("POST", "/game-narrative/dialogues", { name: "At the gate" });
  const { id: node } = await ask("POST", `/game-narrative/dialogues/${graph}/nodes`, { text: "Halt." });
  await ask("PATCH", `/game-narrative/dialogues/${graph}`, { start_node_id: node });
  const { id: run } = await ask("POST", `/game-narrative/dialogues/${graph}/runs`, { player_id: ana });
  const token = await tokenOf(ana);
  const words = async (key?: string): Promise<string[][]> => {
    const question = { query: "lamp", token_budget: 20_000, least: 0, run, ...(key === undefined && { as: avatar }) };
    const { text: asked } = await ask("POST", "/context", question, key);
    const path = `/players/${ana}/context?q=lamp&least=0&token_budget=20000&run=${run}`;
    const { text: own } = await ask("GET", path, undefined, key);
    return [asked, own].map((text: string) => [...new Set(text.match(/word-\w+/g))].sort());
  };
  const all = ["word-covered", "word-open", "word-untold"];
  expect(await words(token)).toEqual([all, all]);
  await ask("POST", "/secrets", { subject_id: covered, known_by: [keeper] });
  await ask("PATCH", `/facts/${untold}`, { known_by: [keeper] });
  expect(await words(token)).toEqual([["word-open"], ["word-open"]]);
  expect(await words()).toEqual([all, all]);
});
