import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { mergePatch } from "#domain/change/merge-patch.ts";
import type { JsonObject } from "#domain/json.ts";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import { shownToasts } from "../../../ui/toast.ts";
import { Table } from "./table-screen.tsx";

const PEOPLE = [
  ["Bor", { faction: "watch", role: "ferryman", alive: true }],
  ["Mara", { faction: "guild", role: "clerk", alive: false }],
  ["Tam", { faction: "watch", role: "priest" }],
  ["Wren", { role: "thief" }],
] as const;
let people: { id: string; name: string; properties: JsonObject; valid_from_seq: number; parent_id: string | null }[] =
  [];
let views: { id: string; name: string; subject: string; kind: string; query: string }[] = [];
const asked: [string, unknown][] = [];

function serve({ isRefused = false } = {}): void {
  asked.length = 0;
  people = PEOPLE.map(([name, properties], at) => ({
    id: `ent_${String(at).repeat(26)}`,
    external_id: `npc-${name}`,
    type: "character",
    name,
    parent_id: at === 0 ? "ent_gate" : null,
    updated_at: "2026-11-28T12:00:00.000Z",
    properties: { ...properties },
    valid_from_seq: at + 1,
  }));
  views = [
    { id: "view_1", name: "By faction", subject: "characters", kind: "board", query: "as=board&by=properties.faction" },
  ];
  const properties = ["faction", "role", "alive"].map((path) => ({
    path,
    entities: 3,
    kinds: path === "alive" ? { boolean: 2 } : { string: 3 },
  }));
  const told = (name: string, answer: (input: Record<string, unknown>) => unknown) => ({
    [name]: (input: Readonly<Record<string, unknown>>) => {
      asked.push([name, input]);
      return answer(input);
    },
  });
  answerWith({
    "projects.get": () => ({ id: "prj_1", name: "The Brack Coast", archived_at: null, last_seq: 3 }),
    "entities.properties": () => ({ properties, total: 3, has_more: false }),
    "images.list": () => ({ images: [], total: 0, has_more: false }),
    "entities.list": ({ ids, external_ids }) => {
      if (external_ids !== undefined) return { entities: [], total: 0, has_more: false };
      if (ids === undefined) return { entities: structuredClone(people), total: people.length, has_more: false };
      const gate = { id: "ent_gate", name: "The gate", type: "location", parent_id: null };
      return { entities: String(ids).includes("ent_gate") ? [gate] : [], total: 1, has_more: false };
    },
    "views.list": () => ({ views: structuredClone(views), total: views.length, has_more: false }),
    ...told("views.create", (input) => {
      views.push({ id: "view_2", ...input } as never);
      return views.at(-1);
    }),
    ...told("views.update", (input) => Object.assign(views[0] ?? {}, input)),
    ...told("views.delete", () => views.pop()),
    ...told("entities.batch", ({ entities }) => {
      const [{ id, patch }] = entities as [{ id: string; patch: { properties: JsonObject } }];
      const own = people.find((each) => each.id === id);
      const errors = [{ index: 0, status: 409, code: "edit_conflict", message: "", detail: null }];
      if (own === undefined || isRefused) return { entities: [], errors, results: [], omitted: 0 };
      own.properties = mergePatch(own.properties, patch.properties) as JsonObject;
      own.valid_from_seq += 100;
      return { entities: [structuredClone(own)], errors: [], results: [], omitted: 0 };
    }),
  });
}

function open(query: string, options?: Parameters<typeof serve>[0]) {
  serve(options);
  window.history.replaceState(null, "", `/projects/prj_1/cast${query}`);
  render(
    <Studio query={query}>
      <Table page="cast" types={["character"]} />
    </Studio>,
  );
  return userEvent.setup();
}

const BOARD = "?as=board&by=properties.faction";
const column = (name: string) => within(screen.getByRole("region", { name }));
const cards = (name: string) =>
  column(name)
    .queryAllByRole("article")
    .map((card) => card.getAttribute("aria-label"));

test("a card that is moved by Alt and an arrow gets the value of that column, and the toast takes it back", async () => {
  const user = open(BOARD);
  (await screen.findByRole("article", { name: "Mara" })).focus();
  expect([cards("guild"), cards("watch"), cards("No faction")]).toEqual([["Mara"], ["Bor", "Tam"], ["Wren"]]);
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await waitFor(() => expect(cards("watch")).toEqual(["Bor", "Mara", "Tam"]));
  await waitFor(() => expect(people[1]?.properties.faction).toBe("watch"));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Mara");
  expect(shownToasts().at(-1)?.text).toBe("“Mara” is now in “watch”.");
  shownToasts().at(-1)?.undo?.();
  await waitFor(() => expect(cards("guild")).toEqual(["Mara"]));
  await user.click(screen.getByRole("button", { name: "More for Wren" }));
  await user.click(await screen.findByRole("menuitem", { name: "guild" }));
  await waitFor(() => expect(cards("guild")).toEqual(["Mara", "Wren"]));
});

test("a card whose move is refused is back in its column, and says why", async () => {
  const user = open(BOARD, { isRefused: true });
  (await screen.findByRole("article", { name: "Mara" })).focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  expect(await screen.findByText(/Not moved to “watch”. Somebody else changed this/)).toBeTruthy();
  expect(cards("guild")).toEqual(["Mara"]);
});

test("a gallery shows faces with a line and chips", async () => {
  open("?as=gallery");
  const card = (await screen.findByRole("link", { name: "Bor" })).closest("li");
  expect(card?.textContent).toContain("watch");
  expect(card?.textContent).toContain("ferryman");
  expect(card?.textContent).toContain("Alive");
});

test("a tree shows the rows in their places", async () => {
  open("?as=tree");
  const gate = await screen.findByRole("treeitem", { name: /The gate/ });
  expect(gate.getAttribute("aria-description")).toBe("1 character");
  expect(screen.getByRole("treeitem", { name: /Bor/ }).getAttribute("aria-level")).toBe("2");
});

test("saved views are links to all that they show; what is shown is saved, and a view is renamed and deleted", async () => {
  const user = open("?as=gallery&sort=-changed");
  const link = await screen.findByRole("link", { name: "By faction" });
  expect(link.getAttribute("href")).toContain("?as=board&by=properties.faction&view=view_1");
  await user.click(screen.getByRole("button", { name: "Save view" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Faces");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const saved = await screen.findByRole("link", { name: "Faces" });
  await waitFor(() => expect(saved.getAttribute("aria-current")).toBe("page"));
  expect(asked[0]).toEqual([
    "views.create",
    { project_id: "prj_a", name: "Faces", subject: "characters", kind: "gallery", query: "as=gallery&sort=-changed" },
  ]);
  expect(window.location.search).toContain("view=view_2");
  await user.click(screen.getByRole("button", { name: "More for the view Faces" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Faces" })).toBeNull());
  expect(window.location.search).not.toContain("view=");
});

test("a view that is shown otherwise than it was saved is saved anew or as another one", async () => {
  const user = open("?as=board&by=properties.role&view=view_1");
  await user.click(await screen.findByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull());
  expect(asked[0]).toEqual([
    "views.update",
    { project_id: "prj_a", view_id: "view_1", kind: "board", query: "as=board&by=properties.role" },
  ]);
});
