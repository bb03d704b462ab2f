import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, ROUTER, Studio } from "../../studio.fixture.tsx";
import { Palette } from "./palette.tsx";

const ODO = { id: "ent_1", name: "Odo Pell", type: "character", properties: { aliases: "the Weighmaster" } };
const NONE = { total: 0, has_more: false };

/** The palette with words in it, in a project with one character. */
async function search(text: string, props: Partial<Parameters<typeof Studio>[0]> = {}) {
  const asked: Record<string, unknown>[] = [];
  answerWith({
    "dialogues.list": () => ({ dialogues: [], ...NONE }),
    "entities.list": (input) => {
      asked.push(input);
      const isFound = input.ids === ODO.id || input.type === "character" || /odo/i.test(String(input.q));
      return { entities: isFound ? [ODO] : [], ...NONE };
    },
    "dialogues.search": ({ q }) => ({
      matches: /odo/i.test(String(q))
        ? [{ subject_id: "node_1", graph_id: "dlg_1", graph_name: "The low bell", excerpt: "Ask Odo Pell." }]
        : [],
      ...NONE,
    }),
    "entities.create": () => ({ id: "ent_2" }),
  });
  ROUTER.push.mockClear();
  const view = render(
    // What was read in one project is not what another one has.
    <Studio projectId={`prj_${expect.getState().currentTestName?.length}`} {...props}>
      <Palette typed={{ text: "", presses: [] }} onClose={() => undefined} />
    </Studio>,
  );
  const user = userEvent.setup();
  if (text !== "") await user.type(screen.getByRole("combobox"), text);
  return { user, asked, ...view };
}

const titles = () => screen.getAllByRole("option").map((option) => option.textContent);

test("finds a person by name and by another name, before the cards that mention them", async () => {
  const { user } = await search("odo pell");
  expect(await screen.findByRole("option", { name: /^Odo Pell/, selected: true })).toBeTruthy();
  expect(await screen.findByRole("option", { name: /^Ask Odo Pell/ })).toBeTruthy();
  expect(titles().filter((title) => title?.startsWith("Odo Pell"))).toHaveLength(1);
  await user.clear(screen.getByRole("combobox"));
  await user.type(screen.getByRole("combobox"), "weighmaster");
  expect(await screen.findByRole("option", { name: /^Odo Pell/ })).toBeTruthy();
});

test("makes what is not there by the typed name, and offers it to nobody who may not write", async () => {
  const { user, unmount } = await search("Brann");
  await user.click(await screen.findByRole("option", { name: "New character “Brann”" }));
  await waitFor(() => expect(ROUTER.push).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/cast\/ent_2$/)));
  unmount();
  const theirs = await search("Brann", { role: "viewer" });
  expect(await screen.findByText("No results for “Brann”.")).toBeTruthy();
  theirs.unmount();
  const then = await search("odo", { query: "at=7" });
  await screen.findByRole("option", { name: /^Odo Pell/ });
  expect(then.asked.every(({ at_seq }) => at_seq === 7)).toBe(true);
  expect(titles().some((title) => title?.startsWith("New "))).toBe(false);
});

test("offers what was gone to last while nothing is typed, under the name it has now", async () => {
  const first = await search("odo pell");
  await first.user.click(await screen.findByRole("option", { name: /^Odo Pell/ }));
  first.unmount();
  await search("");
  const recent = await screen.findByRole("group", { name: "Recent" });
  expect(recent.textContent).toContain("Odo Pell");
});

const DIALOGUES = ["The low bell", "The low road"].map((name, at) => ({ id: `dlg_${at}`, name, description: "" }));

/** The palette with words in it, while the names of dialogues are on their way until `arrive`. */
async function typeEarly(text: string) {
  const names = Promise.withResolvers<object>();
  answerWith({ "dialogues.list": () => names.promise });
  ROUTER.push.mockClear();
  const onClose = vi.fn<() => void>();
  render(
    <Studio>
      <Palette typed={{ text: "", presses: [] }} onClose={onClose} />
    </Studio>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByRole("combobox"), text);
  return { user, onClose, arrive: () => names.resolve({ dialogues: DIALOGUES, total: 2, has_more: false }) };
}

test("Enter waits for names that are on their way, and goes where it would have gone with them", async () => {
  const { user, onClose, arrive } = await typeEarly("low");
  expect(screen.queryByText(/No results for/)).toBeNull();
  await user.keyboard("{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(ROUTER.push).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/dlg_0$/)));
  expect(onClose).toHaveBeenCalledOnce();
});

test("an Enter that words followed is taken back", async () => {
  const { user, onClose, arrive } = await typeEarly("low");
  await user.keyboard("{Enter} road");
  arrive();
  expect(await screen.findByRole("option", { name: /^The low road/, selected: true })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
