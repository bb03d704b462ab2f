import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "#domain/json.ts";
import { begin, choose } from "#domain/runtime/run.ts";
import type { PlayNode } from "#domain/runtime/story.ts";
import { draftIssues } from "#domain/sketch/dialogue-draft.ts";
import { sketchDialogue } from "#domain/sketch/dialogue-sketch.ts";
import { dialogueGenerator } from "#server/features/dialogue-generation/public.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

interface SessionView {
  status: string;
  interrupt: { id: string } | null;
  result: { graph_id: string; suggestion_id: string | null } | null;
  provider: { provider: string } | null;
  error: { code: string } | null;
}

/** No check of a dialogue's draft goes by a schema of a caller. */
const NO_SCHEMAS = null as never;

let api: TestApi;
let projectId: string;
const cast: string[] = [];
let place: string;

beforeAll(async () => {
  api = await startTestApi({ mount: "listener", sessions: { pollMs: 50 } });
  projectId = await api.makeProject();
  for (const [type, name] of [
    ["character", "Mara"],
    ["character", "Bor (the elder)"],
    ["location", "The Salt Gate"],
  ]) {
    const body = { external_id: name, type, name };
    const made = await api.call<{ id: string }>("POST", `/v1/projects/${projectId}/entities`, { body });
    if (type === "character") cast.push(made.body.id);
    else place = made.body.id;
  }
});
afterAll(() => api.close());

const at = (path: string) => `/v1/projects/${projectId}${path}`;
const dialogues = (path = "") => at(`/game-narrative/dialogues${path}`);

async function start(body: Record<string, unknown>): Promise<string> {
  const answer = await api.call<{ session_id: string }>("POST", dialogues("/generate"), { body });
  expect(answer).toMatchObject({ status: 202, body: { status: "accepted" } });
  return answer.body.session_id;
}

const until = (id: string, ...statuses: string[]): Promise<SessionView> =>
  eventually(
    async () => (await api.call<SessionView>("GET", `/v1/sessions/${id}/status`)).body,
    ({ status }) => statuses.includes(status),
    { about: id },
  );

async function generate(body: Record<string, unknown>): Promise<SessionView> {
  const standing = await until(await start(body), "completed", "error");
  expect(standing).toMatchObject({ status: "completed", provider: { provider: "builtin" } });
  return standing;
}

interface Whole {
  id: string;
  start_node_id: string;
  nodes: (PlayNode & { speaker_id: string | null; tags: string[]; canvas_x: number | null; canvas_y: number | null })[];
}
const read = async (graphId: string): Promise<Whole> => (await api.call<Whole>("GET", dialogues(`/${graphId}`))).body;
const clean = { dead_ends: [], unreachable: [], invalid_branch_targets: [] };

/** Plays by taking the last choice each time; answers where it stops. */
function playOut(dialogue: Whole): string {
  const nodes = new Map(dialogue.nodes.map((node) => [node.id, node]));
  const played = { id: dialogue.id, start: dialogue.start_node_id, nodes, variables: new Map() };
  let page = begin(played);
  for (let turn = 0; turn <= nodes.size; turn++) {
    const { halt } = page;
    const branch =
      halt.kind === "choices" ? halt.choices.at(-1)?.branch : halt.kind === "continue" ? halt.choice.branch : undefined;
    if (branch === undefined) return halt.kind;
    page = choose(played, page.state, branch);
  }
  return "no end";
}

const briefs = fc.record({
  prompt: fc.oneof(
    fc.lorem({ mode: "sentences", maxCount: 8 }),
    fc.string({ minLength: 1, maxLength: 300, unit: "grapheme" }).filter((prompt) => prompt.trim() !== ""),
  ),
  size: fc.integer({ min: 6, max: 60 }),
  cast: fc.integer({ min: 0, max: 2 }),
  isPlaced: fc.boolean(),
});

test("200 random briefs: what would land can be played to an ending, with every speaker of the cast", () => {
  fc.assert(
    fc.property(briefs, fc.string(), ({ prompt, size, ...asked }, seed) => {
      const ids = cast.slice(0, asked.cast);
      const brief = dialogueGenerator.brief.parse({ prompt, size, cast: ids, place: asked.isPlaced ? place : null });
      const nothing = {
        receipt_id: "",
        seq: 1,
        as: null,
        token_budget: 1,
        tokens: 0,
        sections: [],
        left_out: [],
        entities: new Map(),
      };
      const context = { ...nothing, text: "", digest: "" } as never;
      const draft = dialogueGenerator.sketch(brief, context, seed, NO_SCHEMAS);
      // What the built-in makes is read as a model's answer would be.
      expect(dialogueGenerator.answer.parse(draft as Json, brief, NO_SCHEMAS)).toEqual({ draft });
    }),
    { numRuns: rounds({ gate: 200, full: 2_000 }), seed: TEST_SEED },
  );
});

describe("over the interface", () => {
  test("random briefs land as dialogues that are valid and can be played to an ending", async () => {
    const asked = fc.sample(briefs, { numRuns: rounds({ gate: 6, full: 200 }), seed: TEST_SEED });
    // One after another: two hundred at once wait longer for the project's line of writers than a write may.
    const sessions: string[] = [];
    for (const { prompt, size, ...rest } of asked) {
      sessions.push(await start({ prompt, size, cast: cast.slice(0, rest.cast), place: rest.isPlaced ? place : null }));
    }
    for (const id of sessions) {
      const { result, status } = await until(id, "completed", "error");
      expect(status).toBe("completed");
      const graphId = result?.graph_id ?? "";
      expect((await api.call("POST", dialogues(`/${graphId}/validate`))).body).toEqual(clean);
      const dialogue = await read(graphId);
      expect(playOut(dialogue)).toBe("ending");
      const spots = dialogue.nodes.map(({ canvas_x, canvas_y }) => `${canvas_x},${canvas_y}`);
      expect(new Set(spots).size).toBe(dialogue.nodes.length);
    }
  });

  test("the graph and the session's end are one commit, and the cards say who made them", async () => {
    const { result } = await generate({ prompt: "Mara asks for the toll. Bor pays.", cast, place });
    const { nodes } = await read(result?.graph_id ?? "");
    expect(new Set(nodes.map(({ speaker_id }) => speaker_id))).toEqual(new Set(cast));
    expect(nodes.every(({ tags, text }) => tags.includes("sketch") && text.startsWith("["))).toBe(true);
    expect(nodes.some(({ text }) => text.includes("The Salt Gate"))).toBe(true);
    expect(nodes.some(({ text }) => text.includes("Mara"))).toBe(true);
    const seqs = await Promise.all(
      [result?.graph_id, nodes[0]?.id].map(async (id) => {
        const history = await api.call<{ events: { commit_seq: number }[] }>("GET", at(`/subjects/${id}/history`));
        return history.body.events[0]?.commit_seq;
      }),
    );
    expect(new Set(seqs).size).toBe(1);
  });

  test("into a dialogue it lands as a suggestion, which fits, is accepted whole, and leaves the dialogue valid", async () => {
    const { body: graph } = await api.call<{ id: string }>("POST", dialogues(), { body: { name: "At the gate" } });
    const node = async (body: object) =>
      (await api.call<{ id: string }>("POST", dialogues(`/${graph.id}/nodes`), { body })).body.id;
    const end = await node({ kind: "end", text: "Bye.", canvas_x: 400, canvas_y: 0 });
    const branches = [{ choice_text: "Leave", target_node_id: end }];
    const first = await node({ text: "Halt.", canvas_x: 0, canvas_y: 0, branches });
    await api.call("PATCH", dialogues(`/${graph.id}`), { body: { start_node_id: first } });
    const before = await read(graph.id);
    const into = { graph_id: graph.id, node_id: first };
    const { result } = await generate({ prompt: "The keeper asks for the toll.", cast, into });
    expect(await read(graph.id)).toEqual(before);
    const suggestion = at(`/suggestions/${result?.suggestion_id}`);
    expect((await api.call("GET", suggestion)).body).toMatchObject({
      status: "open",
      source: { kind: "generation", provider: "builtin" },
    });
    // Whoever saves an edit twice changed all of it.
    type Part = { id: string; operations: { op: string; node?: { text?: string } }[] };
    const { parts } = (await api.call<{ parts: Part[] }>("GET", suggestion)).body;
    const part = parts.find(({ operations }) => operations.some(({ node }) => node?.text));
    const edit = async (...said: string[]) => {
      const left = [...said];
      const operations = part?.operations.map((each) =>
        each.node?.text && left.length > 0 ? { ...each, node: { ...each.node, text: left.shift() } } : each,
      );
      const edited = await api.call("PATCH", suggestion, { body: { parts: [{ id: part?.id, operations }] } });
      expect([edited.status, edited.body]).toMatchObject([200, {}]);
      const query = { subject_id: `${result?.suggestion_id}` };
      const { body } = await api.call<{ signals: { value: number; correction: { before: string } }[] }>(
        "GET",
        at("/feedback"),
        { query },
      );
      return body.signals;
    };
    const [once] = await edit("Stay where you are, all of you, and say your names.");
    const twice = await edit("Stay where you are, all of you, and say your name.");
    expect(twice).toMatchObject([{ correction: { before: once?.correction.before } }]);
    expect(twice[0]?.value).toBeGreaterThan(0.9 * (once?.value ?? 1));
    const preview = await api.call("POST", `${suggestion}/preview`, { body: {} });
    expect(preview.body).toMatchObject({ dangling: [] });
    const one = await api.call<{ dangling: unknown[] }>("POST", `${suggestion}/preview`, { body: { parts: ["p1"] } });
    expect(one.body.dangling.length).toBeGreaterThan(0);
    expect((await api.call("POST", `${suggestion}/accept`, { body: {} })).status).toBe(200);
    expect((await api.call("POST", dialogues(`/${graph.id}/validate`))).body).toEqual(clean);
    expect(playOut(await read(graph.id))).toBe("ending");
  });

  test("one that is rejected leaves no trace: no subject but the session", async () => {
    const { body: head } = await api.call<{ last_seq: number }>("GET", at(""));
    const id = await start({ prompt: "The keeper asks for the toll.", cast, review: true });
    const { interrupt } = await until(id, "awaiting_human");
    const answer = { action: "reject", interrupt_id: interrupt?.id };
    const { status } = await api.call("POST", `/v1/sessions/${id}/respond`, { body: answer });
    expect(status).toBe(200);
    const standing = await until(id, "error", "awaiting_human");
    expect(standing.status).toBe("error");
    const diff = await api.call<{ differences: { subject_id: string }[] }>("GET", at("/diff"), {
      query: { from_seq: head.last_seq },
    });
    expect(diff.body.differences.map(({ subject_id }) => subject_id)).toEqual([id]);
  });

  test("a cast, a place or a dialogue that is not there is a 422 that names it", async () => {
    const nobody = "ent_01jd0000000000000000000000";
    const into = { graph_id: "dlg_01jd0000000000000000000000" };
    for (const [body, loc] of [
      [{ cast: [cast[0], nobody] }, ["body", "cast", 1]],
      [{ place: nobody }, ["body", "place"]],
      [{ into }, ["body", "into", "graph_id"]],
    ] as const) {
      const answer = await api.call("POST", dialogues("/generate"), { body: { prompt: "They meet.", ...body } });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
    }
  });
});

describe("a model's answer", () => {
  const brief = { prompt: "x", cast: ["ent_a"], place: null, size: 6, into: null };
  const draft = sketchDialogue({ brief: "x", cast: [], place: null, facts: [], size: 6, seed: "s" });

  test("is read as a draft when it can be played, and else says where it is wrong", () => {
    expect(draftIssues(draft, [])).toEqual([]);
    expect(dialogueGenerator.answer.parse(draft, brief, NO_SCHEMAS)).toMatchObject({ draft: { title: draft.title } });
    expect(dialogueGenerator.answer.parse({ cards: [] }, brief, NO_SCHEMAS)).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ pointer: "/title" })]),
    });
    const [first, ...rest] = draft.cards;
    const lost = { ...draft, cards: [{ ...first, choices: [{ text: "Go", to: "nowhere" }] }, ...rest] };
    expect(dialogueGenerator.answer.parse(lost, brief, NO_SCHEMAS)).toMatchObject({
      issues: [{ pointer: "/cards/0/choices/0/to" }],
    });
    const broken = { ...draft, title: "\ud800" };
    expect(dialogueGenerator.answer.parse(broken, brief, NO_SCHEMAS)).toMatchObject({
      issues: [{ pointer: "/title" }],
    });
  });
});
