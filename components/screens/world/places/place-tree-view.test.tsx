import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { type Answers, answerWith, Studio } from "../../../studio.fixture.tsx";
import { PAGE, ROOT, type TreePlace } from "./place-tree.ts";
import { PlaceTree } from "./place-tree-view.tsx";

const id = (name: string) => `ent_${name.replaceAll(" ", "").padStart(26, "0")}`;
const place = (name: string, children = 0): TreePlace => ({ id: id(name), name, type: "location", children });

/** A country with 5,000 villages between two small ones. */
const VILLAGES = Array.from({ length: 5_000 }, (_, at) => place(`village ${1_000 + at}`));
const WORLD: Readonly<Record<string, readonly TreePlace[]>> = {
  [ROOT]: [place("Arle", 1), place("Brack", VILLAGES.length), place("Cey")],
  [id("Arle")]: [place("Arle north", 1)],
  [id("Arle north")]: [place("Old town")],
  [id("Brack")]: VILLAGES,
};

const asked: string[] = [];
const moves = vi.fn();
const removes = vi.fn();
let isBroken = false;

const answers: Answers = {
  "locations.children": ({ parent_id, offset, limit }) => {
    asked.push(`${parent_id} ${offset}`);
    if (isBroken) throw new Error("not now");
    const all = WORLD[String(parent_id)] ?? [];
    const page = all.slice(Number(offset), Number(offset) + Number(limit));
    return { entities: page, total: all.length, has_more: Number(offset) + page.length < all.length };
  },
  "locations.get": ({ entity_id }) => ({ id: entity_id }),
  "locations.ancestors": ({ entity_id }) => {
    const path: TreePlace[] = [];
    const parentOf = (child: string) =>
      Object.entries(WORLD).find(([, places]) => places.some((each) => each.id === child))?.[0];
    for (let at = parentOf(String(entity_id)); at !== undefined && at !== ROOT; at = parentOf(at)) {
      const found = Object.values(WORLD)
        .flat()
        .find((each) => each.id === at);
      if (found !== undefined) path.unshift(found);
    }
    return { entities: path, total: path.length, has_more: false };
  },
};

function Tree({ start }: { start: string | null }) {
  const [chosen, choose] = useState(start);
  return (
    <PlaceTree
      handle={null}
      chosen={chosen}
      onChoose={choose}
      onMove={moves}
      onMake={() => undefined}
      onRename={async () => undefined}
      onDelete={removes}
      problem={null}
    />
  );
}

beforeEach(() => {
  asked.length = 0;
  isBroken = false;
  vi.clearAllMocks();
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  answerWith(answers);
});

async function show(start: string | null = null, query = "") {
  const user = userEvent.setup();
  render(
    <Studio query={query}>
      <Tree start={start} />
    </Studio>,
  );
  const tree = screen.getByRole("tree", { name: "Places" });
  await within(tree).findByRole("treeitem", { name: "Cey" });
  return { user, tree };
}
const active = (tree: HTMLElement) =>
  document.getElementById(tree.getAttribute("aria-activedescendant") ?? "")?.querySelector("[dir=auto]")?.textContent;

test("5,000 places in one are opened by one request and draw fewer than 400 elements", async () => {
  const { user, tree } = await show();
  tree.focus();
  await user.keyboard("b{ArrowRight}");
  const first = await within(tree).findByRole("treeitem", { name: "village 1000" });
  expect(asked).toEqual([`${ROOT} 0`, `${id("Brack")} 0`]);
  expect(within(tree).getByRole("treeitem", { name: "Brack" }).getAttribute("aria-description")).toBe("5,000 places");
  expect(first.getAttribute("aria-level")).toBe("2");
  expect(first.getAttribute("aria-setsize")).toBe("5000");
  expect(first.getAttribute("aria-posinset")).toBe("1");
  expect(tree.querySelectorAll("*").length).toBeLessThan(400);
  expect(tree.querySelectorAll("[role=treeitem]").length).toBeGreaterThan(20);
});

test("keys go through the tree: into it, out of it, over siblings, and by what names begin with", async () => {
  const { user, tree } = await show();
  tree.focus();
  await user.keyboard("{ArrowDown}");
  expect(active(tree)).toBe("Arle");
  await user.keyboard("{ArrowRight}");
  await within(tree).findByRole("treeitem", { name: "Arle north" });
  await user.keyboard("{ArrowRight}{ArrowRight}");
  await within(tree).findByRole("treeitem", { name: "Old town" });
  await user.keyboard("{ArrowRight}");
  expect(active(tree)).toBe("Old town");
  await user.keyboard("{ArrowLeft}");
  expect(active(tree)).toBe("Arle north");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(active(tree)).toBe("Arle");
  await user.keyboard("cey");
  expect(active(tree)).toBe("Cey");
  await user.keyboard("{Home}*");
  await within(tree).findByRole("treeitem", { name: "village 1000" });
  expect(within(tree).getByRole("treeitem", { name: "Arle" }).getAttribute("aria-expanded")).toBe("true");
});

test("the end of a level that is not read yet is gone to, and chosen when it is here", async () => {
  const { user, tree } = await show();
  tree.focus();
  await user.keyboard("b{ArrowRight}");
  await within(tree).findByRole("treeitem", { name: "village 1000" });
  await user.keyboard("{End}{ArrowUp}");
  await waitFor(() => expect(active(tree)).toBe("village 5999"));
  expect(asked).toEqual([`${ROOT} 0`, `${id("Brack")} 0`, `${id("Brack")} ${VILLAGES.length - PAGE}`]);
});

test("a place that the address names is opened and found, also on a later page of its level", async () => {
  const { tree } = await show(id("village 1600"));
  await waitFor(() => expect(active(tree)).toBe("village 1600"));
  expect(asked.filter((each) => each.startsWith(id("Brack")))).toEqual(
    [0, 1, 2].map((page) => `${id("Brack")} ${page * PAGE}`),
  );
});

test("a place is cut and pasted into another one, but not into itself or what lies in it", async () => {
  const { user, tree } = await show(id("Old town"));
  await waitFor(() => expect(active(tree)).toBe("Old town"));
  tree.focus();
  await user.keyboard("arle,{Control>}x{/Control}");
  expect(screen.getByRole("status").textContent).toContain("“Arle” is cut");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("status")).toBeNull();
  await user.keyboard("{Control>}x{/Control}");
  await user.keyboard("{ArrowDown}{Control>}v{/Control}");
  expect(moves).not.toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toContain("“Arle north” is inside it.");
  await user.keyboard("c{Control>}v{/Control}");
  expect(moves).toHaveBeenCalledWith(
    expect.objectContaining({ name: "Arle" }),
    expect.objectContaining({ name: "Cey" }),
  );
});

test("a level that could not be read says so, and is read again when it is pressed", async () => {
  const { user, tree } = await show();
  isBroken = true;
  await user.click(within(tree).getByRole("treeitem", { name: "Arle" }));
  tree.focus();
  await user.keyboard("{ArrowRight}");
  const failed = await within(tree).findByRole("treeitem", { name: /could not be loaded/ }, { timeout: 4_000 });
  isBroken = false;
  await user.click(failed);
  await within(tree).findByRole("treeitem", { name: "Arle north" });
});

test("while looking back nothing is moved, renamed or deleted", async () => {
  const { user, tree } = await show(null, "at=7");
  tree.focus();
  await user.keyboard("{ArrowDown}{Delete}{F2}{Control>}x{/Control}");
  expect(removes).not.toHaveBeenCalled();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("status")).toBeNull();
  expect(within(tree).getByRole("treeitem", { name: "Arle" }).getAttribute("draggable")).toBe("false");
  await user.click(screen.getByRole("button", { name: "Actions for Arle" }));
  const rename = await screen.findByRole("menuitem", { name: /Rename/ });
  expect(rename.getAttribute("aria-disabled")).toBe("true");
  await act(async () => {});
});
