import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Answers, answerWith, Refused, Studio } from "../../studio.fixture.tsx";
import type { Session } from "../session/session-provider.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import type { ShareLink } from "./share-queries.ts";

const META = {
  project_id: "prj_1",
  valid_from_seq: 1,
  valid_to_seq: null,
  created_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
};
const LINK: ShareLink = {
  id: "shr_1",
  graph_id: "dlg_1",
  name: "Voice actors",
  plays: "latest",
  checkpoint_id: null,
  seq: null,
  takes_paths: true,
  expires_at: null,
  renewed_at: null,
  revoked_at: null,
  revoked_by: null,
  ...META,
};
const MOMENT = {
  id: "ckp_1",
  name: "Act one",
  seq: 4,
  note: "",
  released: false,
  released_at: null,
  released_by: null,
  ...META,
};

type Sent = Readonly<Record<string, unknown>>;

function showShare(shares: readonly ShareLink[], answers: Answers = {}, role: Session["role"] = "designer") {
  const onPaths = vi.fn();
  const sent: { name: string; input: Sent }[] = [];
  const told = (name: string, answer: (input: Sent) => unknown) => (input: Sent) => {
    sent.push({ name, input });
    return answer(input);
  };
  let links = shares;
  let moments = [MOMENT];
  answerWith({
    "shares.list": () => ({ shares: links, total: links.length, has_more: false }),
    "checkpoints.list": () => ({ checkpoints: moments, total: moments.length, has_more: false }),
    "record.events": () => ({ events: [{ subject_id: "shr_1", actor: "user:usr_ana" }], total: 1, has_more: false }),
    "workspace.people": () => ({ people: [{ id: "usr_ana", name: "Ana" }], keys: [] }),
    "runs.list": ({ share_id }) => ({ runs: [], total: share_id === "shr_1" ? 3 : 0, has_more: false }),
    "shares.create": told("create", (input) => ({ ...LINK, ...input, id: "shr_2", url: "https://f.test/play#sl_1" })),
    "shares.renew": told("renew", () => ({ ...LINK, token: "sl_2", url: "https://f.test/play#sl_2" })),
    "shares.revoke": told("revoke", () => {
      links = links.map((each) => ({ ...each, revoked_at: "2026-11-25T10:00:00Z", revoked_by: "user:usr_ana" }));
      return links[0];
    }),
    "checkpoints.create": told("name", ({ name }) => ({ ...MOMENT, id: "ckp_2", name })),
    "checkpoints.release": told("release", ({ checkpoint_id }) => {
      moments = moments.map((each) => ({ ...each, released: each.id === checkpoint_id }));
      return MOMENT;
    }),
    ...answers,
  });
  render(
    <Studio role={role}>
      <ShareDialog dialogue={{ id: "dlg_1", name: "The ferry" }} onClose={vi.fn()} onPaths={onPaths} />
    </Studio>,
  );
  return { user: userEvent.setup(), sent, onPaths };
}

test("a link to the latest is made, shown once, and another one asked for", async () => {
  const { user, sent } = showShare([]);
  await screen.findByText("No links yet.");
  await user.click(screen.getByRole("button", { name: "Create link" }));
  const shown = within(await screen.findByRole("region", { name: /^The link “Link of \d/ }));
  expect(shown.getByRole("region", { name: "Link" }).textContent).toContain("https://f.test/play#sl_1");
  expect(sent[0]?.input).toMatchObject({ graph_id: "dlg_1", plays: "latest", expires_at: null });
  expect(sent[0]?.input.name).toMatch(/^Link of \d+ \w+ \d{4}$/);
  await user.click(shown.getByRole("button", { name: "Create another" }));
  expect(screen.queryByText("https://f.test/play#sl_1")).toBeNull();
});

test("how things are now becomes a released moment under the name that is written", async () => {
  const { user, sent } = showShare([]);
  await user.selectOptions(await screen.findByLabelText("What do readers play?"), "new");
  await user.type(screen.getByLabelText(/^Name/), "The table read");
  await user.selectOptions(screen.getByLabelText("The link works"), "7");
  await user.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByRole("region", { name: "The link “The table read”" });
  expect(sent.map(({ name }) => name)).toEqual(["name", "release", "create"]);
  const { expires_at, ...made } = sent[2]?.input ?? {};
  expect(made).toMatchObject({ plays: "checkpoint", checkpoint_id: "ckp_2", name: "The table read" });
  expect(Date.parse(String(expires_at)) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
});

test("a moment is released, and can be played then", async () => {
  const { user } = showShare([]);
  await user.click(await screen.findByRole("button", { name: "Release “Act one” for readers" }));
  expect(await screen.findByText("Released")).toBeTruthy();
  expect(await screen.findByRole("option", { name: /^Act one/ })).toBeTruthy();
});

test("a link says what it plays, who made it and how many paths came; it is given a new address, and revoked when asked twice", async () => {
  const { user, sent, onPaths } = showShare([LINK]);
  const row = within(await screen.findByRole("listitem", { name: "Voice actors" }));
  expect(row.getByText("Draft")).toBeTruthy();
  expect(await row.findByText("Ana")).toBeTruthy();
  await user.click(await row.findByRole("button", { name: "Show 3 paths by “Voice actors”" }));
  expect(onPaths).toHaveBeenCalledWith("shr_1");
  await user.click(row.getByRole("button", { name: "New address for “Voice actors”…" }));
  // The address that readers have stops working.
  expect(sent.some(({ name }) => name === "renew")).toBe(false);
  await user.click(row.getByRole("button", { name: "Give it a new address" }));
  expect((await screen.findByRole("region", { name: "Link" })).textContent).toContain("#sl_2");
  await user.click(row.getByRole("button", { name: "Revoke “Voice actors”…" }));
  expect(sent.some(({ name }) => name === "revoke")).toBe(false);
  await user.click(row.getByRole("button", { name: "Keep it" }));
  await user.click(row.getByRole("button", { name: "Revoke “Voice actors”…" }));
  await user.click(row.getByRole("button", { name: "Revoke it" }));
  expect(await row.findByText("Revoked")).toBeTruthy();
  expect(row.queryByRole("button", { name: /^New address/ })).toBeNull();
});

test("a link whose moment is not released says that it opens nothing", async () => {
  showShare([{ ...LINK, plays: "checkpoint", checkpoint_id: "ckp_1" }]);
  expect(await screen.findByText("does not work: the moment is not released")).toBeTruthy();
});

test("a viewer sees the links, and why they make none", async () => {
  const { user, sent } = showShare([LINK], {}, "viewer");
  await screen.findByRole("listitem", { name: "Voice actors" });
  await user.click(screen.getByRole("button", { name: /^Create link/ }));
  await user.click(screen.getByRole("button", { name: /^Revoke “Voice actors”/ }));
  expect(sent).toEqual([]);
});

test("links that could not be read are read again", async () => {
  let fails = true;
  const { user } = showShare([], {
    "shares.list": () => {
      if (fails) throw new Error("no connection");
      return { shares: [LINK], total: 1, has_more: false };
    },
  });
  // The moments travel with the links.
  const [again] = await screen.findAllByRole("button", { name: "Retry" });
  fails = false;
  await user.click(again as HTMLElement);
  expect(await screen.findByRole("listitem", { name: "Voice actors" })).toBeTruthy();
});

test("a link that was not made after its moment was named is made with the same moment the next time", async () => {
  let isUp = false;
  const { user, sent } = showShare([], {
    "shares.create": (input) => {
      if (!isUp) throw new Refused("internal_error", 500, "It failed.");
      return { ...LINK, ...input, id: "shr_2", url: "https://f.test/play#sl_1" };
    },
  });
  await user.selectOptions(await screen.findByLabelText("What do readers play?"), "new");
  await user.type(screen.getByLabelText(/^Name/), "The table read");
  await user.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByText("The link was not created");
  isUp = true;
  await user.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByRole("region", { name: "The link “The table read”" });
  expect(sent.filter(({ name }) => name === "name")).toHaveLength(1);
});
