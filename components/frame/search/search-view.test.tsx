import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { OpenDialogueContext } from "../project/open-dialogue.ts";
import { lastAsked, rememberAsked } from "./search-query.ts";
import { SearchView } from "./search-view.tsx";

const NOTHING_ASKED = lastAsked();
const WORD = "sillwater";
const show = vi.fn();

afterEach(() => {
  rememberAsked(NOTHING_ASKED);
  show.mockClear();
});

/** A match as the service answers it. */
function match(subject_type: string, graph_id: string, subject_id: string, excerpt: string, more: object = {}) {
  const at = excerpt.indexOf(WORD);
  const ranges = at < 0 ? [] : [{ start: at, end: at + WORD.length }];
  return {
    subject_type,
    subject_id,
    graph_id,
    graph_name: graph_id === "dlg_here" ? "Tides" : "The bell",
    node_id: subject_type === "dialogue_node" ? subject_id : null,
    branch_id: null,
    title: null,
    speaker_name: null,
    speaker_label: null,
    kind: "line",
    field: "text",
    excerpt,
    ranges,
    more: [],
    ...more,
  };
}

function search(answers: Answers) {
  answerWith({
    "dialogues.speakers": () => ({
      speakers: [
        { speaker_id: "ent_bellman", speaker_label: null, name: "Bellman", lines: 2 },
        { speaker_id: null, speaker_label: "Someone", name: null, lines: 1 },
      ],
      total: 2,
      has_more: false,
    }),
    "variables.list": () => ({
      variables: [{ id: "var_open", name: "gate_open", type: "boolean", description: "", enum_values: [] }],
      total: 1,
      has_more: false,
    }),
    ...answers,
  });
  render(
    <Studio>
      <OpenDialogueContext value={{ graphId: "dlg_here", show } as never}>
        <SearchView />
      </OpenDialogueContext>
    </Studio>,
  );
  return userEvent.setup();
}

const marked = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);
const status = (words: string | RegExp) => screen.findByText(words, { selector: "[role=status], [role=status] *" });

test("words are found in cards and choices, marked, and what is found nowhere says so", async () => {
  const asked: unknown[] = [];
  const user = search({
    "dialogues.search": (input) => {
      asked.push(input.q);
      const more = [match("dialogue_node", "dlg_here", "node_a", `Go to ${WORD}.`, { field: "choice_text" })];
      const isFound = String(input.q).toLowerCase() === WORD;
      return {
        matches: isFound ? [match("dialogue_node", "dlg_here", "node_a", `They call it ${WORD}.`, { more })] : [],
        totals: isFound ? { dialogue_node: 1 } : {},
        total: isFound ? 1 : 0,
        has_more: false,
      };
    },
  });
  expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Words" }));
  await user.keyboard(WORD.toUpperCase());
  await status("1 card");
  expect(marked()).toEqual([WORD, WORD]);
  await user.keyboard("x");
  await status("No results.");
  expect(asked).toContain(`${WORD.toUpperCase()}x`);
});

test("dialogues, groups, notes and cards stand by kind; what is here is shown here, and the rest leads away", async () => {
  const user = search({
    "dialogues.search": () => ({
      matches: [
        match("dialogue", "dlg_there", "dlg_there", `The ${WORD} bell`, { field: "name" }),
        match("dialogue_group", "dlg_here", "grp_a", `Harbour ${WORD}`, { field: "title" }),
        match("dialogue_annotation", "dlg_here", "ann_a", `Ask Ana what ${WORD} means.`),
        match("dialogue_annotation", "dlg_there", "ann_b", `Is ${WORD} a place?`),
      ],
      totals: { dialogue: 1, dialogue_group: 1, dialogue_annotation: 2 },
      total: 4,
      has_more: false,
    }),
  });
  await user.keyboard(WORD);
  await status("1 dialogue, 1 group, 2 notes");
  expect(marked()).toEqual([WORD, WORD, WORD, WORD]);
  const found = (heading: string) => within(screen.getByRole("region", { name: heading }));
  // Arrows go from the field through what was found.
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(show.mock.calls).toEqual([["grp_a"]]);
  found("Groups").getByText("Tides");
  const link = found("Notes").getByRole<HTMLAnchorElement>("link", { name: /a place/ });
  expect(link.getAttribute("href")).toMatch(/\/dialogues\/dlg_there\?/);
});

test("a speaker and a variable narrow, and a problem is looked for alone", async () => {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const user = search({
    "dialogues.search": (input) => {
      asked.push(input);
      return { matches: [], totals: {}, total: 0, has_more: false };
    },
    "problems.list": () => ({ problems: [], total: 0, has_more: false, unchecked: 0 }),
  });
  await screen.findByRole("option", { name: "Bellman (2)" });
  await screen.findByRole("option", { name: "gate_open" });
  await user.selectOptions(screen.getByLabelText("Speaker"), "Bellman (2)");
  await user.selectOptions(screen.getByLabelText("Variable"), "gate_open");
  await expect.poll(() => asked.at(-1)).toMatchObject({ speaker_id: "ent_bellman", variable_id: "var_open" });
  await status("No results.");
  await user.selectOptions(screen.getByLabelText("Problem"), "Warning: Choice goes nowhere yet");
  await status("No problem matches.");
  expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Words" }).disabled).toBe(true);
  expect(screen.getByLabelText<HTMLSelectElement>("Speaker").disabled).toBe(true);
});
