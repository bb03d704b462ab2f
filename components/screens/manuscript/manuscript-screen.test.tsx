import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ImportBook } from "./import-book.tsx";
import { ManuscriptScreen } from "./manuscript-screen.tsx";

const CHAPTER = "chp_01k9hq3tx8v2m5rbz4nd7wcfje";
const PASSAGE = "psg_01k9hq3tx8v2m5rbz4nd7wcfje";
const ODO = "ent_01k9hq3tx8v2m5rbz4nd7wcfje";

const outlined = (status: string) => ({
  ...{ id: CHAPTER, number: 1, act_id: null, title: "The toll", order_key: "a0", status, summary: "" },
  ...{ pov_entity_id: null, beats: 0, plot_lines: [], story_order: null, words: 4, target_words: 100 },
  ...{ passages: 1, valid_from_seq: 3 },
});
const chapter = (status: string) => ({ ...outlined(status), beats: [], source: null, created_at: "", updated_at: "" });

/** Place of the word that is banned. */
const wordsIn = (text: string) => ({ start: text.indexOf("waits"), end: text.indexOf("waits") + 5 });

/** A book of one chapter with one passage, and what was sent to change it. */
function openBook(status = "drafting") {
  const stored = new Map([[PASSAGE, { text: "Odo waits at the gate.", seq: 4 }]]);
  const sent = vi.fn();
  const passage = (id: string) => ({
    ...{ id, chapter_id: CHAPTER, order_key: `a${[...stored.keys()].indexOf(id)}`, kind: "prose", beat_id: null },
    ...{ text: stored.get(id)?.text, valid_from_seq: stored.get(id)?.seq },
  });
  let isRefused = false;
  const write = (name: string) => (input: Readonly<Record<string, unknown>>) => {
    sent(name, input);
    if (isRefused) throw new Error("refused");
    const id = (input.passage_id ?? input.id) as string;
    stored.set(id, { text: input.text as string, seq: (stored.get(id)?.seq ?? 4) + 1 });
    return passage(id);
  };
  answerWith({
    "chapters.outline": () => ({ words: 4, target_words: 100, acts: [], chapters: [outlined(status)] }),
    "chapters.get": () => chapter(status),
    "passages.list": () => ({ passages: [...stored.keys()].map(passage), total: stored.size, has_more: false }),
    "passages.update": write("update"),
    "passages.create": write("create"),
    "passages.get": ({ passage_id }) => passage(passage_id as string),
    "passages.delete": ({ passage_id }) => {
      stored.delete(passage_id as string);
      return {};
    },
    "chapters.revise": (input) => {
      sent("revise", input);
      return chapter("revised");
    },
    "score.text": (input) => {
      sent("score", input);
      return {
        ...{
          words: 5,
          sentences: 1,
          reading_seconds: 1,
          speaking_seconds: 2,
          metrics: [],
          banned: [],
          unknown_names: [],
        },
        ...{ canon: null, has_judge: false },
        style: [
          {
            ...{ style_word_id: "stw_1", word: "waits", use: "banned", instead: [], note: "" },
            spans: [{ ...wordsIn(stored.get(PASSAGE)?.text ?? ""), node_id: null, passage_id: PASSAGE }],
          },
        ],
      };
    },
    "entities.list": () => ({
      entities: [{ id: ODO, type: "character", name: "Odo", properties: {}, parent_id: null }],
      total: 1,
      has_more: false,
    }),
  });
  const page = (isOpen: boolean) => <Studio>{isOpen && <ManuscriptScreen />}</Studio>;
  const { rerender } = render(page(true));
  const show = (isOpen: boolean) => rerender(page(isOpen));
  const refuse = (on: boolean) => {
    isRefused = on;
  };
  return { sent, stored, refuse, show };
}

beforeEach(() => localStorage.clear());

test("a block is saved while it is written, and Enter at its end begins the next", async () => {
  const user = userEvent.setup();
  const { sent } = openBook();
  const field = await screen.findByRole("textbox", { name: "Passage 1, text" });
  await user.click(field);
  await user.type(field, " It rains.");
  expect(screen.getByText("7 of 100 words")).toBeTruthy();
  await waitFor(() => expect(sent).toHaveBeenCalledWith("update", expect.objectContaining({ base_seq: 4 })), {
    timeout: 4_000,
  });
  await user.type(field, "{Enter}");
  const next = await screen.findByRole("textbox", { name: "Passage 2, text" });
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.type(next, "Mara comes.");
  await waitFor(() => expect(localStorage.length).toBe(0), { timeout: 4_000 });
  expect(sent.mock.calls.some(([name, input]) => name === "create" && input.after_id === PASSAGE)).toBe(true);
  // Who is named is marked, with a way to the profile.
  const named = await screen.findByRole("region", { name: "Named in this chapter" });
  expect(within(named).getByRole("link", { name: "Odo" }).getAttribute("href")).toContain(ODO);
});

test("Backspace joins two blocks with the caret between them, and takes the join back where it cannot be saved", async () => {
  const user = userEvent.setup();
  const { stored, refuse } = openBook();
  const first = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Passage 1, text" });
  await user.click(first);
  await user.keyboard("{Enter}");
  const second = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Passage 2, text" });
  await user.type(second, "It rains.");
  await waitFor(() => expect(localStorage.length).toBe(0), { timeout: 4_000 });
  refuse(true);
  second.setSelectionRange(0, 0);
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(first.value).toBe("Odo waits at the gate."));
  expect(second.value).toBe("It rains.");
  refuse(false);
  await user.click(second);
  second.setSelectionRange(0, 0);
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(stored.size).toBe(1));
  expect(first.value).toBe("Odo waits at the gate.\n\nIt rains.");
  expect(document.activeElement).toBe(first);
  expect(first.selectionStart).toBe("Odo waits at the gate.".length);
});

test("the score of a chapter leads to its passages", async () => {
  const user = userEvent.setup();
  const { sent } = openBook();
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Passage 1, text" });
  await user.click(screen.getByRole("button", { name: "Score and feedback" }));
  const style = await screen.findByRole("region", { name: "Style" });
  expect(sent).toHaveBeenCalledWith("score", expect.objectContaining({ of: { kind: "chapter", chapter_id: CHAPTER } }));
  Element.prototype.scrollIntoView ??= () => undefined;
  await user.click(within(style).getByRole("button", { name: "waits" }));
  expect(document.activeElement === field).toBe(true);
  expect([field.selectionStart, field.selectionEnd]).toEqual([4, 9]);
  // What was written since has moved the words, until the text is scored again.
  field.setSelectionRange(0, 0);
  await user.keyboard("Old ");
  expect(within(style).getByRole("button", { name: "waits" })).toBeTruthy();
  await waitFor(() => expect(localStorage.length).toBe(0), { timeout: 4_000 });
  field.setSelectionRange(0, 0);
  await user.click(within(style).getByRole("button", { name: "waits" }));
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 0]);
  await user.click(screen.getByRole("button", { name: "Score again" }));
  await waitFor(() => expect(sent.mock.calls.filter(([name]) => name === "score")).toHaveLength(2));
  await user.click(await screen.findByRole("button", { name: "waits" }));
  expect([field.selectionStart, field.selectionEnd]).toEqual([8, 13]);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("complementary", { name: "Score and feedback" })).toBeNull();
});

test("a final chapter is read, and edited again once it is revised", async () => {
  const user = userEvent.setup();
  const { sent } = openBook("final");
  await screen.findByText(/waits at the gate/);
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Revise" }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith("revise", expect.objectContaining({ chapter_id: CHAPTER })));
});

test("words that are left unsaved go on as one text when the manuscript is opened again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { sent, refuse, show } = openBook();
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Passage 1, text" });
  await field();
  refuse(true);
  await user.type(await field(), " It rains.");
  show(false);
  await act(() => vi.advanceTimersByTimeAsync(100));
  show(true);
  expect((await field()).value).toBe("Odo waits at the gate. It rains.");
  await user.type(await field(), " It pours.");
  sent.mockClear();
  refuse(false);
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  const texts = sent.mock.calls.flatMap(([name, input]) => (name === "update" ? [input.text] : []));
  expect([...new Set(texts)]).toEqual(["Odo waits at the gate. It rains. It pours."]);
  vi.useRealTimers();
});

test("of two files the one that was chosen last is shown and imported, however long the other takes to read", async () => {
  const user = userEvent.setup();
  let arrive = () => {};
  const slow = new Promise<void>((done) => (arrive = done));
  answerWith({
    "chapters.import": async ({ content }) => {
      if (content === "long") await slow;
      return { created: content === "long" ? 9 : 1, updated: 0, unchanged: 0, chapter_ids: [], dry_run: true };
    },
  });
  render(
    <Studio>
      <ImportBook onClose={() => undefined} onDone={() => undefined} />
    </Studio>,
  );
  const field = await screen.findByLabelText("File");
  await user.upload(field, new File(["long"], "long.markdown"));
  await user.upload(field, new File(["short"], "short.markdown"));
  await screen.findByText(/^1 part to be made/);
  arrive();
  await new Promise((done) => setTimeout(done, 20));
  expect(screen.getByText(/to be made/).textContent).toMatch(/^1 part/);
});
