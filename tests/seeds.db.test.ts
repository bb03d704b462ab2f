import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

type Body = Record<string, unknown> & { id: string };
interface Overdue {
  readonly overdue: readonly { readonly seed: Body; readonly reason: string }[];
  readonly total: number;
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A project with a character, a dialogue of one card that has no words yet, and a quest. */
async function story() {
  const project = await api.makeProject();
  const at = `/v1/projects/${project}`;
  const make = async (path: string, body: object) => {
    const made = await api.call<Body>("POST", `${at}${path}`, { body });
    expect([path, made.status]).toEqual([path, 201]);
    return made.body.id;
  };
  const keeper = await make("/entities", { type: "character", name: "Bor", external_id: "bor" });
  const dialogue = await make("/game-narrative/dialogues", { name: "On the mole" });
  const card = await make(`/game-narrative/dialogues/${dialogue}/nodes`, { text: "" });
  const quest = await make("/game-narrative/quests", { name: "Light the lamp" });
  const headSeq = async () => Number((await api.call("GET", `${at}/seeds`)).headers.get("x-project-seq"));
  return { at, list: `${at}/seeds`, keeper, dialogue, card, quest, make, headSeq };
}

test("a promise is planted, recalled, kept and opened again, each step an event", async () => {
  const { at, list, keeper, card } = await story();
  const body = {
    promise: "The lamp on the mole will be lit once more.",
    entity_ids: [{ external_id: "bor" }],
    planted: [{ kind: "node", node_id: card }],
  };
  const made = await api.call<Body>("POST", list, { body });
  expect([made.status, made.body]).toMatchObject([
    201,
    { ...body, entity_ids: [keeper], state: "planted", strength: 3, due: null, payoff: null },
  ]);
  const one = `${list}/${made.body.id}`;
  const payoff = { kind: "node", node_id: card };
  for (const [step, sent, state, allowed] of [
    ["grow", undefined, "growing", null],
    ["ripen", undefined, "ready", null],
    ["grow", undefined, null, ["planted"]],
    ["harvest", { payoff }, "harvested", null],
    ["harvest", undefined, "harvested", null],
    ["wither", undefined, null, ["planted", "growing", "ready"]],
    ["replant", undefined, "planted", null],
    ["wither", undefined, "withered", null],
    ["harvest", undefined, null, ["planted", "growing", "ready"]],
  ] as const) {
    const answer = await api.call<Body>("POST", `${one}/${step}`, sent === undefined ? {} : { body: sent });
    expect([step, answer.status, answer.body]).toMatchObject(
      state === null ? [step, 409, { detail: { allowed } }] : [step, 200, { state }],
    );
    if (state === "harvested")
      expect(answer.body).toMatchObject({ payoff, harvested_by: expect.stringMatching(/^key:/) });
  }
  const { body: events } = await api.call<{ events: { kind: string }[] }>("GET", `${at}/events`, {
    query: { subject_id: made.body.id },
  });
  expect(events.events.map(({ kind }) => kind)).toEqual(
    ["created", "grown", "ripened", "harvested", "replanted", "withered"].map((verb) => `seed.${verb}`),
  );
});

test("what a seed names has to be there, and may go afterwards", async () => {
  const { at, list, dialogue, card, quest } = await story();
  const gone = { node: `node_${"0".repeat(26)}`, quest: `qst_${"0".repeat(26)}`, entity: `ent_${"0".repeat(26)}` };
  const refused = await api.call<{ detail: { loc: unknown[] }[] }>("POST", list, {
    body: {
      promise: "Nobody keeps it.",
      entity_ids: [gone.entity],
      planted: [
        { kind: "event", seq: 1 },
        { kind: "node", node_id: gone.node },
      ],
      due: { kind: "quest", quest_id: gone.quest },
    },
  });
  expect([refused.status, refused.body.detail.map(({ loc }) => loc)]).toEqual([
    422,
    [
      ["body", "entity_ids", 0],
      ["body", "planted", 1, "node_id"],
      ["body", "due", "quest_id"],
    ],
  ]);
  const due = { kind: "quest", quest_id: quest };
  const { body: made } = await api.call<Body>("POST", list, {
    body: { promise: "It is lit.", planted: [{ kind: "node", node_id: card }], due },
  });
  await api.call("DELETE", `${at}/game-narrative/dialogue-nodes/${card}`);
  await api.call("DELETE", `${at}/game-narrative/quests/${quest}`);
  const changed = await api.call<Body>("PATCH", `${list}/${made.id}`, { body: { strength: 5 } });
  expect([changed.status, changed.body]).toMatchObject([200, { strength: 5, due }]);
  // Another due point replaces the whole of the one before.
  const moved = await api.call<Body>("PATCH", `${list}/${made.id}`, { body: { due: { kind: "event", seq: 9_000 } } });
  expect([moved.status, moved.body.due]).toEqual([200, { kind: "event", seq: 9_000 }]);
  expect(dialogue).toMatch(/^dlg_/);
});

test("a promise is due in a passage of a book, which is reached once it has words", async () => {
  const { at, list, make } = await story();
  const chapter = await make("/book-author/chapters", { title: "The mole" });
  const passage = await make("/book-author/passages", { chapter_id: chapter });
  const place = { kind: "passage", passage_id: passage };
  const { body: kept } = await api.call<Body>("POST", list, {
    body: { promise: "It is lit.", planted: [place], due: place, payoff: place },
  });
  expect(kept).toMatchObject({ planted: [place], due: place, payoff: place });
  const overdue = async () => (await api.call<Overdue>("GET", `${list}/overdue`)).body.overdue;
  expect(await overdue()).toEqual([]);
  const one = `${at}/book-author/passages/${passage}`;
  await api.call("PATCH", one, { body: { text: "The lamp burned." } });
  expect(await overdue()).toMatchObject([{ seed: { id: kept.id }, reason: "reached" }]);
  await api.call("DELETE", one);
  expect(await overdue()).toMatchObject([{ reason: "gone" }]);
  const refused = await api.call<{ detail: { loc: unknown[] }[] }>("PATCH", `${list}/${kept.id}`, {
    body: { payoff: { kind: "passage", passage_id: `psg_${"0".repeat(26)}` } },
  });
  expect([refused.status, refused.body.detail.map(({ loc }) => loc)]).toEqual([
    422,
    [["body", "payoff", "passage_id"]],
  ]);
});

test("a promise is overdue once its due point is there, or was deleted, and not at an earlier sequence", async () => {
  const { at, list, dialogue, card, quest, make, headSeq } = await story();
  const overdue = async (at_seq?: number) =>
    (await api.call<Overdue>("GET", `${list}/overdue`, at_seq === undefined ? {} : { query: { at_seq } })).body;
  const plant = (promise: string, due: object, strength = 3) => make("/seeds", { promise, due, strength });
  const ahead = (await headSeq()) + 5;
  const byEvent = await plant("At the event", { kind: "event", seq: ahead });
  const byCard = await plant("At the card", { kind: "node", node_id: card }, 5);
  const byQuest = await plant("In the quest", { kind: "quest", quest_id: quest });
  await make("/seeds", { promise: "Some day" });
  const before = await headSeq();
  expect([before, await overdue()]).toMatchObject([ahead - 1, { overdue: [], total: 0 }]);

  await api.call("PATCH", `${at}/game-narrative/dialogue-nodes/${card}`, { body: { text: "It burns." } });
  await api.call("PATCH", `${at}/game-narrative/quests/${quest}`, { body: { dialogue_ids: [dialogue] } });
  const said = ({ overdue: rows }: Overdue) => rows.map(({ seed, reason }) => [seed.id, reason]);
  expect(said(await overdue())).toEqual([
    [byCard, "reached"],
    [byEvent, "reached"],
    [byQuest, "reached"],
  ]);
  const second = (await api.call<Overdue>("GET", `${list}/overdue`, { query: { limit: 1, offset: 1 } })).body;
  expect([said(second), second]).toMatchObject([[[byEvent, "reached"]], { total: 3, has_more: true }]);
  expect(await overdue(before)).toMatchObject({ overdue: [], total: 0 });

  await api.call("POST", `${list}/${byCard}/harvest`);
  await api.call("DELETE", `${at}/game-narrative/quests/${quest}`);
  expect(said(await overdue())).toEqual([
    [byEvent, "reached"],
    [byQuest, "gone"],
  ]);
});
