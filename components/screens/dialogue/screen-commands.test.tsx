import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { shownToasts } from "../../ui/toast.ts";
import { ScreenCommands } from "./screen-commands.tsx";

/** Opens a dialogue at an address. */
function openAt(query: string) {
  window.history.replaceState(null, "", `/${query}`);
  answerWith({});
  const tab = openTab();
  render(tab.shown(<ScreenCommands />));
  return tab.session.store.getState();
}

test("a link to a card selects it, and one to a card that is not there says so", async () => {
  expect(openAt("?card=node_a").active).toBe("node_a");
  expect(shownToasts().some(({ text }) => text.includes("this link"))).toBe(false);
  expect(openAt("?card=node_gone").active).toBeNull();
  await waitFor(() => expect(shownToasts().at(-1)?.text).toMatch(/^The card in this link was not found/));
});
