import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ToastLayer } from "../toast-layer.tsx";
import { List, type ListProps, useListView } from "./list.tsx";
import type { BulkAction, ListDefinition, ListRows } from "./list-definition.ts";

interface Bell {
  readonly id: string;
  readonly name: string;
  readonly weight: number;
}

const BELLS: readonly Bell[] = ["Alto", "Bass", "Cant", "Dron"].map((name, at) => ({
  id: `b${at}`,
  name,
  weight: -at,
}));
const LIST: ListDefinition<Bell> = {
  name: "Bells",
  one: "bell",
  many: "bells",
  id: ({ id }) => id,
  opens: "bell",
  order: { key: "name", descending: false },
  search: { label: "Find a bell" },
  title: { key: "name", label: "Name", text: ({ name }) => name, sort: "ascending", width: 10 },
  columns: [
    {
      key: "weight",
      label: "Weight",
      sort: "ascending",
      value: ({ weight }) => weight,
      cell: ({ weight }) => weight,
      width: 5,
    },
  ],
};

const asked = vi.fn();
const source = (rows: readonly Bell[] | undefined, more: Partial<ListRows<Bell>> = {}): ListRows<Bell> => ({
  rows,
  total: rows?.length,
  isWhole: true,
  error: null,
  retry: asked,
  hasMore: false,
  isReadingMore: false,
  readMore: asked,
  again: async () => {},
  ...more,
});

function Bells({ query, ...props }: Partial<ListProps<Bell>> & { query: string }) {
  const [address] = useState(() => new URLSearchParams(query));
  return (
    <SearchParamsContext value={address}>
      <Shown {...props} />
      <ToastLayer />
    </SearchParamsContext>
  );
}

function Shown(props: Partial<ListProps<Bell>>) {
  const [chosen, choose] = useState<readonly string[] | null>(null);
  return (
    <List
      list={LIST}
      source={source(BELLS)}
      {...useListView(LIST)}
      empty={<p>No bell hangs here.</p>}
      chosen={chosen}
      onChoose={choose}
      errorState={(error) => <p>It failed: {String(error)}</p>}
      sayFailure={(error) => ({ why: String(error), requestId: "req_1" })}
      {...props}
    />
  );
}

function show(props: Partial<ListProps<Bell>> = {}, query = "") {
  render(<Bells query={query} {...props} />);
  return userEvent.setup();
}

const row = (name: string) => screen.getByRole("row", { name: new RegExp(name) });
const titles = () => screen.queryAllByRole("rowheader").map((title) => title.textContent);
const selected = () =>
  screen.queryAllByRole("row", { selected: true }).map((each) => within(each).getByRole("rowheader").textContent);
const melt = (more: Partial<BulkAction<Bell>> = {}): BulkAction<Bell> => ({
  title: "Melt",
  run: async () => {},
  said: (rows) => `Melted ${rows.map(({ name }) => name).join(" and ")}`,
  failed: "Not everything could be melted",
  ...more,
});

beforeEach(() => {
  asked.mockClear();
  window.history.replaceState(null, "", "/bells");
});

test("keys go through the rows, and only the row they are at is a stop of the Tab key", async () => {
  const user = show({ panel: (open) => <p>Bell {open}</p> });
  act(() => row("Alto").focus());
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toBe(row("Cant"));
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(row("Dron"));
  await user.keyboard("{ArrowDown}{ArrowUp}");
  expect(document.activeElement).toBe(row("Cant"));
  expect(screen.getAllByRole("row").filter(({ tabIndex, dataset }) => dataset.row && tabIndex === 0)).toEqual([
    row("Cant"),
  ]);
  expect(within(row("Alto")).getByRole("button", { name: "Alto" }).tabIndex).toBe(-1);
  expect(within(row("Cant")).getByRole("button", { name: "Cant" }).tabIndex).toBe(0);
  await user.keyboard("{Home}{Enter}");
  screen.getByText("Bell b0");
  expect(window.location.search).toBe("?bell=b0");
  expect(row("Alto").getAttribute("aria-current")).toBe("true");
});

test("Enter follows the address of a row once", async () => {
  const followed = vi.fn((event: Event) => event.preventDefault());
  const user = show({ hrefOf: ({ id }) => `#${id}` });
  row("Bass").addEventListener("click", followed);
  act(() => row("Bass").focus());
  const pressed = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
  window.addEventListener("keydown", pressed, { once: true });
  await user.keyboard("{Enter}");
  expect(followed).toHaveBeenCalledTimes(1);
  expect(pressed).toHaveReturnedWith(true);
});

test("Space selects, Shift selects a range, and the number is announced", async () => {
  const user = show({ bulkActions: [melt()] });
  act(() => row("Alto").focus());
  await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(selected()).toEqual(["Alto", "Bass", "Cant"]);
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("4 bells · 3 selected");
  await user.keyboard("{Escape}");
  expect(selected()).toEqual([]);
  await user.keyboard("{Control>}a{/Control}");
  expect(selected()).toHaveLength(4);
  await user.click(screen.getByRole("checkbox", { name: "Select all bells" }));
  expect(selected()).toEqual([]);
  await user.click(screen.getByRole("checkbox", { name: "Select Bass" }));
  await user.keyboard("{Shift>}");
  await user.click(screen.getByRole("checkbox", { name: "Select Dron" }));
  await user.keyboard("{/Shift}");
  expect(selected()).toEqual(["Bass", "Cant", "Dron"]);
});

test("everything that matches can be selected, once it is here", async () => {
  let take: (rows: ListRows<Bell>) => void = () => {};
  function Growing() {
    const [rows, setRows] = useState(source(BELLS.slice(0, 2), { isWhole: false, total: 4, hasMore: true }));
    take = setRows;
    return <Bells query="" source={rows} bulkActions={[melt()]} />;
  }
  render(<Growing />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("checkbox", { name: "Select all bells" }));
  await user.click(screen.getByRole("button", { name: "Select all 4" }));
  expect(asked).toHaveBeenCalled();
  act(() => take(source(BELLS, { isWhole: false, total: 4 })));
  expect(selected()).toHaveLength(4);
});

test("what a list shows is read off its address, and written into it", async () => {
  const user = show({}, "sort=-name&q=a");
  expect(titles()).toEqual(["Cant", "Bass", "Alto"]);
  await user.click(screen.getByRole("button", { name: "Weight" }));
  expect(new URLSearchParams(window.location.search).get("sort")).toBe("weight");
  expect(screen.getByRole("columnheader", { name: "Weight" }).getAttribute("aria-sort")).toBe("ascending");
  expect(titles()).toEqual(["Cant", "Bass", "Alto"]);
  await user.clear(screen.getByRole("searchbox", { name: "Find a bell" }));
  expect(titles()).toEqual(["Dron", "Cant", "Bass", "Alto"]);
  expect(window.location.search).toBe("?sort=weight");
});

test("a search that finds nothing says so, and the way back shows everything", async () => {
  const user = show({}, "q=xylophone");
  screen.getByText("No results for “xylophone”.");
  await user.click(screen.getByRole("button", { name: "Show all bells" }));
  expect(titles()).toHaveLength(4);
});

test("rows that are being read, that are not there, and that could not be read are three different things", () => {
  const { rerender } = render(<Bells query="" source={source(undefined)} />);
  screen.getByText("Loading the bells…");
  rerender(<Bells query="" source={source([])} />);
  screen.getByText("No bell hangs here.");
  rerender(<Bells query="" source={source(undefined, { error: "tower closed" })} />);
  screen.getByText("It failed: tower closed");
  rerender(<Bells query="" source={source(BELLS, { error: "tower closed" })} />);
  expect(titles()).toHaveLength(4);
});

test("what is removed leaves at once and comes back with Undo", async () => {
  const done: string[] = [];
  const user = show({
    bulkActions: [
      melt({
        removes: true,
        run: async ({ id }) => done.push(`melt ${id}`),
        undo: async ({ id }) => done.push(`cast ${id}`),
      }),
    ],
  });
  await user.click(screen.getByRole("checkbox", { name: "Select Alto" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Cant" }));
  await user.click(screen.getByRole("button", { name: "Melt 2" }));
  expect(titles()).toEqual(["Bass", "Dron"]);
  expect(done).toEqual(["melt b0", "melt b2"]);
  await screen.findByText("Melted Alto and Cant");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(titles()).toEqual(["Alto", "Bass", "Cant", "Dron"]);
  expect(done.slice(2)).toEqual(["cast b0", "cast b2"]);
});

test("a refusal stops the rest, says why over the rows, and brings back what was not removed", async () => {
  const user = show({
    bulkActions: [
      melt({
        removes: true,
        run: async ({ id }) => {
          if (id === "b1") throw new Error("The bell is rung");
        },
      }),
    ],
  });
  await user.click(screen.getByRole("checkbox", { name: "Select all bells" }));
  await user.click(screen.getByRole("button", { name: "Melt 4" }));
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("Not everything could be melted");
  expect(notice.textContent).toContain("The bell is rung");
  expect(titles()).toEqual(["Bass", "Cant", "Dron"]);
  await user.click(within(notice).getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("many are asked for by their number first", async () => {
  const melted = vi.fn(async () => {});
  const asks = {
    from: 2,
    title: (count: number) => `Melt ${count} bells?`,
    why: "They are hot.",
    action: () => "Melt them",
  };
  const user = show({ bulkActions: [melt({ run: melted, asks })] });
  await user.click(screen.getByRole("checkbox", { name: "Select all bells" }));
  await user.click(screen.getByRole("button", { name: "Melt 4" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Melt 4 bells?" }));
  await user.type(question.getByLabelText("Type 4 to go on"), "4");
  expect(melted).not.toHaveBeenCalled();
  await user.click(question.getByRole("button", { name: "Melt them" }));
  await screen.findByText("Melted Alto and Bass and Cant and Dron");
  expect(melted).toHaveBeenCalledTimes(4);
});

test("a name is written in place, and kept with Enter", async () => {
  const kept: string[] = [];
  const user = show({
    rename: { label: "Name of the bell", save: async ({ id }, name) => kept.push(`${id} ${name}`) },
  });
  await user.click(screen.getByRole("button", { name: "More for Bass" }));
  await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
  await user.clear(screen.getByRole("textbox", { name: "Name of the bell" }));
  await user.type(screen.getByRole("textbox", { name: "Name of the bell" }), "Bourdon{Enter}");
  expect(kept).toEqual(["b1 Bourdon"]);
});

test("columns are chosen by the person", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Order and columns" }));
  await user.click(await screen.findByRole("checkbox", { name: "Weight", checked: true }));
  expect(screen.queryByRole("columnheader", { name: "Weight" })).toBeNull();
  expect(titles()).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Reset columns" }));
  expect(screen.getByRole("columnheader", { name: "Weight" })).toBeTruthy();
});

test("columns stand in the order that the person chose", async () => {
  const tone = { key: "tone", label: "Tone", cell: ({ name }: Bell) => name.length, width: 5 };
  const user = show({ list: { ...LIST, columns: [...LIST.columns, tone] } });
  const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads()).toEqual(["Name", "Weight", "Tone"]);
  await user.click(screen.getByRole("button", { name: "Order and columns" }));
  await user.click(await screen.findByRole("button", { name: "Move Tone left" }));
  expect(heads()).toEqual(["Name", "Tone", "Weight"]);
  expect(screen.getByRole("button", { name: "Move Tone left" }).getAttribute("aria-disabled")).toBe("true");
});

test("of very many rows only those in view are in the document", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
  const many = Array.from({ length: 500 }, (_, at) => ({ id: `b${at}`, name: `Bell ${1000 + at}`, weight: 0 }));
  show({ source: source(many), panel: () => null });
  expect(screen.getByRole("grid", { name: "Bells" }).getAttribute("aria-rowcount")).toBe("501");
  expect(screen.getAllByRole("row").length).toBeLessThan(60);
});

test("a list of which a part could not be read says so, and reads on when it is asked to", async () => {
  const user = show({ source: source(BELLS, { hasMore: true, error: "no answer" }) });
  expect(screen.getByRole("alert").textContent).toContain("Not all bells are here");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(asked).toHaveBeenCalledOnce();
});
