import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PLACE } from "../../editor/session/simulation/fake-tab.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { LinksScreen } from "./links-screen.tsx";
import { NewLink } from "./new-link.tsx";

const LINK = {
  id: "lnk_1",
  project_id: "prj_1",
  source_project_id: "prj_2",
  mode: "following",
  filter: { types: ["character"], entity_ids: [], relationships: true, facts: false },
  overlay: ["mood"],
  seq: 12,
  pinned_seq: 12,
  status: "ready",
  error: null,
  updated_at: "2026-11-01T08:00:00.000Z",
  created_at: "2026-11-01T08:00:00.000Z",
};
const CHANGE = {
  id: "lch_1",
  project_id: "prj_1",
  link_id: LINK.id,
  type: "entity",
  subject_id: "ent_1",
  change: "changed",
  label: "Mara Quill",
  fields: [
    { name: "name", here: "Mara", there: "Mara Quill", held: false },
    { name: "properties.mood", here: "grim", there: "glad", held: true },
  ],
  content: {},
  source_seq: 20,
  status: "open",
};
const PAGE = { has_more: false };

test("a link says what it brings, what has changed there and what stays one’s own, and each change is answered", async () => {
  const user = userEvent.setup();
  let changes = [CHANGE];
  const accepted = vi.fn((_input: unknown) => {
    changes = [];
    return CHANGE;
  });
  const repinned = vi.fn((_input: unknown) => LINK);
  answerWith({
    "links.list": () => ({ links: [LINK], total: 1, ...PAGE }),
    "links.get": () => LINK,
    "links.listChanges": () => ({ changes, total: changes.length, ...PAGE }),
    "links.acceptChange": accepted,
    "links.repin": repinned,
    "links.drift": () => ({
      drift: [{ type: "entity", id: "ent_1", change: "changed", label: "Mara Quill", fields: ["name"] }],
      ...{ total: 1, pinned_seq: 12, source_seq: 20, complete: true, ...PAGE },
    }),
    "projects.list": () => ({ projects: [{ id: "prj_2", name: "The Salt Gate", mode: "test" }], total: 1, ...PAGE }),
  });
  render(
    <Studio>
      <LinksScreen />
    </Studio>,
  );
  await user.click(await screen.findByRole("button", { name: "The Salt Gate" }));
  const panel = within(await screen.findByRole("region", { name: "The Salt Gate" }));
  panel.getByText("character, without facts");
  await panel.findByText("(yours stays; there: glad)");
  await panel.findByText("1 difference");
  await user.click(panel.getByRole("button", { name: "Accept: Mara Quill" }));
  expect(accepted).toHaveBeenCalledWith(expect.objectContaining({ link_change_id: "lch_1" }));
  await panel.findByText("Nothing has changed there that you have not answered.");
  await user.click(panel.getByRole("button", { name: "Bring the present state" }));
  expect(repinned).toHaveBeenCalledWith(expect.objectContaining({ link_id: "lnk_1", seq: 20 }));
});

test("a fact whose place another one has taken there says so in words", async () => {
  const field = (name: string, there: string) => ({ name, here: null, there, held: false });
  const fields = [field("superseded_by", "fact_2"), field("superseded_mode", "from")];
  const change = { ...CHANGE, type: "fact", subject_id: "fact_1", label: "She lives at the quay.", fields };
  answerWith({
    "links.list": () => ({ links: [LINK], total: 1, ...PAGE }),
    "links.get": () => LINK,
    "links.listChanges": () => ({ changes: [change], total: 1, ...PAGE }),
    "links.drift": () => ({ drift: [], total: 0, pinned_seq: 12, source_seq: 20, complete: true, ...PAGE }),
    "projects.list": () => ({ projects: [{ id: "prj_2", name: "The Salt Gate", mode: "test" }], total: 1, ...PAGE }),
  });
  render(
    <Studio>
      <LinksScreen />
    </Studio>,
  );
  await userEvent.setup().click(await screen.findByRole("button", { name: "The Salt Gate" }));
  await screen.findByText("There another fact has taken its place.");
  expect(screen.queryByText(/superseded_|fact_2/)).toBeNull();
});

test("a link whose job was lost can be released again, one at work cannot", async () => {
  const user = userEvent.setup();
  const released = vi.fn((_input: unknown) => LINK);
  let link = { ...LINK, status: "releasing", updated_at: new Date().toISOString() };
  answerWith({
    "links.list": () => ({ links: [link], total: 1, ...PAGE }),
    "links.get": () => link,
    "links.listChanges": () => ({ changes: [], total: 0, ...PAGE }),
    "links.release": released,
    "projects.list": () => ({ projects: [{ id: "prj_2", name: "The Salt Gate", mode: "test" }], total: 1, ...PAGE }),
  });
  render(
    <Studio>
      <LinksScreen />
    </Studio>,
  );
  await user.click(await screen.findByRole("button", { name: "The Salt Gate" }));
  const panel = within(await screen.findByRole("region", { name: "The Salt Gate" }));
  const button = await panel.findByRole("button", { name: /^Release…/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  link = { ...link, updated_at: LINK.updated_at };
  await waitFor(() => expect(button.getAttribute("aria-disabled")).not.toBe("true"), { timeout: 5_000 });
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "Release the link" }));
  expect(released).toHaveBeenCalledWith(expect.objectContaining({ link_id: "lnk_1" }));
});

test("a new link says truly why there is no project to choose", async () => {
  const own = { id: PLACE.projectId, name: "Own", mode: "live" };
  const projects = [own];
  answerWith({
    "projects.get": () => own,
    "projects.list": () => ({ projects, total: projects.length, ...PAGE }),
  });
  const shown = () => render(<NewLink onClose={() => {}} />, { wrapper: Studio });
  const first = shown();
  expect(await screen.findByText("There is no other project in this workspace.")).toBeTruthy();
  first.unmount();
  projects.push({ id: "prj_2", name: "The Salt Gate", mode: "test" });
  shown();
  expect(await screen.findByText(/^There is no other live project in this workspace\. Test and live/)).toBeTruthy();
});
