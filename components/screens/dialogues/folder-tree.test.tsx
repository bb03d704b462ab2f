import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { folderTree } from "#domain/folders.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { FolderPath } from "./folder-path.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { MoveToFolder } from "./move-to-folder.tsx";
import { useFolderMoves } from "./use-folder-moves.ts";

const FILED = ["Act 1", "Act 1/Harbour", "Act 1/Harbour", "Act 2", ""].map((folder) => ({ folder }));
const actions = { make: vi.fn(), rename: vi.fn(), move: vi.fn(), remove: vi.fn() };
const drag = { accepts: vi.fn((path: string) => path !== "Act 2"), drop: vi.fn(), onFolder: vi.fn() };

function Folders() {
  const [open, setOpen] = useState("");
  return (
    <>
      <FolderTree
        folders={folderTree(FILED)}
        total={FILED.length}
        open={open}
        onOpen={setOpen}
        actions={actions}
        drag={drag}
      />
      <FolderPath path={open} onOpen={setOpen} />
    </>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  answerWith({});
});

function show(role: "designer" | "viewer" = "designer") {
  render(
    <Studio role={role}>
      <Folders />
    </Studio>,
  );
  return userEvent.setup();
}

const row = (name: RegExp) => screen.getByRole("treeitem", { name });
const names = () => screen.getAllByRole("treeitem").map((each) => each.getAttribute("aria-label"));
const open = () => screen.getAllByRole("treeitem").find((each) => each.getAttribute("aria-selected") === "true");

test("folders count what lies in them and below, and keys go through them", async () => {
  const user = show();
  expect(names()).toEqual([
    "All dialogues, 5 dialogues",
    "Act 1, 3 dialogues",
    "Harbour, 2 dialogues",
    "Act 2, 1 dialogue",
  ]);
  screen.getByRole("tree").focus();
  await user.keyboard("{ArrowDown}{ArrowRight}");
  expect(open()).toBe(row(/^Harbour/));
  expect(screen.getByRole("navigation", { name: "Open folder" }).textContent).toBe("All dialogues›Act 1›Harbour");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(open()).toBe(row(/^Act 1/));
  expect(screen.queryByRole("treeitem", { name: /^Harbour/ })).toBeNull();
  await user.keyboard("{End}");
  expect(open()).toBe(row(/^Act 2/));
  await user.keyboard("{Home}act 2");
  expect(open()).toBe(row(/^Act 2/));
  await user.keyboard("{Home}");
  expect(open()).toBe(row(/^All dialogues/));
  expect(screen.queryByRole("navigation", { name: "Open folder" })).toBeNull();
});

test("the way to the open folder leads back", async () => {
  const user = show();
  await user.click(row(/^Harbour/));
  await user.click(screen.getByRole("button", { name: "Act 1" }));
  expect(open()).toBe(row(/^Act 1/));
});

test("a folder is renamed in place, and a name with a slash says why it cannot be", async () => {
  const user = show();
  await user.click(row(/^Act 2/));
  await user.keyboard("{F2}");
  const field = screen.getByRole("textbox", { name: "Name of the folder" });
  await user.clear(field);
  await user.type(field, "Act/Two{Enter}");
  expect(actions.rename).not.toHaveBeenCalled();
  expect(await screen.findByText(/no slash/)).toBeTruthy();
  await user.clear(screen.getByRole("textbox", { name: "Name of the folder" }));
  await user.type(screen.getByRole("textbox", { name: "Name of the folder" }), "Act Two{Enter}");
  expect(actions.rename).toHaveBeenCalledWith("Act 2", "Act Two");
  await user.keyboard("{Delete}");
  expect(actions.remove).toHaveBeenCalledWith("Act 2");
});

test("who may not write changes no folder", async () => {
  const user = show("viewer");
  await user.click(row(/^Act 2/));
  await user.keyboard("{F2}{Delete}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(actions.remove).not.toHaveBeenCalled();
  expect(row(/^Act 2/).getAttribute("draggable")).toBe("false");
});

test("what is dragged is dropped where it is accepted, and nowhere else", () => {
  show();
  const dataTransfer = { dropEffect: "", setData: () => undefined };
  fireEvent.dragStart(row(/^Act 1/), { dataTransfer });
  expect(drag.onFolder).toHaveBeenCalledWith("Act 1");
  fireEvent.drop(row(/^Act 2/), { dataTransfer });
  expect(drag.drop).not.toHaveBeenCalled();
  fireEvent.drop(row(/^Harbour/), { dataTransfer });
  expect(drag.drop).toHaveBeenCalledWith("Act 1/Harbour");
});

test("the window asks for a folder that is there, or for a new one in one of them", async () => {
  const chosen = vi.fn();
  const user = userEvent.setup();
  const window = (from: string) => (
    <MoveToFolder
      key={from}
      title="Move “Gate”"
      action="Move it"
      folders={["Act 1", "Act 1/Harbour"]}
      from={from}
      onChoose={chosen}
      onClose={() => undefined}
    />
  );
  const { rerender } = render(window(""));
  await user.selectOptions(screen.getByRole("combobox", { name: "Folder" }), "Act 1 › Harbour");
  await user.click(screen.getByRole("button", { name: "Move it" }));
  expect(chosen).toHaveBeenLastCalledWith("Act 1/Harbour");
  rerender(window("Act 1"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Folder" }), "A new folder…");
  await user.click(screen.getByRole("button", { name: "Move it" }));
  expect(screen.getByText("Write a name.")).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: "Name of the folder" }), " Pier ");
  await user.selectOptions(screen.getByRole("combobox", { name: "In folder" }), "Act 1");
  await user.click(screen.getByRole("button", { name: "Move it" }));
  expect(chosen).toHaveBeenLastCalledWith("Act 1/Pier");
});

test("a folder that could not be moved stays open where it is, and one whose move is undone goes back", async () => {
  const moved: string[] = [];
  let isUp = false;
  answerWith({
    "dialogues.moveFolder": () => {
      if (!isUp) throw new Error("no answer");
      return { moved: 1, seq: 7 };
    },
    "record.takeBack": () => ({ left_total: 0 }),
  });
  const list = { current: { attempt: (_: string, step: () => Promise<unknown>) => step().catch(() => undefined) } };
  function Moves() {
    const [open, setOpen] = useState("Act 1");
    const source = { again: async () => {} };
    const moves = useFolderMoves(source as never, list as never, (from, to) => {
      moved.push(to);
      if (open === from) setOpen(to);
    });
    return (
      <>
        <button type="button" onClick={() => void moves.folder("Act 1", "Act 3")}>
          Move
        </button>
        <p>Open: {open}</p>
        <ToastLayer />
      </>
    );
  }
  render(
    <Studio>
      <Moves />
    </Studio>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Move" }));
  await screen.findByText("Open: Act 1");
  expect(moved).toEqual(["Act 3", "Act 1"]);
  isUp = true;
  await user.click(screen.getByRole("button", { name: "Move" }));
  await screen.findByText("Open: Act 3");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("Open: Act 1");
});
