import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import type { Hit } from "./replace-request.ts";

const hit = (node_id: string, graph_name: string, more: Partial<Hit> = {}): Hit => ({
  node_id,
  graph_id: `dlg_${graph_name}`,
  graph_name,
  branch_id: null,
  in: "texts",
  pointer: "/text",
  before: "Pay the toll.",
  after: "Pay the tithe.",
  count: 1,
  refused: null,
  ...more,
});
const HITS = [
  hit("a", "The gate"),
  hit("b", "The gate"),
  hit("c", "The ferry", { refused: "not_one_line", in: "titles" }),
];

type Sent = Readonly<Record<string, unknown>>;

function showReplace(answers: Answers = {}) {
  const sent: Sent[] = [];
  const onClose = vi.fn();
  answerWith({
    "dialogues.replace": (input) => {
      sent.push(input);
      const changed = { places: 2, nodes: 2, dialogues: 1 };
      return { hits: HITS, total: 3, has_more: false, replacements: 2, changed, refused: 1, seq: 42 };
    },
    "dialogues.undoReplace": (input) => {
      sent.push(input);
      const left = {
        node_id: "a",
        pointer: "/text",
        node_name: "The keeper",
        field_name: "Text",
        reason: "changed_since",
      };
      return { restored: 1, left: [left], left_total: 1, seq: 44 };
    },
    ...answers,
  });
  render(
    <Studio>
      <ReplaceDialog onClose={onClose} />
      <ToastLayer />
    </Studio>,
  );
  return { user: userEvent.setup(), sent, onClose };
}

test("every place is shown by its dialogue with its words before and after, and what is spared is named", async () => {
  const { user, sent, onClose } = showReplace();
  await user.type(screen.getByLabelText("Find"), "toll");
  await user.type(screen.getByLabelText("Replace with"), "tithe");
  await user.click(screen.getByRole("checkbox", { name: "Whole words" }));
  await user.click(screen.getByRole("checkbox", { name: "Titles" }));
  expect(await screen.findByText("Found in 3 places in 1 dialogue; 1 cannot be replaced.")).toBeTruthy();
  const gate = within(await screen.findByRole("region", { name: "The gate" }));
  const [first] = gate.getAllByRole("listitem");
  expect(first?.querySelector("del")?.textContent).toBe("toll");
  expect(first?.querySelector("ins")?.textContent).toBe("tithe");
  expect(within(screen.getByRole("region", { name: "The ferry" })).getByText(/it takes one line/)).toBeTruthy();

  await user.click(gate.getAllByRole("checkbox", { name: "Replace in this line" })[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Replace in 1 place" }));
  expect(sent.at(-1)).toMatchObject({
    find: "toll",
    replace: "tithe",
    whole_word: true,
    match_case: false,
    in: ["texts", "choices", "titles"],
    except: [{ node_id: "a", pointer: "/text" }],
    base_seq: 42,
  });
  expect(sent.at(-1)).not.toHaveProperty("dry_run");
  expect(sent.slice(0, -1).every(({ dry_run }) => dry_run === true)).toBe(true);
  expect(onClose).toHaveBeenCalled();

  // The window is gone by then, and the toast open to everybody.
  await user.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
  expect(sent.at(-1)).toMatchObject({ seq: 42 });
  const said = "1 place as before; 1 stays as it is:";
  expect(await screen.findByText(said)).toBeTruthy();
  const staying = within(screen.getByRole("region", { name: said, hidden: true })).getAllByRole("listitem", {
    hidden: true,
  });
  expect(staying.map(({ textContent }) => textContent)).toEqual(["Text of “The keeper”: it was changed again since."]);
});

test("a dialogue is spared as a whole, and then nothing is left to replace", async () => {
  const { user } = showReplace();
  await user.type(screen.getByLabelText("Find"), "toll");
  await user.click(await screen.findByRole("checkbox", { name: "The gate" }));
  const replace = screen.getByRole("button", { name: /^Replace\b/ });
  expect(replace.getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("checkbox", { name: "The gate" }));
  expect(await screen.findByRole("button", { name: "Replace in 2 places" })).toBeTruthy();
});

test("nothing is asked before there are words, and what is found nowhere says so", async () => {
  const { user, sent } = showReplace({
    "dialogues.replace": () => ({
      hits: [],
      total: 0,
      has_more: false,
      replacements: 0,
      changed: { places: 0, nodes: 0, dialogues: 0 },
      refused: 0,
      seq: 1,
    }),
  });
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText("Find"), "kraken");
  expect(await screen.findByText("No results.")).toBeTruthy();
});

test("further places are shown below those that are here, until other words are looked for", async () => {
  const { user, sent } = showReplace({
    "dialogues.replace": (input) => {
      sent.push(input);
      const from = input.offset as number;
      const changed = { places: 3, nodes: 3, dialogues: 2 };
      return {
        hits: HITS.slice(from, from + 2),
        total: 3,
        has_more: from === 0,
        replacements: 3,
        changed,
        refused: 0,
        seq: 42,
      };
    },
  });
  await user.type(screen.getByLabelText("Find"), "toll");
  await user.click(await screen.findByRole("button", { name: "Show more of the 3 places" }));
  expect(await screen.findByRole("region", { name: "The ferry" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "The gate" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Show more/ })).toBeNull();
  await user.type(screen.getByLabelText("Find"), "s");
  expect(await screen.findByRole("button", { name: "Show more of the 3 places" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "The ferry" })).toBeNull();
  expect(sent.map(({ find, offset }) => [find, offset])).toEqual([
    ["toll", 0],
    ["toll", 2],
    ["tolls", 0],
  ]);
});
