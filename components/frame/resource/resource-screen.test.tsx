import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { checkpointVersions } from "#drizzle/schema/checkpoints.ts";
import { field } from "#server/kernel/field.ts";
import { integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { type Area, area } from "#server/operation/area.ts";
import type { Operation } from "#server/operation/operation.ts";
import { recorded } from "#server/operation/ordinary/recorded.ts";
import { type ResourceScreenData, resourceScreen } from "#server/operation/resource-screen.ts";
import { areas } from "#server/operations.ts";
import { answerWith, ROUTER, Studio } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import type { Subject } from "./resource-read.ts";
import { ResourceBody } from "./resource-screen.tsx";

const TIMES = {
  project_id: "prj_1",
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: "2026-11-02T08:00:00.000Z",
  valid_from_seq: 4,
  valid_to_seq: null,
};

const page = recorded({
  type: "checkpoint",
  one: "page",
  plural: "pages",
  path: "/v1/projects/{project_id}/pages",
  table: checkpointVersions,
  fields: {
    name: field(singleLine({ min: 1, max: 200 }), { label: "Title", sort: true }),
    mood: field(z.enum(["calm", "cross"]), { default: "calm", filter: "Only pages of this mood." }),
    words: field(integer({ min: 0 }), { default: 0, sort: true }),
    note: field(text({ max: 500 }), { default: "" }),
    state: field(z.enum(["draft", "done"]), { writable: "never", default: "draft", filter: "Only these." }),
    done_at: field(z.iso.datetime().nullable(), { writable: "never", default: null }),
  },
  states: {
    states: { draft: { is: { state: "draft" } }, done: { is: { state: "done" }, at: "done_at" } },
    transitions: {
      finish: { from: ["draft"], to: "done", verb: "finished", meaning: "", summary: "", description: "" },
      reopen: { from: ["done"], to: "draft", verb: "reopened", meaning: "", summary: "", description: "" },
    },
  },
  example: { state: { name: "The gate" } },
});
const pages = resourceScreen(
  "pages",
  area({
    screen: page,
    operations: {
      create: page.create({ example: { name: "The gate" } }),
      list: page.list(),
      update: page.update({ example: {} }),
      delete: page.delete(),
      restore: page.restore(),
      ...page.transitions(),
    },
  }),
) as ResourceScreenData;

function open(data: ResourceScreenData, role: "designer" | "viewer" = "designer", query = ""): void {
  render(
    <Studio role={role} query={query}>
      <ResourceBody<Subject> data={data} about="It is what readers see." />
      <ToastLayer />
    </Studio>,
  );
}

beforeEach(() => window.history.replaceState(null, "", "/"));

const titles = () => screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);
const press = (name: string | RegExp) => userEvent.setup().click(screen.getByRole("button", { name }));

/** A service that keeps pages. */
function keep(...names: string[]) {
  const now = new Map<string, Subject>();
  const gone = new Map<string, Subject>();
  const put = (id: string, more: object) => {
    const next = { ...TIMES, id, words: 0, note: "", mood: "calm", state: "draft", ...now.get(id), ...more };
    now.set(id, next as Subject);
    return next;
  };
  for (const name of names) put(name, { name });
  const move = (from: Map<string, Subject>, to: Map<string, Subject>) => (input: object) => {
    const { checkpoint_id: id } = input as { checkpoint_id: string };
    to.set(id, from.get(id) as Subject);
    from.delete(id);
    return { id };
  };
  const asked: [string, object][] = [];
  const own = (name: string, does: (input: Record<string, unknown>) => unknown) => ({
    [`pages.${name}`]: (input: object) => {
      asked.push([name, input]);
      return does({ ...input });
    },
  });
  answerWith({
    "pages.list": () => ({ pages: [...now.values()], total: now.size, has_more: false }),
    ...own("create", ({ project_id: _, ...body }) => put(String(body.name), body)),
    ...own("update", ({ checkpoint_id: id, project_id: _, base_seq: __, ...body }) => put(String(id), body)),
    ...own("finish", ({ checkpoint_id: id }) => put(String(id), { state: "done" })),
    ...own("reopen", ({ checkpoint_id: id }) => put(String(id), { state: "draft" })),
    ...own("delete", move(now, gone)),
    ...own("restore", move(gone, now)),
    "record.history": () => ({ rows: [], events: [], total: 0, has_more: false }),
  });
  return { now, asked };
}

test("subjects are found, filtered by state, made, changed, deleted and brought back", async () => {
  const { now, asked } = keep("Anchor", "Beacon");
  open(pages);
  const user = userEvent.setup();
  await screen.findByText("2 pages");
  await user.type(screen.getByRole("searchbox", { name: "Find a page" }), "anch");
  expect(titles()).toEqual(["Anchor"]);
  await user.clear(screen.getByRole("searchbox", { name: "Find a page" }));

  await press("New page");
  const form = within(await screen.findByRole("region", { name: "New page" }));
  expect(form.queryByLabelText("State")).toBeNull();
  await user.type(form.getByLabelText("Title"), "Capstan");
  await user.selectOptions(form.getByLabelText("Mood"), "Cross");
  await user.click(form.getByRole("button", { name: "Create page" }));
  const panel = within(await screen.findByRole("region", { name: "Capstan" }));
  expect(asked.at(-1)).toEqual(["create", expect.objectContaining({ name: "Capstan", mood: "cross", words: 0 })]);

  await user.click(panel.getByRole("button", { name: "Finish" }));
  await panel.findByRole("button", { name: "Reopen" });
  expect(now.get("Capstan")?.state).toBe("done");
  await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Done");
  expect(titles()).toEqual(["Capstan"]);

  expect(panel.queryByLabelText(/seq/)).toBeNull();
  await user.type(panel.getByLabelText("Note"), "At low tide.");
  await user.click(panel.getByRole("button", { name: "Save changes" }));
  await expect.poll(() => now.get("Capstan")?.note).toBe("At low tide.");
  expect(asked.at(-1)).toEqual(["update", expect.objectContaining({ note: "At low tide.", base_seq: 4 })]);

  await user.click(panel.getByRole("button", { name: "Delete" }));
  await expect.poll(() => now.has("Capstan")).toBe(false);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await expect.poll(() => now.has("Capstan")).toBe(true);
});

test("many are changed at once, each where its state allows it, and taken back", async () => {
  const { now } = keep("Anchor", "Beacon");
  now.set("Beacon", { ...(now.get("Beacon") as Subject), state: "done" });
  open(pages);
  const user = userEvent.setup();
  await screen.findByText("2 pages");
  await user.click(screen.getByRole("checkbox", { name: "Select Anchor" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Beacon" }));
  await press("Edit 2");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit 2 pages" }));
  await user.selectOptions(dialog.getByLabelText("What"), "Note");
  await user.type(dialog.getByLabelText("Note"), "Ebb");
  await user.click(dialog.getByRole("button", { name: "Change 2" }));
  await screen.findByText("2 pages changed.");
  expect([...now.values()].map(({ note }) => note)).toEqual(["Ebb", "Ebb"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await expect.poll(() => [...now.values()].map(({ note }) => note)).toEqual(["", ""]);

  await press("Finish 1");
  await expect.poll(() => [...now.values()].map(({ state }) => state)).toEqual(["done", "done"]);
});

test("at an earlier moment, and for those who read only, nothing can be written", async () => {
  keep("Anchor");
  open(pages, "designer", "at=3&page=Anchor");
  const reason = "You are looking at an earlier moment. Go back to now to change things.";
  const panel = within(await screen.findByRole("region", { name: "Anchor" }));
  for (const name of ["Finish", "Save changes", "Delete"]) {
    expect(panel.getByRole("button", { name }).getAttribute("data-tip")).toBe(reason);
  }
  expect(screen.getByRole("button", { name: "New page" }).getAttribute("data-tip")).toBe(reason);
  expect(ROUTER.push).not.toHaveBeenCalled();
});

const declared = Object.entries<Area<Readonly<Record<string, Operation>>>>(areas).flatMap(([name, each]) => {
  const data = resourceScreen(name, each);
  const { declared: fields, example } = each.screen ?? {};
  if (data === null || fields === undefined) return [];
  const defaults = Object.fromEntries(Object.entries(fields).map(([field, of]) => [field, of.options.default]));
  // What is sealed stands in no example of a state.
  const named = { [data.title]: "One", ...example?.state };
  return [{ data, row: { ...TIMES, ...defaults, ...named, id: "one" } as Subject }];
});

describe.each(declared)("the screen of $data.many", ({ data, row }) => {
  test("shows an example of its declaration in words, opens it, and offers a new one", async () => {
    answerWith({ [`${data.area}.list`]: () => ({ [data.list]: [row], total: 1, has_more: false }) });
    open(data);
    await screen.findByText(`1 ${data.one}`);
    expect(titles()).toEqual([String(row[data.title])]);
    await userEvent.setup().click(screen.getByRole("button", { name: String(row[data.title]) }));
    await screen.findByRole("region", { name: String(row[data.title]) });
    if (data.operations.includes("create")) screen.getByRole("button", { name: `New ${data.one}` });
  });

  test("says what it is for where it is empty", async () => {
    answerWith({ [`${data.area}.list`]: () => ({ [data.list]: [], total: 0, has_more: false }) });
    open(data);
    await screen.findByText(`No ${data.many} yet. It is what readers see.`);
  });
});
