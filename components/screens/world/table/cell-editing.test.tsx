import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { mergePatch } from "#domain/change/merge-patch.ts";
import type { JsonObject } from "#domain/json.ts";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import { shownToasts } from "../../../ui/toast.ts";
import { Table } from "./table-screen.tsx";

interface Part {
  readonly id: string;
  readonly base_seq?: number;
  readonly patch: { readonly name?: string; readonly properties?: JsonObject };
}

const NAMES = ["Bor", "Mara", "Tam"];
let people: { id: string; name: string; properties: JsonObject; valid_from_seq: number }[] = [];
let sent: Part[][] = [];

function serve(refused: Readonly<Record<string, object>>, fields: readonly object[]): void {
  sent = [];
  people = NAMES.map((name, at) => ({
    id: `ent_${String(at).repeat(26)}`,
    external_id: `npc-${name}`,
    type: "character",
    name,
    parent_id: null,
    updated_at: "2026-11-28T12:00:00.000Z",
    properties: { mood: ["grim", "glad", "calm"][at] ?? "", age: 30 + at, ...(at === 0 && { alive: true }) },
    valid_from_seq: at + 1,
  }));
  const properties = ["mood", "age", "alive"].map((path) => ({
    path,
    entities: 3,
    kinds: path === "mood" ? { string: 3 } : path === "age" ? { number: 3 } : { boolean: 1 },
  }));
  answerWith({
    "entities.list": ({ ids, external_ids, external_id, q }) => {
      const isNamed = (ids ?? external_ids ?? external_id) !== undefined;
      const found = isNamed ? [] : people.filter(({ name }) => q === undefined || name === q);
      return { entities: found, total: found.length, has_more: false };
    },
    "templates.list": () => ({
      templates: fields.length === 0 ? [] : [{ applies_to: "entity", type: "character", properties: fields }],
      total: 1,
      has_more: false,
    }),
    "entities.properties": () => ({ properties, total: 3, has_more: false }),
    "projects.get": () => ({ id: "prj_1", name: "The Brack Coast", archived_at: null, last_seq: 3 }),
    "entities.batch": ({ entities }) => {
      const parts = entities as Part[];
      sent.push(parts);
      const errors = parts.flatMap(({ id }, index) => (refused[id] === undefined ? [] : [{ index, ...refused[id] }]));
      for (const { id, patch } of parts) {
        const own = people.find((each) => each.id === id);
        if (own === undefined || refused[id] !== undefined) continue;
        own.name = patch.name ?? own.name;
        own.properties = mergePatch(own.properties, patch.properties ?? {}) as JsonObject;
        own.valid_from_seq += 100;
      }
      const written = people.filter(({ id }) => parts.some((part) => part.id === id) && refused[id] === undefined);
      return { entities: structuredClone(written), errors, results: [], omitted: 0 };
    },
  });
}

/** Shows the table in a window wide enough for columns, and goes to a cell by the keyboard. */
async function open(
  row: string,
  steps: string,
  refused: Readonly<Record<string, object>> = {},
  fields: readonly object[] = [],
) {
  serve(refused, fields);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_200);
  render(
    <Studio>
      <Table page="cast" types={["character"]} />
    </Studio>,
  );
  const user = userEvent.setup();
  await screen.findByText(fields.length === 0 ? "Mood" : "Temper");
  const first = screen.getByText(row).closest<HTMLElement>("[data-row]");
  act(() => first?.focus());
  await user.keyboard(steps);
  return user;
}

const cell = (name: string, column: string) =>
  document.querySelector(`[data-row="ent_${String(NAMES.indexOf(name)).repeat(26)}"] [data-cell="${column}"]`)
    ?.textContent ?? "";

test("typing replaces, F2 goes on, Tab and Enter go to the next cell, and Escape leaves the value", async () => {
  const user = await open("Bor", "{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.getAttribute("data-cell")).toBe("properties.mood");
  await user.keyboard("wry{Tab}");
  await waitFor(() => expect(cell("Bor", "properties.mood")).toBe("wry"));
  expect(document.activeElement?.getAttribute("data-cell")).toBe("properties.age");
  await user.keyboard("{F2}{End}1{Enter}");
  await waitFor(() => expect(cell("Bor", "properties.age")).toBe("301"));
  expect(document.activeElement?.closest("[data-row]")?.textContent).toContain("Mara");
  await user.keyboard("99{Escape}");
  expect(cell("Mara", "properties.age")).toBe("31");
  expect(sent.map(([part]) => [part?.patch, part?.base_seq])).toEqual([
    [{ properties: { mood: "wry" } }, 1],
    [{ properties: { age: 301 } }, 101],
  ]);
});

test("a value of another kind is refused in its cell, keeps what was typed, and Escape forgets it", async () => {
  const user = await open("Bor", "{ArrowRight}{ArrowRight}{ArrowRight}");
  await user.keyboard("many{Enter}");
  expect(await screen.findByText("Write a number.")).toBeTruthy();
  expect(cell("Bor", "properties.age")).toContain("many");
  await user.keyboard("{ArrowUp}{F2}");
  expect(screen.getByRole("textbox", { name: "age of Bor" })).toHaveProperty("value", "many");
  await user.keyboard("{Escape}{Escape}");
  expect(cell("Bor", "properties.age")).toBe("30");
  expect(sent).toEqual([]);
});

test("what others changed meanwhile is refused at its cell, and all else of the block is written and taken back", async () => {
  const conflict = { status: 409, code: "edit_conflict", message: "", detail: null };
  const user = await open("Bor", "{ArrowRight}{ArrowRight}", { [`ent_${"1".repeat(26)}`]: conflict });
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}");
  await waitFor(() => expect(cell("Tam", "properties.mood")).toBe("grim"));
  expect(await screen.findByText(/Somebody else changed this/)).toBeTruthy();
  expect(cell("Mara", "properties.mood")).toContain("grim");
  expect(people.map(({ properties }) => (properties as { mood: string }).mood)).toEqual(["grim", "glad", "grim"]);
  const toast = shownToasts().at(-1);
  expect(toast?.text).toBe("1 cell changed.");
  toast?.undo?.();
  await waitFor(() => expect(cell("Tam", "properties.mood")).toBe("calm"));
});

test("what came from another project says so in its cell, and is left as it was", async () => {
  const linked = { status: 409, code: "linked", message: "", detail: null };
  const user = await open("Bor", "{ArrowRight}{ArrowRight}", { [`ent_${"0".repeat(26)}`]: linked });
  await user.keyboard("wry{Enter}");
  expect(await screen.findByText("This comes from another project and is changed there.")).toBeTruthy();
  await user.keyboard("{ArrowUp}{F2}{Escape}{Escape}");
  expect(cell("Bor", "properties.mood")).toBe("grim");
});

test("a block is copied with tabs and pasted as one change; empty cells are cleared", async () => {
  const user = await open("Bor", "{ArrowRight}{ArrowRight}");
  await user.keyboard("{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
  const setData = vi.fn();
  fireEvent.copy(document.activeElement ?? document.body, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith("text/plain", "grim\t30\nglad\t31");
  await user.keyboard("{ArrowUp}{ArrowLeft}");
  await user.paste("sly\t40\n\t41\n");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.map(({ patch }) => patch.properties)).toEqual([
    { mood: "sly", age: 40 },
    { mood: null, age: 41 },
  ]);
  expect(shownToasts().at(-1)?.text).toBe("4 cells changed.");
});

test("yes and no change by Space, and Delete clears what is marked", async () => {
  const user = await open("Bor", "{ArrowRight}{End}");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(document.activeElement?.getAttribute("data-cell")).toBe("properties.alive");
  await user.keyboard(" ");
  await waitFor(() => expect(cell("Bor", "properties.alive")).toBe("No"));
  await user.keyboard("{Delete}");
  await waitFor(() => expect(cell("Bor", "properties.alive")).toBe(""));
  expect(sent.map(([part]) => part?.patch.properties)).toEqual([{ alive: false }, { alive: null }]);
});

test("a declared choice is chosen, a reference is found by its name, and columns have the names of the fields", async () => {
  const field = { of_type: null, several: false, min: null, max: null, description: "", options: [] };
  const properties = [
    { ...field, key: "mood", label: "Temper", kind: "choice", options: ["grim", "glad", "sly"] },
    { ...field, key: "kin", label: "Kin", kind: "reference", of_type: "character" },
  ];
  const user = await open("Bor", "{ArrowRight}{ArrowRight}", {}, properties);
  expect(screen.getByRole("columnheader", { name: "Temper" })).toBeTruthy();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("option", { name: "sly" }));
  await waitFor(() => expect(cell("Bor", "properties.mood")).toBe("sly"));
  await user.keyboard("{ArrowUp}{ArrowRight}");
  expect(document.activeElement?.getAttribute("data-cell")).toBe("properties.kin");
  await user.paste("Tam");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.[0]?.patch.properties).toEqual({ kin: `ent_${"2".repeat(26)}` });
  await user.keyboard("{ArrowDown}{ArrowLeft}sly{Enter}");
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.[0]?.patch.properties).toEqual({ mood: "sly" });
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowRight}");
  await user.paste("Nobody");
  expect(await screen.findByText("No character is called “Nobody”.")).toBeTruthy();
});
