import { afterAll, beforeAll, expect, test } from "vitest";
import { readLorebook } from "#domain/import/cards/lorebook.ts";
import { IS_FULL } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalid } from "../contract/expectations.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener" });
});
afterAll(() => api.close());

async function world() {
  const at = `/v1/projects/${await api.makeProject()}`;
  const make = async (path: string, body: object) => {
    const answer = await api.call<Loose>("POST", `${at}${path}`, { body });
    expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
    return answer.body;
  };
  const get = async (path: string) => (await api.call<Loose>("GET", `${at}${path}`)).body;
  const head = async (): Promise<number> => (await get("")).last_seq;
  return { at, make, get, head };
}

const itemOf = (bible: Loose, section: string, title: string) =>
  bible.sections.find(({ key }: Loose) => key === section).items.find((item: Loose) => item.title === title);
const textsOf = (item: Loose) => item?.lines.map(({ text }: Loose) => text);

test("a bible has each part of the record in its section, with its source, its sequence and what it superseded", async () => {
  const { make, get } = await world();
  const gate = await make("/entities", { type: "location", name: "The salt gate", external_id: "gate" });
  const odo = await make("/entities", {
    type: "character",
    name: "Odo",
    external_id: "odo",
    parent_id: gate.id,
    properties: { description: "Keeper of the gate", aliases: ["Old Odo"], trueName: "Odoacer", friend: gate.id },
  });
  await make("/entities", { type: "guild", name: "The rakers", external_id: "rakers" });
  await make("/entities", { type: "event", name: "The flood", external_id: "flood", properties: { year: 12 } });
  await make("/entities", { type: "lamp oil", name: "Whale oil", external_id: "oil" });
  const link = await make("/relationships", { type: "keeps_watch_at", source_id: odo.id, target_id: gate.id });
  await make("/facts", { text: "The tide turns twice a day" });
  const fact = await make("/facts", { subject_id: odo.id, text: "Odo fears the tide." });
  const superseded = await make(`/facts/${fact.id}/supersede`, {
    reason: "He crossed.",
    by: { subject_id: odo.id, text: "Odo fears nothing." },
  });
  const owed = await make("/facts", { subject_id: odo.id, predicate: "owes", text: "Odo owes the rakers a lamp." });
  const npc = await make("/npcs", { entity_id: odo.id, role: "keeper", style: "Short sentences." });
  const graph = await make("/game-narrative/dialogues", { name: "At the gate" });
  const node = await make(`/game-narrative/dialogues/${graph.id}/nodes`, { text: "You again.", speaker_id: odo.id });
  const quest = await make("/game-narrative/quests", { name: "The lamp", summary: "Bring oil.", giver_id: odo.id });

  const seed = await make("/seeds", { promise: "The lamp will be lit once more.", notes: "By Odo" });
  const paid = await make("/seeds", { promise: "Somebody paid." });
  await make(`/seeds/${paid.id}/harvest`, {});
  const rule = await make("/canon/rules", { name: "One owner", kind: "one_holder", reason: "A lamp has one owner" });

  const bible = await get("/story-bible");
  expect(bible.sections.map(({ title }: Loose) => title)).toEqual([
    ...["Characters", "Places", "Factions", "Items", "Timeline", "Rules of the world", "Relationships", "Glossary"],
    ...["Open threads", "Style"],
  ]);
  expect(textsOf(itemOf(bible, "characters", "Odo"))).toEqual([
    "Keeper of the gate.",
    "Also called Old Odo.",
    "Friend: The salt gate.",
    "True name: Odoacer.",
    "In The salt gate.",
    "Keeper.",
    "Odo fears nothing.",
    "Odo owes the rakers a lamp.",
    "Speaks 1 line in At the gate, the earliest: “You again.”",
  ]);
  const lines = itemOf(bible, "characters", "Odo").lines;
  expect(lines[3].source).toMatchObject({ kind: "field", subject_id: odo.id, pointer: "/properties/trueName" });
  expect(lines[5].source).toMatchObject({ kind: "field", subject_type: "npc", subject_id: npc.id, pointer: "/role" });
  expect(lines[6]).toMatchObject({
    source: { kind: "fact" },
    supersedes: [{ fact_id: fact.id, text: "Odo fears the tide." }],
  });
  expect(lines[6].fact_ids).toEqual([superseded.by.id]);
  expect(lines.at(-1).source).toMatchObject({ kind: "card", node_id: node.id });
  expect(textsOf(itemOf(bible, "places", "The salt gate"))).toEqual([]);
  expect(itemOf(bible, "factions", "The rakers")).toBeDefined();
  expect(textsOf(itemOf(bible, "timeline", "The flood"))).toEqual(["Year: 12."]);
  expect(textsOf(itemOf(bible, "timeline", "What changed"))).toEqual(["Odo fears nothing."]);
  expect(textsOf(itemOf(bible, "rules", "The world"))).toEqual(["The tide turns twice a day."]);
  expect(itemOf(bible, "rules", "One owner").lines).toMatchObject([
    { text: "A lamp has one owner.", source: { subject_type: "canon_rule", subject_id: rule.id, pointer: "/reason" } },
  ]);
  expect(itemOf(bible, "relationships", "Odo").lines).toMatchObject([
    { text: "Odo keeps watch at The salt gate.", source: { subject_id: link.id } },
  ]);
  expect(textsOf(itemOf(bible, "glossary", "Old Odo"))).toEqual(["Old Odo is Odo."]);
  expect(itemOf(bible, "glossary", "Whale oil")).toBeDefined();
  expect(textsOf(itemOf(bible, "threads", "The lamp"))).toEqual(["Bring oil.", "Odo gives it."]);
  expect(itemOf(bible, "threads", "The lamp").subject_id).toBe(quest.id);
  expect(itemOf(bible, "threads", "Promises, debts and plans").lines[0].fact_ids).toEqual([owed.id]);
  expect(itemOf(bible, "threads", "Set-ups to pay off").lines).toMatchObject([
    { text: "The lamp will be lit once more. By Odo.", source: { subject_type: "seed", subject_id: seed.id } },
  ]);
  expect(itemOf(await get("/story-bible?as=everyone"), "threads", "Set-ups to pay off")).toBeUndefined();
  expect(textsOf(itemOf(bible, "style", "How Odo speaks"))).toEqual(["Short sentences."]);
});

test("a bible of an earlier moment, or through somebody’s eyes, has nothing that is later or withheld", async () => {
  const { at, make, get, head } = await world();
  const odo = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  const ines = await make("/entities", { type: "character", name: "Ines", external_id: "ines" });
  const early = await head();
  const hidden = await make("/entities", { type: "location", name: "The cellar", external_id: "cellar" });
  await make("/secrets", { subject_id: hidden.id, known_by: [odo.id] });
  await make("/facts", { subject_id: odo.id, text: "Odo has a key.", known_by: [odo.id], secret: true });
  await make("/relationships", { type: "sleeps_in", source_id: odo.id, target_id: hidden.id });
  await make("/facts", { subject_id: ines.id, text: "Ines waits." });
  await make("/npcs", { entity_id: odo.id, personality: "Sly." });

  const all = JSON.stringify(await get("/story-bible"));
  for (const words of ["cellar", "has a key", "Ines waits", "Sly"]) expect(all).toContain(words);
  const before = JSON.stringify(await get(`/story-bible?at_seq=${early}`));
  for (const words of ["cellar", "has a key", "Ines waits", "Sly"]) expect(before).not.toContain(words);
  expect(before).toContain("Odo");
  const seen = JSON.stringify(await get(`/story-bible?as=${ines.id}`));
  expect(seen).toContain("Ines waits");
  for (const words of ["cellar", "has a key", hidden.id, "Sly"]) expect(seen).not.toContain(words);
  const known = JSON.stringify(await get(`/story-bible?as=${odo.id}`));
  for (const words of ["cellar", "has a key"]) expect(known).toContain(words);

  const secret = itemOf(JSON.parse(all), "characters", "Odo").lines.find(({ text }: Loose) => /key/.test(text));
  expect(secret.secret).toBe(true);
  const first = await api.call<Loose>("GET", `${at}/story-bible?at_seq=${early}`);
  const again = await api.call<Loose>("GET", `${at}/story-bible?at_seq=${early}`);
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await api.call("GET", `${at}/story-bible?at_seq=${early}`, { headers })).status).toBe(304);
  expectInvalid(await api.call("GET", `${at}/story-bible?as=ent_01k9hq3tx8v2m5rbz4nd7wcfje`));
});

test("authors write other words, pin and leave out; it is recorded, and readers see it only where it is for them", async () => {
  const { at, make, get, head } = await world();
  const odo = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  await make("/entities", { type: "character", name: "Ada", external_id: "ada" });
  const fact = await make("/facts", { subject_id: odo.id, text: "Odo limps." });
  const other = await make("/facts", { subject_id: odo.id, text: "Odo sings." });
  const before = await head();
  const key = `fact:${fact.id}`;
  const entry = await make("/story-bible/entries", { key, text: "He limps since the flood.", replaces: "Odo limps." });
  await make("/story-bible/entries", { key: `entity:${odo.id}`, pin: 1 });
  await make("/story-bible/entries", { key: `fact:${other.id}`, hidden: true });
  await make("/story-bible/entries", { key: "section:style", text: "The sea is never blue." });

  const bible = await get("/story-bible");
  const [characters] = bible.sections;
  expect(characters.items.map(({ title }: Loose) => title)).toEqual(["Odo", "Ada"]);
  expect([characters.hidden, characters.left_out]).toMatchObject([
    1,
    [{ key: `fact:${other.id}`, item_title: "Odo", text: "Odo sings." }],
  ]);
  expect(characters.items[0].lines).toMatchObject([
    {
      text: "He limps since the flood.",
      override: { entry_id: entry.id, source_text: "Odo limps.", outdated: false },
    },
  ]);
  expect(bible.sections.at(-1).note).toMatchObject({ text: "The sea is never blue." });
  const seen = await get("/story-bible?as=everyone");
  expect(textsOf(itemOf(seen, "characters", "Odo"))).toEqual(["Odo limps."]);
  expect([seen.sections.at(-1).note, seen.sections[0].left_out]).toEqual([null, []]);
  await api.call("PATCH", `${at}/story-bible/entries/${entry.id}`, { body: { shown_to: "everyone" } });
  await api.call("PATCH", `${at}/facts/${fact.id}`, { body: { text: "Odo walks." } });
  expect(textsOf(itemOf(await get("/story-bible?as=everyone"), "characters", "Odo"))).toEqual([
    "He limps since the flood.",
  ]);
  expect(itemOf(await get("/story-bible"), "characters", "Odo").lines[0].override.outdated).toBe(true);
  expectInvalid(await api.call("POST", `${at}/story-bible/entries`, { body: { key, hidden: true } }));

  const diff = await get(`/story-bible/diff?from_seq=${before}`);
  expect(diff.changes.map(({ change, text }: Loose) => [change, text])).toEqual([
    ["changed", "Odo: was “Odo limps.”, is now “He limps since the flood.”"],
    ["removed", "Odo: gone: “Odo sings.”"],
    ["added", "Style: new: “The sea is never blue.”"],
  ]);
  expect(diff.markdown).toContain("## Characters\n\n- Odo: was “Odo limps.”, is now “He limps since the flood.”\n");
  const past = await get(`/story-bible?at_seq=${before}`);
  expect(textsOf(itemOf(past, "characters", "Odo"))).toEqual(["Odo limps.", "Odo sings."]);
  expectInvalid(await api.call("GET", `${at}/story-bible/diff?from_seq=5&to_seq=4`));
});

test("what a fact took the place of by way of others is named, though these are deleted", async () => {
  const { at, make, get } = await world();
  const odo = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  const first = await make("/facts", { subject_id: odo.id, text: "Odo fears the tide." });
  const { last_seq: before } = await get("");
  const supersede = async (id: string, text: string) =>
    (await make(`/facts/${id}/supersede`, { reason: "He learnt.", by: { subject_id: odo.id, text } })).by;
  const between = await supersede(first.id, "Odo fears the moon.");
  await supersede(between.id, "Odo fears nothing.");
  const changes = async () =>
    (await get(`/story-bible/diff?from_seq=${before}`)).changes
      .filter(({ section }: Loose) => section === "characters")
      .map(({ text }: Loose) => text);
  const one = ["Odo: was “Odo fears the tide.”, is now “Odo fears nothing.”"];
  expect(await changes()).toEqual(one);
  await api.call("DELETE", `${at}/facts/${between.id}`);
  expect(await changes()).toEqual(one);
  for (const as of ["", "?as=everyone"]) {
    const { lines } = itemOf(await get(`/story-bible${as}`), "characters", "Odo");
    expect(lines).toMatchObject([{ text: "Odo fears nothing.", supersedes: [{ text: "Odo fears the tide." }] }]);
  }
});

test("a bible is exported as Markdown with its sources, and as a lorebook that reads back", async () => {
  const { at, make, get } = await world();
  const odo = await make("/entities", {
    type: "character",
    name: "Odo *the* keeper",
    external_id: "odo",
    properties: { aliases: ["Old Odo"] },
  });
  const fact = await make("/facts", { subject_id: odo.id, text: "Odo fears\n# the tide", secret: true, known_by: [] });
  await make("/facts", { text: "Salt is money." });
  const { content } = await get("/story-bible/export?format=md");
  expect(content).toContain("### Odo \\*the\\* keeper *(character)*\n");
  expect(content).toContain(`- Odo fears  \n  \\# the tide. *(secret)* <!-- ${fact.id} ${fact.valid_from_seq} -->\n`);
  expect(content).toContain("## Factions\n\n*Nothing is recorded.*\n");
  const file = await api.call<Loose>("GET", `${at}/story-bible/export?format=lorebook`);
  const book = readLorebook(file.body.content);
  expect(book.entries).toMatchObject([
    { name: "Odo *the* keeper", keys: ["Odo *the* keeper", "Old Odo"], constant: false },
    { name: "The world", keys: [], constant: true, text: "Salt is money." },
  ]);
  const everyone = await get("/story-bible/export?format=md&as=everyone");
  expect(everyone.content).not.toContain("tide");
});

test.runIf(IS_FULL)(
  "a bible of more than 8 MiB of a kind has the oldest, and says that it is not complete",
  async () => {
    const { make, get } = await world();
    const long = "x".repeat(60_000);
    for (let from = 0; from < 150; from += 15) {
      const entities = Array.from({ length: 15 }, (_, at) => ({
        ...{ op: "create", type: "item", name: `Thing ${from + at}`, external_id: `thing-${from + at}` },
        properties: { notes: long },
      }));
      await make("/entities/batch", { entities });
    }
    const bible = await get("/story-bible");
    const items = bible.sections.find(({ key }: Loose) => key === "items").items;
    expect([bible.complete, items.length > 100, items.length < 150]).toEqual([false, true, true]);
    expect(items.some(({ title }: Loose) => title === "Thing 0")).toBe(true);
    expect(items.some(({ title }: Loose) => title === "Thing 149")).toBe(false);
  },
);

test("a large bible is the same however it comes, and has everything in its order", async () => {
  const { at, make } = await world();
  const odo = await make("/entities", { type: "character", name: "Ödo", external_id: "odo" });
  const words = "what he saw at the gate, ".repeat(12);
  const facts = Array.from({ length: 900 }, (_, n) => ({ subject_id: odo.id, text: `${n}: ${words}“雪”.` }));
  await make("/facts/batch", { facts });
  const sent = async (query: string, encoding: string) => {
    const headers = { authorization: `Bearer ${api.home.key}`, "accept-encoding": encoding };
    const answer = await fetch(`${api.url}${at}/story-bible${query}`, { headers });
    return {
      encoding: answer.headers.get("content-encoding"),
      vary: answer.headers.get("vary"),
      text: await answer.text(),
    };
  };
  for (const query of ["", "?as=everyone"]) {
    const plain = await sent(query, "identity");
    expect(plain).toMatchObject({ encoding: null, vary: "accept-encoding" });
    for (const encoding of ["gzip", "br"]) {
      expect(await sent(query, encoding)).toEqual({ ...plain, encoding });
    }
    const { lines } = itemOf(JSON.parse(plain.text), "characters", "Ödo");
    expect(lines.map(({ text }: Loose) => Number.parseInt(text, 10))).toEqual(facts.map((_, n) => n));
  }
  const whole = await api.call<Loose>("GET", `${at}/story-bible`, { headers: { "accept-encoding": "gzip;q=0" } });
  expect(itemOf(whole.body, "characters", "Ödo").lines).toHaveLength(900);
  // What is begun and not sent is ended, or the third of its kind would wait for ever.
  for (const extra of [
    { method: "HEAD" },
    { method: "HEAD" },
    { headers: { "if-none-match": "*" } },
    { method: "HEAD" },
  ]) {
    const headers = { authorization: `Bearer ${api.home.key}`, ...extra.headers };
    const { status } = await fetch(`${api.url}${at}/story-bible?as=everyone`, { ...extra, headers });
    expect([200, 304]).toContain(status);
  }
  expect((await api.call("GET", `${at}/story-bible?as=everyone`)).status).toBe(200);
});
