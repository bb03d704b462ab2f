import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { type Answers, answerWith, Refused, Studio } from "../../studio.fixture.tsx";
import { KeyList } from "./key-list.tsx";
import type { ApiKey } from "./key-queries.ts";

const KEY: ApiKey = {
  id: "key_1",
  workspace_id: "wsp_1",
  name: "Build server",
  kind: "secret",
  mode: "test",
  scopes: ["read"],
  project_ids: null,
  prefix: "sk_test_",
  start: "a1b2",
  last4: "9f2c",
  state: "active",
  created_by: "user:usr_ana",
  created_at: "2026-11-01T08:00:00.000Z",
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
};
const OWNER = "owner";
const PROJECTS = [
  { id: "prj_1", name: "The Salt Gate", mode: "test" },
  { id: "prj_2", name: "Crossings", mode: "live" },
];

function showKeys(answers: Answers) {
  answerWith({
    "keys.list": () => ({ keys: [KEY], total: 1, has_more: false }),
    "keys.get": () => KEY,
    "projects.list": () => ({ projects: PROJECTS, total: 2, has_more: false }),
    "usage.hours": () => ({ hours: [], callers: [] }),
    "usage.get": () => ({ total: NO_CALLS, days: [], groups: [], group_count: 0, forecast: null }),
    ...answers,
  });
  render(
    <Studio role={OWNER}>
      <KeyList />
    </Studio>,
  );
  return userEvent.setup();
}

const NO_CALLS = { requests: 0, succeeded: 0, limited: 0, refused: 0, failed: 0, generation_units: 0 };

beforeEach(() => window.history.replaceState(null, "", "/keys"));

test("a new key says what it will see, holds no more than its purpose, and is not closed before it is stored", async () => {
  const sent: Readonly<Record<string, unknown>>[] = [];
  const user = showKeys({
    "keys.create": (input) => {
      sent.push(input);
      return { ...KEY, ...input, id: "key_2", key: "pk_live_shown_once" };
    },
  });
  await user.click(await screen.findByRole("button", { name: "New key" }));
  const form = within(await screen.findByRole("dialog", { name: "New key" }));
  expect((await form.findByText(/^This key will see/)).textContent).toBe("This key will see: The Salt Gate.");
  await user.click(form.getByRole("radio", { name: "Game client" }));
  await user.click(form.getByRole("radio", { name: "Live" }));
  // What is in a game names its projects.
  expect(form.queryByRole("radio", { name: /^All/ })).toBeNull();
  expect(form.getByText(/^This key will see/).textContent).toBe("This key will see nothing: no project is chosen.");
  await user.click(form.getByRole("checkbox", { name: "Crossings" }));
  await user.selectOptions(form.getByRole("combobox", { name: "It works for" }), "never");
  await user.click(form.getByRole("button", { name: "Create key" }));

  const shown = within(await screen.findByRole("dialog", { name: "The key “Game client”" }));
  expect(sent).toEqual([
    {
      name: "Game client",
      kind: "publishable",
      mode: "live",
      scopes: ["read"],
      project_ids: ["prj_2"],
      expires_at: null,
    },
  ]);
  shown.getByText("pk_live_shown_once");
  await user.keyboard("{Escape}");
  shown.getByText(/Closing loses the key/);
  await user.click(shown.getByRole("checkbox", { name: "I’ve stored it" }));
  await user.click(shown.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText(/pk_live_shown_once/)).toBeNull();
});

test("a key that is being replaced says whether calls still come with it, and is not rotated again", async () => {
  const old = {
    ...KEY,
    replaced_by: "key_2",
    last_used_at: "2026-11-01T10:00:00.000Z",
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const fresh = { ...KEY, id: "key_2", created_at: "2026-11-01T09:00:00.000Z" };
  const user = showKeys({
    "keys.list": () => ({ keys: [fresh, old], total: 2, has_more: false }),
    "keys.get": ({ key_id }) => (key_id === old.id ? old : fresh),
  });
  const row = within(await screen.findByRole("row", { name: /Being replaced/ }));
  expect(row.getByRole("timer").textContent).toMatch(/^(59 min \d\d s|1 h 00 min)$/);
  await user.click(row.getByRole("button", { name: "Build server" }));
  await screen.findByText("This key is still in use");
  const rotate = screen.getByRole("button", { name: "Rotate…" });
  expect(rotate.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("button", { name: "Revoke…" }).getAttribute("aria-disabled")).toBeNull();
});

test("a project of a key is no deleted one before all of them are here, and a page that fails is not asked for without end", async () => {
  let asked = 0;
  showKeys({
    "keys.list": () => ({ keys: [{ ...KEY, project_ids: ["prj_9"] }], total: 1, has_more: false }),
    "projects.list": ({ offset }) => {
      asked += 1;
      if (offset === 0) return { projects: PROJECTS, total: 201, has_more: true };
      throw new Refused("internal_error", 500, "It failed.");
    },
  });
  const row = await screen.findByRole("row", { name: /Build server/ });
  const wait = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await vi.waitFor(() => expect(asked).toBeGreaterThan(1));
  await wait();
  const soon = asked;
  await wait();
  expect(asked).toBe(soon);
  expect(row.textContent).not.toContain("A deleted project");
});
