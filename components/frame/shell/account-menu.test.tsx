import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import { AccountMenu } from "./account-menu.tsx";

const went: string[] = [];

/** The page that the menu is on, as far as the menu leads to it. */
function Page() {
  useCommandHandlers({
    "studio.shortcuts": () => went.push("shortcuts"),
    "go.usage": () => went.push("usage"),
    "go.welcome": () => went.push("welcome"),
    "go.reference": () => went.push("reference"),
  });
  return <AccountMenu />;
}

async function open() {
  answerWith({});
  render(
    <Studio>
      <Page />
    </Studio>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Account of Ana" });
  act(() => button.focus());
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  return { user, button };
}

afterEach(() => {
  went.length = 0;
  delete document.documentElement.dataset.theme;
});

test("the menu says who is signed in, and offers only what the page can do", async () => {
  await open();
  const menu = screen.getByRole("menu");
  expect(menu.textContent).toContain("Ana · Designer of The Brack Coast");
  expect(menu.textContent).toContain("ana@fabula.example");
  const names = [...menu.querySelectorAll("[role^=menuitem]")].map(
    (each) => each.getAttribute("aria-label") ?? each.textContent,
  );
  expect(names.map((name) => name?.replace(/\?$/, "").trim())).toEqual([
    "Use the light theme",
    "Use the dark theme",
    "Use the system’s theme",
    "Show all shortcuts",
    "Single-letter shortcuts",
    "Usage and plan",
    "Show the welcome",
    "API reference",
    "Change your password…",
    "Sign out everywhere…",
    "Sign out",
  ]);
});

test("keys go through the menu, do what is chosen, and Escape gives the focus back", async () => {
  const { user, button } = await open();
  await user.keyboard("{Escape}");
  await expect.poll(() => document.activeElement).toBe(button);
  expect(screen.queryByRole("menu")).toBeNull();
  await user.keyboard("{Enter}");
  const dark = await screen.findByRole("menuitemcheckbox", { name: "Use the dark theme" });
  for (let step = 0; step < 4 && document.activeElement !== dark; step++) await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(dark);
  await user.keyboard("{Enter}");
  await expect.poll(() => document.documentElement.dataset.theme).toBe("dark");
});

test("a page that was chosen is gone to", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("menuitem", { name: "Show the welcome" }));
  expect(went).toEqual(["welcome"]);
});
