import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

interface Span {
  readonly start: number;
  readonly end: number;
  readonly node_id: string | null;
}
interface Metric {
  readonly name: string;
  readonly value: number | null;
  readonly reason: string | null;
  readonly spans: readonly Span[];
  readonly range: { readonly texts: number; readonly low: number; readonly high: number } | null;
  readonly standing: string | null;
}
interface Score {
  readonly words: number;
  readonly metrics: readonly Metric[];
  readonly banned: readonly { readonly word: string; readonly spans: readonly Span[] }[];
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const measure = ({ metrics }: Score, name: string) => metrics.find((each) => each.name === name);

/** A project with dialogues of these lines each. */
async function dialogues(lines: readonly (readonly string[])[]) {
  const at = `/v1/projects/${await api.makeProject()}`;
  const made: { id: string; nodes: string[] }[] = [];
  for (const own of lines) {
    const { body } = await api.call<{ id: string }>("POST", `${at}/game-narrative/dialogues`, {
      body: { name: "Talk" },
    });
    const nodes: string[] = [];
    for (const text of own) {
      const node = await api.call<{ id: string }>("POST", `${at}/game-narrative/dialogues/${body.id}/nodes`, {
        body: { text },
      });
      nodes.push(node.body.id);
    }
    made.push({ id: body.id, nodes });
  }
  const score = (body: object, at_seq?: number) =>
    api.call<Score>("POST", `${at}/scores`, at_seq === undefined ? { body } : { body, query: { at_seq } });
  return { at, made, score };
}

test("a dialogue is scored at a sequence, and each part names its node", async () => {
  const { at, made, score } = await dialogues([["Suddenly it rained.", "It rained, suddenly."]]);
  const [talk] = made;
  const of = { kind: "dialogue", graph_id: talk?.id };
  const { body, status, headers } = await score({ of, banned_words: ["SUDDENLY", "dragon"] });
  expect([status, body.words]).toEqual([200, 6]);
  expect(body.banned).toMatchObject([
    {
      word: "SUDDENLY",
      spans: [
        { start: 0, end: 8, node_id: talk?.nodes[0] },
        { start: 11, end: 19, node_id: talk?.nodes[1] },
      ],
    },
  ]);
  expect(measure(body, "dialogue_share")).toMatchObject({ value: 1, range: null, standing: null });
  expect(measure(body, "mtld")).toMatchObject({ value: null, reason: "too_short" });

  const seq = Number(headers.get("x-project-seq"));
  await api.call("PATCH", `${at}/game-narrative/dialogue-nodes/${talk?.nodes[1]}`, { body: { text: "No." } });
  expect([(await score({ of })).body.words, (await score({ of }, seq)).body.words]).toEqual([4, 6]);
  const gone = await score({ of: { kind: "dialogue", graph_id: `dlg_${"0".repeat(26)}` } });
  expect([gone.status, gone.body]).toMatchObject([422, { detail: [{ loc: ["body", "of", "graph_id"] }] }]);
});

test("a text stands in the range of the project's dialogues once there are five", async () => {
  const line = (words: number) =>
    `${Array.from({ length: words }, (_, at) => (at === 0 ? "Word" : `word${at}`)).join(" ")}.`;
  const { score } = await dialogues([4, 5, 6, 7, 8].map((words) => Array.from({ length: 5 }, () => line(words))));
  const standing = async (words: number) => {
    const text = Array.from({ length: 20 }, () => line(words)).join(" ");
    return measure((await score({ of: { kind: "text", text } })).body, "sentence_length");
  };
  expect(await standing(6)).toMatchObject({
    value: 6,
    range: { texts: 5, low: 4.4, median: 6, high: 7.6 },
    standing: "within",
  });
  expect([(await standing(2))?.standing, (await standing(12))?.standing]).toEqual(["below", "above"]);
});

test("two texts are compared, and a language without formulas says so", async () => {
  const { at } = await dialogues([]);
  const plain = "The old man sat by the gate and saw ships. ".repeat(12);
  const hard = "Considerable deliberation preceded every unanimous resolution concerning navigation. ".repeat(20);
  const ask = (language: string) =>
    api.call<{ first: Score; differences: { name: string; difference: number | null }[] }>(
      "POST",
      `${at}/scores/compare`,
      {
        body: { first: { kind: "text", text: plain }, second: { kind: "text", text: hard }, language },
      },
    );
  const difference = async (language: string) => {
    const { body } = await ask(language);
    return body.differences.find(({ name }) => name === "flesch_kincaid_grade")?.difference ?? null;
  };
  expect(await difference("en")).toBeGreaterThan(10);
  expect(await difference("de")).toBe(null);
});

test("a score has the project's list of style, names that nobody has, and what its lines contradict", async () => {
  const { at, made, score } = await dialogues([
    ["Suddenly Bor saw Mara Vell in gray light.", "Mara Vell was dead, said Bor."],
  ]);
  const of = { kind: "dialogue", graph_id: made[0]?.id };
  const make = async (path: string, body: object) => {
    const answer = await api.call<{ id: string }>("POST", `${at}${path}`, { body });
    expect([path, answer.status, answer.body]).toMatchObject([path, 201, {}]);
    return answer.body.id;
  };
  const before = Number((await score({ of })).headers.get("x-project-seq"));
  await make("/entities", { external_id: "bor", type: "character", name: "Bor the Keeper" });
  await make("/style-words", { word: "suddenly", others: ["at once"], note: "Show it." });
  await make("/style-words", { word: "grey", use: "preferred", others: ["gray"] });
  const taken = await api.call("POST", `${at}/style-words`, { body: { word: "SUDDENLY" } });
  expect(taken.status).toBe(422);
  const [first, second] = made[0]?.nodes ?? [];
  const { body } = await score({ of });
  expect(body).toMatchObject({
    style: [
      {
        word: "suddenly",
        use: "banned",
        instead: ["at once"],
        note: "Show it.",
        spans: [{ start: 0, end: 8, node_id: first }],
      },
      { word: "gray", use: "preferred", instead: ["grey"], spans: [{ node_id: first }] },
    ],
    unknown_names: [{ name: "Mara Vell", spans: [{ node_id: first }, { start: 0, end: 9, node_id: second }] }],
    canon: { violations: [] },
  });
  // Before, nobody was called Bor, and there was no list.
  expect((await score({ of }, before)).body).toMatchObject({ style: [], canon: { checked_to_seq: null } });
  expect((await score({ of, language: "de" })).body).toMatchObject({ unknown_names: null });
  expect((await score({ of: { kind: "text", text: "Halt!" } })).body).toMatchObject({ canon: null });
});

test("a chapter is scored by its prose, and each part names its passage", async () => {
  const { at, score } = await dialogues([]);
  const make = async (path: string, body: object) =>
    (await api.call<{ id: string }>("POST", `${at}${path}`, { body })).body.id;
  const chapter_id = await make("/book-author/chapters", { title: "The gate" });
  expect((await score({ of: { kind: "chapter", chapter_id } })).status).toBe(422);
  const passages = "/book-author/passages";
  await make(passages, { chapter_id, text: "The tide was out." });
  await make(passages, { chapter_id, kind: "note", text: "Suddenly is banned here." });
  const passage_id = await make(passages, { chapter_id, text: "Suddenly it turned." });
  const { body, status } = await score({ of: { kind: "chapter", chapter_id }, banned_words: ["suddenly"] });
  expect([status, body]).toMatchObject([
    200,
    { words: 7, banned: [{ word: "suddenly", spans: [{ start: 0, end: 8, node_id: null, passage_id }] }] },
  ]);
});
