import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { SavePill } from "./save-pill.tsx";
import { SavingList } from "./saving-list.tsx";

/** The pill of an open dialogue, and the list behind it. */
function showSaving() {
  answerWith({});
  const tab = openTab();
  render(
    tab.shown(
      <>
        <SavePill />
        <section aria-label="List">
          <SavingList />
        </section>
      </>,
    ),
  );
  const words = () => screen.getAllByRole("status")[0]?.textContent;
  const list = () => within(screen.getByRole("region", { name: "List" }));
  const write = async (id: string, text: string) => {
    act(() => void tab.session.dispatch("Write", [{ op: "node.update", id, patch: { text } }]));
    await tab.pass(3_000);
  };
  return { ...tab, user: userEvent.setup(), words, list, write };
}

test("a server that is in trouble: says so with the request, tries again by itself, and at once when asked", async () => {
  const { browser, pass, user, words, list, write } = showSaving();
  browser.weather = "broken";
  await write("node_a", "Patience.");
  expect(words()).toBe("Couldn’t save");
  list().getByText("request req_1");
  browser.weather = "fine";
  await pass(60_000);
  expect(words()).toMatch(/^Saved \d/);

  browser.weather = "broken";
  await write("node_a", "More of it.");
  await pass(60_000);
  expect(words()).toBe("Couldn’t save");
  browser.weather = "fine";
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await pass(100);
  expect(words()).toMatch(/^Saved \d/);
  expect(browser.server.content.nodes.get("node_a")?.text).toBe("More of it.");
});

test("a gesture the server fails on each time blocks nothing behind it, and can be tried again", async () => {
  const { browser, pass, user, words, list, write } = showSaving();
  let isMended = false;
  const failsOn = browser.server.failsOn.bind(browser.server);
  browser.server.failsOn = (batch) => !isMended && failsOn(batch);
  await write("node_a", "A defect, unluckily.");
  await write("node_b", "Behind it.");
  await pass(60_000);
  expect(words()).toBe("Couldn’t save 1 change");
  expect(browser.server.content.nodes.get("node_b")?.text).toBe("Behind it.");
  const refused = within(list().getByRole("region", { name: "Not saved" }));
  refused.getByText("A defect, unluckily.");
  isMended = true;
  await user.click(refused.getByRole("button", { name: "Retry" }));
  await pass(3_000);
  expect(words()).toMatch(/^Saved/);
  expect(browser.server.content.nodes.get("node_a")?.text).toBe("A defect, unluckily.");
});

test("what was refused for good is copied, and dropped", async () => {
  const { pass, user, words, list, write } = showSaving();
  await write("node_a", "This is poison.");
  expect(words()).toBe("Couldn’t save 1 change");
  await user.click(list().getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe("This is poison.");
  await user.click(list().getByRole("button", { name: "Discard" }));
  await pass(100);
  expect(words()).toMatch(/^Saved/);
});

test("without storage writing goes on, and the pill says that changes are only in this tab until they are saved", async () => {
  const { browser, pass, words, write } = showSaving();
  browser.storage.isFull = true;
  browser.weather = "lost-request";
  await write("node_a", "Kept in this tab alone.");
  expect(words()).toBe("Offline — 1 change kept only in this tab");
  browser.weather = "fine";
  await pass(60_000);
  expect(words()).toMatch(/^Saved/);
  expect(browser.server.content.nodes.get("node_a")?.text).toBe("Kept in this tab alone.");
});

for (const [branch, left] of [
  ["Keep mine", "Who knocks at the gate?"],
  ["Take theirs", "Who knocks at the door?"],
] as const) {
  test(`two people edit one text: both versions are shown, and “${branch}” decides`, async () => {
    const { browser, session, pass, user, words, list, write } = showSaving();
    browser.server.change("user:other", [
      { op: "node.update", id: "node_a", patch: { text: "Who knocks at the door?" } },
    ]);
    await write("node_a", "Who knocks at the gate?");
    await act(() => session.catchUp());
    expect(words()).toBe("1 conflict");
    const banner = within(list().getByRole("region", { name: /changed the text too/ }));
    banner.getByText("Mine");
    for (const word of ["gate", "door"]) banner.getByText(word);
    await user.click(banner.getByRole("button", { name: branch }));
    await pass(3_000);
    expect(words()).toMatch(/^Saved/);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe(left);
    expect(session.store.getState().nodes.get("node_a")?.text).toBe(left);
  });
}

for (const [eachBranch, text] of [
  ["Restore with my edits", "Not so fast."],
  ["Discard", undefined],
] as const) {
  test(`a card deleted under my words is in conflict, and “${eachBranch}” decides`, async () => {
    const { browser, session, pass, user, words, list, write } = showSaving();
    browser.server.change("user:other", [{ op: "node.delete", id: "node_a" }]);
    await write("node_a", "Not so fast.");
    await act(() => session.catchUp());
    expect(words()).toBe("1 conflict");
    const banner = within(list().getByRole("region", { name: /deleted this/ }));
    banner.getByText("Not so fast.");
    await user.click(banner.getByRole("button", { name: eachBranch }));
    await pass(3_000);
    expect(words()).toMatch(/^Saved/);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe(text);
  });
}

test("that changes of an earlier visit are saved is said for some seconds", async () => {
  answerWith({});
  const { session, shown } = openTab();
  vi.useFakeTimers();
  render(shown(<SavePill />));
  act(() => session.saving.setState({ recovered: { count: 2, from: 0 } }));
  expect(screen.getByText(/^2 changes .*now saved$/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText(/now saved/)).toBeNull();
  vi.useRealTimers();
});
