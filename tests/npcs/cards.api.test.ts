import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardChunk, pngChunk, pngWith } from "#domain/import/cards/png.fixture.ts";
import { BoundExceeded, type Threads } from "#server/operation/threads.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Json = Record<string, unknown>;

interface Imported {
  readonly outcome: string;
  readonly entity_id: string;
  readonly npc: { readonly id: string; readonly name: string } & Json;
  readonly image_id: string | null;
  readonly same_name: readonly string[];
  readonly facts: readonly { readonly fact_id: string; readonly keys: string[] }[];
  readonly remarks: readonly { readonly code: string }[];
}

interface Exported {
  readonly filename: string;
  readonly content: string;
  readonly withheld: number;
  readonly left_out: number;
}

let at: string;
beforeEach(async () => {
  at = `/v1/projects/${await api.makeProject()}`;
});

/** A card with fields, numbers and spaces as only its own text has them. */
const CARD = `{ "spec" : "chara_card_v2", "spec_version":"2.0",
 "data": {"extensions": {"tool": {"weight": 1.50, "big": 12345678901234567890}}, "x_odd": "\\u00e9",
  "name": "Odo",  "nickname": "O", "description": "{{char}} keeps the gate.", "personality":"dry",
  "first_mes": "Who goes there, {{user}}?", "alternate_greetings": ["Again."],
  "mes_example": "<START>\\n{{user}}: Is it open?\\n{{char}}: At ebb.",
  "character_book": {"entries": [
    {"keys": ["tide", "ebb"], "content": "@@depth 4\\nThe gate opens at ebb.", "enabled": true, "insertion_order": 7},
    {"keys": ["off"], "content": "Not yet.", "enabled": false},
    {"keys": ["lamp"], "content": "The lamp is his mother’s.", "id": 3.0}
  ]}}
}
`;

const send = (body: Json) => api.call<Imported>("POST", `${at}/npcs/import`, { body });

async function imported(body: Json = { card: CARD }): Promise<Imported> {
  const answer = await send(body);
  expect([answer.status < 300 || answer.body]).toEqual([true]);
  return answer.body;
}

async function exported(id: string, query = "format=card_v2"): Promise<Exported> {
  const answer = await api.call<Exported>("GET", `${at}/npcs/${id}/export?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const names = async () => {
  const { body } = await api.call<{ npcs: { name: string }[] }>("GET", `${at}/npcs`);
  return body.npcs.map(({ name }) => name);
};

describe("a character card", () => {
  test("becomes an npc with the facts of its lorebook, and comes out byte for byte", async () => {
    const answer = await send({ card: CARD });
    expect(answer.status).toBe(201);
    const { npc, entity_id: entityId, facts, remarks } = answer.body;
    expect(npc).toMatchObject({
      name: "Odo",
      entity_id: entityId,
      description: "{{char}} keeps the gate.",
      greetings: ["Who goes there, {{user}}?", "Again."],
      sample_lines: ["{{user}}: Is it open?\n{{char}}: At ebb."],
    });
    expect(facts.map(({ keys }) => keys)).toEqual([["tide", "ebb"], ["lamp"]]);
    expect(remarks.map(({ code }) => code)).toContain("card_extensions_kept");
    const entity = await api.call("GET", `${at}/entities/${entityId}`);
    expect(entity.body).toMatchObject({ type: "character", properties: { aliases: ["O"] } });
    const fact = await api.call("GET", `${at}/facts/${facts[0]?.fact_id}`);
    expect(fact.body).toMatchObject({ text: "The gate opens at ebb.", subject_id: entityId, known_by: [entityId] });
    for (const view of ["current", "source"]) {
      expect(await exported(npc.id, `format=card_v2&view=${view}`)).toEqual({
        format: "card_v2",
        filename: "odo.json",
        content: CARD,
        withheld: 0,
        left_out: 0,
      });
    }
    // The picture of a card gives the same card.
    const png = pngWith(cardChunk(CARD)).toString("base64");
    const { npc: second } = await imported({ png });
    expect(second.id).not.toBe(npc.id);
    expect((await exported(second.id)).content).toBe(CARD);
  });

  test("says names where the card has marks for them", async () => {
    const card = CARD.replace('"alternate_greetings": ["Again."]', '"alternate_greetings": []');
    const { npc } = await imported({ card });
    const mara = await api.call<{ id: string }>("POST", `${at}/entities`, {
      body: { external_id: "mara", type: "character", name: "Mara" },
    });
    const say = (body: Json) => api.call<{ text: string }>("POST", `${at}/npcs/${npc.id}/dialogue`, { body });
    expect((await say({ text: "Hello", speaker_id: mara.body.id })).body.text).toBe("Who goes there, Mara?");
    expect((await say({ text: "Hello" })).body.text).not.toContain("{{");
  });

  test("is exported with what changed since, and otherwise as it was; its source stays", async () => {
    const { npc, facts } = await imported();
    const before = (await api.call("GET", at)).headers.get("x-project-seq");
    await api.call("PATCH", `${at}/npcs/${npc.id}`, { body: { personality: "tired", mood: "low" } });
    await api.call("PATCH", `${at}/facts/${facts[0]?.fact_id}`, { body: { text: "The gate stays shut." } });
    await api.call("DELETE", `${at}/facts/${facts[1]?.fact_id}`);
    const { content } = await exported(npc.id);
    const own = '"fabula": {"aliases":[],"role":"","goals":[],"style":"","mood":"low"}';
    const expected = CARD.replace('"personality":"dry"', '"personality":"tired"')
      .replace("The gate opens at ebb.", "The gate stays shut.")
      .replace("67890}}", `67890},${own}}`)
      .replace(/,\s+\{"keys": \["lamp"\].*\}/, "");
    expect(content).toBe(expected);
    expect((await exported(npc.id, "format=card_v2&view=source")).content).toBe(CARD);
    expect((await exported(npc.id, `format=card_v2&at_seq=${before}`)).content).toBe(CARD);
    const third = JSON.parse((await exported(npc.id, "")).content);
    expect(third).toMatchObject({ spec: "chara_card_v3", data: { x_odd: "é", personality: "tired" } });
  });

  test("has secret facts only when they are asked for, in either view", async () => {
    const { npc, facts, entity_id } = await imported();
    await api.call("PATCH", `${at}/facts/${facts[1]?.fact_id}`, { body: { secret: true } });
    const covered = await api.call<{ id: string }>("POST", `${at}/facts`, {
      body: { subject_id: entity_id, text: "He let the smugglers in." },
    });
    await api.call("POST", `${at}/secrets`, { body: { subject_id: covered.body.id } });
    for (const view of ["current", "source"]) {
      const shown = await exported(npc.id, `format=card_v2&view=${view}`);
      expect(shown.content).not.toMatch(/lamp|smugglers/);
      expect(shown.content).toContain("The gate opens at ebb.");
      expect(shown.withheld).toBe(view === "current" ? 2 : 1);
      const whole = await exported(npc.id, `format=card_v2&view=${view}&include_secrets=true`);
      expect(whole.content).toContain("The lamp is his mother’s.");
      expect(whole.content.includes("smugglers")).toBe(view === "current");
    }
    const entry = JSON.parse((await exported(npc.id, "include_secrets=true")).content).data.character_book.entries.at(
      -1,
    );
    expect(entry).toMatchObject({ keys: ["Odo", "O"], content: "He let the smugglers in." });
    // A character that is a secret as a whole has no card without it.
    await api.call("POST", `${at}/secrets`, { body: { subject_id: entity_id } });
    expectProblem(api, await api.call("GET", `${at}/npcs/${npc.id}/export`), "not_found");
  });

  test("names nobody who is a secret, and no other name that is one", async () => {
    const { npc, entity_id } = await imported();
    const hidden = await api.call<{ id: string }>("POST", `${at}/entities`, {
      body: { external_id: "abbot", type: "character", name: "The Abbot" },
    });
    await api.call("POST", `${at}/facts`, {
      body: { subject_id: entity_id, predicate: "serves", object_id: hidden.body.id, text: "He serves the abbot." },
    });
    const about = { subject_id: entity_id, also_about: [hidden.body.id], text: "He and the abbot sealed the ledger." };
    await api.call("POST", `${at}/facts`, { body: about });
    expect((await exported(npc.id)).content).toMatch(/serves the abbot.*sealed the ledger/s);
    await api.call("POST", `${at}/secrets`, { body: { subject_id: hidden.body.id } });
    await api.call("POST", `${at}/secrets`, { body: { subject_id: entity_id, pointer: "/properties/aliases" } });
    const nickname = '"nickname": "O"';
    const current = await exported(npc.id);
    expect(current.content).toBe(CARD.replace(nickname, '"nickname": ""'));
    expect(current.withheld).toBe(2);
    expect((await exported(npc.id, "format=card_v2&view=source")).content).toBe(current.content);
    const whole = await exported(npc.id, "format=card_v2&include_secrets=true");
    expect(whole.content).toMatch(/serves the abbot.*sealed the ledger/s);
    expect(whole.content).toContain(nickname);
  });

  test("has no other name where a secret covers one place in their list: a list is secret as a whole", async () => {
    const { npc, entity_id } = await imported();
    await api.call("POST", `${at}/secrets`, { body: { subject_id: entity_id, pointer: "/properties/aliases/0" } });
    const current = await exported(npc.id);
    expect(current.content).toBe(CARD.replace('"nickname": "O"', '"nickname": ""'));
    expect((await exported(npc.id, "view=source")).content).toMatch(/"nickname": ""/);
  });

  test("never changes another character of the same name unless it is asked to", async () => {
    const first = await imported();
    await api.call("PATCH", `${at}/npcs/${first.npc.id}`, { body: { personality: "kind", greetings: ["Mine."] } });
    const error = await send({ card: CARD, on_conflict: "error" });
    expectProblem(api, error, "name_taken");
    const skipped = await send({ card: CARD, on_conflict: "skip" });
    expect([skipped.status, skipped.body.outcome, skipped.body.npc.id]).toEqual([200, "skipped", first.npc.id]);
    expect(await names()).toEqual(["Odo"]);

    const newer = CARD.replace("The lamp is his mother’s.", "The lamp is broken.");
    const merged = await send({ card: newer, on_conflict: "merge" });
    expect([merged.status, merged.body.outcome]).toEqual([200, "merged"]);
    expect(merged.body.npc).toMatchObject({
      id: first.npc.id,
      personality: "kind",
      greetings: ["Mine.", "Who goes there, {{user}}?", "Again."],
    });
    expect(merged.body.facts[0]).toEqual(first.facts[0]);
    expect(merged.body.facts[1]?.fact_id).not.toBe(first.facts[1]?.fact_id);
    const whole = await exported(first.npc.id);
    const { entries } = JSON.parse(whole.content).data.character_book;
    expect(entries.map(({ content }: { content: string }) => content)).toEqual([
      "@@depth 4\nThe gate opens at ebb.",
      "Not yet.",
      "The lamp is broken.",
      "The lamp is his mother’s.",
    ]);
    // What only the earlier card had is as it was there, with its keys.
    expect(whole.content).toContain('{"keys": ["lamp"], "content": "The lamp is his mother’s.", "id": 3.0}');

    expect((await send({ card: CARD })).body.outcome).toBe("created");
    expect(await names()).toEqual(["Odo", "Odo"]);
    expectProblem(api, await send({ card: CARD, on_conflict: "merge" }), "name_taken");
  });

  test("keeps the keys of all cards that were merged, also of facts that changed", async () => {
    const first = await imported();
    const lore = (name: string) =>
      `{"entries":{"0":{"uid":0,"key":["${name}"],"content":"About ${name}.","order":4,"custom":{"of":"${name}"}}}}`;
    const others = [];
    for (const name of ["fog", "salt"]) {
      others.push(await imported({ card: CARD, lorebook: lore(name), on_conflict: "merge" }));
    }
    const [fog] = others.map(({ facts }) => facts.at(-1));
    await api.call("PATCH", `${at}/facts/${fog?.fact_id}`, { body: { text: "Fog comes at noon." } });
    await imported({ card: CARD, on_conflict: "merge" });
    const entries = async (query?: string) =>
      JSON.parse((await exported(first.npc.id, query)).content).data.character_book.entries.slice(3);
    expect(await entries()).toMatchObject([
      { keys: ["fog"], content: "Fog comes at noon.", insertion_order: 4 },
      { keys: ["salt"], content: "About salt." },
    ]);
    await api.call("PATCH", `${at}/facts/${fog?.fact_id}`, { body: { secret: true } });
    expect(await entries()).toMatchObject([{ keys: ["salt"] }]);
    expect(await entries("format=card_v2&include_secrets=true")).toHaveLength(2);
  });

  test("keeps the picture that carried it as an image, without the card in it", async () => {
    const words = pngChunk("iTXt", "Comment\0\0\0\0\0who drew it");
    const png = pngWith(cardChunk(CARD), words).toString("base64");
    const tried = await send({ png, dry_run: true });
    expect([tried.status, tried.body]).toMatchObject([
      200,
      { dry_run: true, outcome: "created", name: "Odo", npc: null },
    ]);
    expect(tried.body.facts).toHaveLength(2);
    expect(await names()).toEqual([]);

    const { entity_id, image_id } = await imported({ png });
    const images = async () =>
      (await api.call<{ images: { id: string; file: string }[] }>("GET", `${at}/images?entity_id=${entity_id}`)).body
        .images;
    const [image] = await images();
    expect(image?.id).toBe(image_id);
    const file = await api.call<{ url: string }>("GET", `${at}/files/${image?.file}`);
    const opened = await api.fetch(file.body.url.slice(file.body.url.indexOf("/files/")));
    const kept = Buffer.from(await opened.arrayBuffer());
    expect(kept.equals(pngWith())).toBe(true);
    // The same picture is not kept twice.
    const merged = await imported({ png, on_conflict: "merge" });
    expect([merged.image_id, merged.same_name]).toEqual([image_id, [entity_id]]);
    expect(await images()).toHaveLength(1);
  });

  test("gives a voice to a character without one when it is merged", async () => {
    const entity = await api.call<{ id: string }>("POST", `${at}/entities`, {
      body: { external_id: "odo", type: "character", name: "Odo" },
    });
    const skipped = await imported({ card: CARD, on_conflict: "skip" });
    expect(skipped).toMatchObject({ outcome: "skipped", entity_id: entity.body.id, npc: null });
    const merged = await imported({ card: CARD, on_conflict: "merge" });
    expect(merged).toMatchObject({ outcome: "merged", npc: { entity_id: entity.body.id, personality: "dry" } });
  });

  test("takes a lorebook of SillyTavern with it, whose keys come out again", async () => {
    const entries = {
      0: { uid: 0, key: ["flats"], keysecondary: ["fog"], content: "The flats move.", order: 4, disable: false },
      1: { uid: 1, key: ["x"], content: "Off.", disable: true },
    };
    const { npc, facts, remarks } = await imported({ card: CARD, lorebook: { entries }, known_by: "everyone" });
    expect(facts.map(({ keys }) => keys)).toEqual([["tide", "ebb"], ["lamp"], ["flats"]]);
    expect(remarks.map(({ code }) => code).filter((code) => code === "lore_entries_kept")).toHaveLength(2);
    const book = JSON.parse((await exported(npc.id)).content).data.character_book;
    expect(book.entries.at(-1)).toMatchObject({
      keys: ["flats"],
      secondary_keys: ["fog"],
      content: "The flats move.",
      insertion_order: 4,
      selective: true,
    });
    // One that is there already gets a lorebook by its own export.
    const { content } = await exported(npc.id);
    const fog = { entries: { 7: { uid: 7, key: ["fog"], content: "Fog comes at noon." } } };
    const merged = await imported({ card: content, lorebook: fog, on_conflict: "merge" });
    expect(merged.npc.id).toBe(npc.id);
    expect(merged.facts.slice(0, -1)).toEqual(facts);
    expect(merged.facts.at(-1)?.keys).toEqual(["fog"]);
  });

  test("is written whole for an npc that came from none", async () => {
    const entity = await api.call<{ id: string }>("POST", `${at}/entities`, {
      body: { external_id: "mara", type: "character", name: "Mara", properties: { aliases: ["The Reed"] } },
    });
    const body = { entity_id: entity.body.id, role: "ferrywoman", greetings: ["Get in."], goals: [{ text: "Cross." }] };
    const npc = await api.call<{ id: string }>("POST", `${at}/npcs`, { body });
    const { content } = await exported(npc.body.id, "");
    expect(JSON.parse(content)).toMatchObject({ spec: "chara_card_v3", data: { name: "Mara", first_mes: "Get in." } });
    // Another project gets the same character from it.
    at = `/v1/projects/${await api.makeProject()}`;
    const again = await imported({ card: content });
    expect(again.npc).toMatchObject({ name: "Mara", role: "ferrywoman", goals: [{ text: "Cross.", priority: 3 }] });
    expect((await exported(again.npc.id, "")).content).toBe(content);
    const other = await api.call("GET", `${at}/entities/${again.entity_id}`);
    expect(other.body).toMatchObject({ properties: { aliases: ["The Reed"] } });
  });

  test("is written in a thread, and answered as busy where that reaches a limit", async () => {
    const { npc } = await imported();
    const { threads } = api.services;
    const exhausted: Threads = {
      // biome-ignore lint/correctness/useYield: it ends before its first value
      async *values() {
        throw new BoundExceeded({ deadlineMs: 10_000 });
      },
    };
    Object.assign(api.services, { threads: exhausted });
    try {
      for (const view of ["current", "source"]) {
        expectProblem(api, await api.call("GET", `${at}/npcs/${npc.id}/export?view=${view}`), "busy");
      }
    } finally {
      Object.assign(api.services, { threads });
    }
  });

  test("is refused with the reason, and nothing of it is kept", async () => {
    expectInvalidAt(await send({}), ["body", "card"]);
    expectInvalidAt(await send({ card: CARD, png: "AAAA" }), ["body", "png"]);
    const cut = pngWith(cardChunk(CARD)).subarray(0, -3).toString("base64");
    const hostile = await send({ png: cut });
    expectInvalidAt(hostile, ["body", "png"]);
    expect(JSON.stringify(hostile.body)).toContain("The picture ends within a chunk.");
    expectInvalidAt(await send({ card: CARD, lorebook: "{}" }), ["body", "lorebook"]);
    const long = await send({ card: CARD.replace("Again.", "a".repeat(5_001)) });
    expectInvalidAt(long, ["body", "card"]);
    expect(JSON.stringify(long.body)).toContain("greetings of the card");
    const { npc } = await imported();
    await api.call("DELETE", `${at}/npcs/${npc.id}`);
    expectProblem(api, await api.call("GET", `${at}/npcs/${npc.id}/export`), "not_found");
    expect(await names()).toEqual([]);
  });
});
