import { expect, test, vi } from "vitest";
import { type Draft, PassageDesk, type ReadPassage, type SaveAnswer } from "./passage-desk.ts";

const BASE: ReadPassage = { id: "psg_1", text: "The tide.", seq: 3 };

/** Storage of a browser. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
  };
}

let clock = 0;

/** A desk whose answers are said, and whose time passes when it is told to. */
function desk(answer: (draft: Draft) => SaveAnswer | Promise<SaveAnswer>, kept = storage(), page = "one") {
  const waiting = new Set<() => void>();
  const saved = vi.fn();
  const made = new PassageDesk({
    save: async (draft) => answer(draft),
    storage: kept,
    prefix: "p ",
    page,
    now: () => ++clock,
    saved,
    after: (_, run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
  });
  const pass = async () => {
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { desk: made, pass, saved, kept };
}
const stored = ({ id, text }: Draft, seq: number): SaveAnswer => ({ kind: "saved", passage: { id, text, seq } });

test("what is typed while a text is on its way is sent as an edit of what arrived", async () => {
  const sent: Draft[] = [];
  let arrive = (_: SaveAnswer) => {};
  const { desk: d, pass } = desk((draft) => {
    sent.push(draft);
    return sent.length === 1 ? new Promise<SaveAnswer>((done) => (arrive = done)) : stored(draft, 5);
  });
  d.write("psg_1", BASE, "The tide was");
  await pass();
  d.write("psg_1", BASE, "The tide was out.");
  arrive({ kind: "saved", passage: { id: "psg_1", text: "The tide was", seq: 4 } });
  await pass();
  await pass();
  expect(sent.map(({ text, base }) => [text, base?.seq])).toEqual([
    ["The tide was", 3],
    ["The tide was out.", 4],
  ]);
  expect(d.drafts.size).toBe(0);
});

test("a text that does not arrive stays, over a reload too, and is sent again", async () => {
  let isUp = false;
  const answer = (draft: Draft): SaveAnswer => (isUp ? stored(draft, 4) : { kind: "offline" });
  const first = desk(answer);
  first.desk.write("psg_1", BASE, "The tide was out.");
  await first.pass();
  expect(first.desk.drafts.get("psg_1")?.state).toBe("offline");
  const second = desk(answer, first.kept, "two");
  expect(second.desk.drafts.get("psg_1")).toMatchObject({ text: "The tide was out.", base: BASE });
  isUp = true;
  second.desk.start();
  await second.pass();
  expect(second.desk.drafts.size).toBe(0);
  expect(second.kept.length).toBe(0);
  expect(second.saved).toHaveBeenCalledOnce();
});

test("a text that somebody else changed waits for a choice, and neither is lost", async () => {
  const theirs: ReadPassage = { id: "psg_1", text: "The sea.", seq: 9 };
  const answer = (draft: Draft): SaveAnswer =>
    draft.base?.seq === 9 ? stored(draft, 10) : { kind: "conflict", theirs };
  const { desk: d, pass } = desk(answer);
  d.write("psg_1", BASE, "The flood.");
  await pass();
  expect(d.drafts.get("psg_1")).toMatchObject({ state: "conflict", text: "The flood.", theirs });
  d.write("psg_1", BASE, "The flood came.");
  await pass();
  expect(d.drafts.get("psg_1")).toMatchObject({ state: "conflict", text: "The flood came." });
  d.settle("psg_1", "mine");
  await pass();
  expect(d.drafts.size).toBe(0);
});

test("a new passage is made after the one that it follows, with what was typed meanwhile", async () => {
  const sent: string[] = [];
  const { desk: d, pass } = desk((draft) => {
    sent.push(`${draft.made === null ? "write" : "make"} ${draft.id} ${draft.text}`);
    return stored(draft, sent.length);
  });
  d.make("psg_2", { chapterId: "chp_1", afterId: "psg_1" }, "");
  d.make("psg_3", { chapterId: "chp_1", afterId: "psg_2" }, "Third.");
  d.write("psg_2", null, "Second.");
  expect(await d.flush("psg_2")).toBe(true);
  await pass();
  await pass();
  expect(sent).toEqual(["make psg_2 Second.", "make psg_3 Third."]);
});

test("a refusal keeps the words and says why", async () => {
  const { desk: d, pass } = desk(() => ({ kind: "refused", problem: "The chapter is final." }));
  d.write("psg_1", BASE, "The flood.");
  expect(await d.flush("psg_1")).toBe(false);
  expect(d.drafts.get("psg_1")).toMatchObject({
    text: "The flood.",
    state: "refused",
    problem: "The chapter is final.",
  });
  d.forget("psg_1");
  await pass();
  expect(d.drafts.size).toBe(0);
});

test("a field that is left without a connection is tried once, and again later", async () => {
  let isUp = false;
  const { desk: d, pass } = desk((draft) => (isUp ? stored(draft, 4) : { kind: "offline" }));
  d.write("psg_1", BASE, "The flood.");
  expect(await d.flush("psg_1")).toBe(false);
  expect(await d.flush("psg_1")).toBe(false);
  isUp = true;
  await pass();
  expect(d.drafts.size).toBe(0);
});

test("a passage that is sent at once waits for the one that it follows", async () => {
  const sent: string[] = [];
  const { desk: d } = desk((draft) => {
    sent.push(draft.id);
    return stored(draft, sent.length);
  });
  d.make("psg_2", { chapterId: "chp_1", afterId: "psg_1" }, "Second.");
  d.make("psg_3", { chapterId: "chp_1", afterId: "psg_2" }, "Third.");
  expect(await Promise.all([d.flush("psg_3"), d.flush("psg_2")])).toEqual([true, true]);
  expect(sent).toEqual(["psg_2", "psg_3"]);
});

test("their text stands there once it is taken, and words of another page stay in the storage", async () => {
  const theirs: ReadPassage = { id: "psg_1", text: "The sea.", seq: 9 };
  const { desk: d, kept } = desk(() => ({ kind: "conflict", theirs }));
  const other = desk(() => ({ kind: "offline" }), kept, "two");
  other.desk.write("psg_1", BASE, "Another page.");
  d.write("psg_1", BASE, "The flood.");
  await d.flush("psg_1");
  d.settle("psg_1", "theirs");
  expect(d.newest(BASE)).toEqual(theirs);
  expect(desk(() => ({ kind: "offline" }), kept, "three").desk.drafts.get("psg_1")?.text).toBe("Another page.");
});

test("words of one passage that two pages left behind are sent one after the other, the newest first", async () => {
  const kept = storage();
  const open = ["one", "two"].map((page) => desk(() => ({ kind: "offline" }), kept, page).desk);
  for (const [at, text] of ["By page one.", "By page two."].entries()) open[at]?.write("psg_1", BASE, text);
  const theirs: ReadPassage = { id: "psg_1", text: "By page two.", seq: 4 };
  const sent: string[] = [];
  const { desk: d, pass } = desk(
    (draft) => (sent.push(draft.text) === 1 ? stored(draft, 4) : { kind: "conflict", theirs }),
    kept,
    "three",
  );
  d.start();
  await pass();
  await pass();
  expect(sent).toEqual(["By page two.", "By page one."]);
  expect(d.drafts.get("psg_1")).toMatchObject({ text: "By page one.", state: "conflict", theirs });
  d.settle("psg_1", "theirs");
  expect([d.drafts.size, kept.length]).toEqual([0, 0]);
});

test("a page that goes on with what another one left behind keeps the words in its place", async () => {
  const kept = storage();
  desk(() => ({ kind: "offline" }), kept, "one").desk.write("psg_1", BASE, "The tide was");
  const second = desk(() => ({ kind: "offline" }), kept, "two");
  second.desk.write("psg_1", BASE, "The tide was out.");
  expect(kept.length).toBe(1);
  const third = desk(() => ({ kind: "offline" }), kept, "three");
  expect(third.desk.drafts.get("psg_1")?.text).toBe("The tide was out.");
});
