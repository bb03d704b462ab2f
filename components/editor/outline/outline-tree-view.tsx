"use client";

import { type RefObject, useMemo, useState } from "react";
import { groupName, nodeName } from "#domain/dialogue/names.ts";
import { countProblems } from "#domain/problems/problem.ts";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { focusHome } from "../../ui/home.ts";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { type GoMode, Tree } from "../../ui/tree/tree.tsx";
import { treeRows, withKeys } from "../../ui/tree/tree-rows.ts";
import { useRowDrag } from "../../ui/tree/use-row-drag.ts";
import type { Gesture } from "../gestures/gesture.ts";
import { moveToGroup } from "../gestures/group.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useProblemsState } from "../store/use-problems.ts";
import { ROOMY, useViewStore } from "../store/view-state.ts";
import { useFolded } from "./kept-folds.ts";
import { goalOf, moveTo, stepWay } from "./outline-moves.ts";
import { type Counts, OutlineLine, PART_WORDS, ROW } from "./outline-row.tsx";
import { linesAbove, type OutlineItem, type OutlinePart, type OutlineRow, rowOf } from "./outline-tree.ts";

/** Folded lines of a narrowed outline: none, so that every match is seen. */
const NOTHING: ReadonlySet<string> = new Set();

interface OutlineTreeProps {
  readonly tree: readonly OutlineItem[];
  readonly isNarrowed: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
}

/**
 * The lines of the outline. Keys go through the rows and select what they come to, with Ctrl they only go, with Shift they add to the
 * selection, as Space does. Enter goes to the card itself.
 */
export function OutlineTree({ tree, isNarrowed, box }: OutlineTreeProps) {
  const session = useDialogue();
  const view = useViewStore();
  const characters = useCharacters();
  const graphId = useDialogueState(({ graph }) => graph.id);
  const active = useDialogueState((state) => state.active);
  const selection = useDialogueState((state) => state.selection);
  const groups = useDialogueState((state) => state.groups);
  const edit = reasonOf(useCan()("edit"));
  const [kept, setKept] = useFolded(graphId);
  const folded = isNarrowed ? NOTHING : kept;
  const rows = useMemo(() => outlineRows(tree, folded), [tree, folded]);
  const above = useMemo(() => linesAbove(tree), [tree]);
  const indexes = useMemo(() => new Map(rows.map(({ item }, index) => [item.id, index])), [rows]);
  const within = useWithin(above);
  const [cursor, setCursor] = useState(active);
  const [said, say] = useState("");
  const at = rowOf(indexes, above, cursor);

  // What is selected elsewhere is where the keys go on.
  const [followed, follow] = useState(active);
  if (followed !== active) {
    follow(active);
    if (active !== null && above.has(active)) setCursor(active);
  }

  /** Moves the focus to the dialogue itself; an outline that lies over the words makes way for them. */
  function goThere(): void {
    if (window.innerWidth < ROOMY) view.setState({ outlineOpen: false });
    // After the list has gone, so that the focus is not where it was.
    requestAnimationFrame(focusHome);
  }
  function choose(index: number, how: GoMode): void {
    const item = rows[index]?.item;
    if (item === undefined) return;
    setCursor(item.id);
    if (item.kind === "part" || how === "go") return;
    if (how === "select") session.reveal(item.id);
    else session.select([item.id], how);
  }
  function fold(lines: readonly OutlineRow[], isFolded: boolean): void {
    const branches = lines.flatMap(({ item }) => (item.children.length > 0 ? [item.id] : []));
    if (!isNarrowed) setKept(withKeys(folded, branches, isFolded));
  }
  function run(gesture: Gesture | null): boolean {
    if (gesture === null || !session.dispatch(gesture.label, gesture.operations)) return false;
    say(gesture.said);
    return true;
  }
  const model = () => session.store.getState();
  /** The cards that go with one: all that are selected, where it is selected itself. */
  const along = (card: string): readonly string[] =>
    selection.has(card) ? [...selection].filter((each) => model().nodes.has(each)) : [card];
  const goalFor = (dragged: OutlineRow | null, over: OutlineRow | null) =>
    dragged === null ? null : goalOf(model(), rows, { row: dragged, ids: along(dragged.item.id) }, over);
  const drag = useRowDrag<OutlineRow>({
    rows,
    onStart: ({ item }) => (item.kind === "card" && edit === null ? item.id : null),
    goalOf: (dragged, over) => {
      const goal = goalFor(dragged, over);
      return goal === null ? null : ((goal.kind === "group" ? goal.groupId : over?.item.id) ?? "");
    },
    onRest: (over) => over.item.children.length > 0 && !over.isOpen && fold([over], false),
    onDrop: (dragged, over) => {
      const goal = goalFor(dragged, over);
      if (dragged !== null && goal !== null) run(moveTo(model(), along(dragged.item.id), goal));
    },
  });

  function nameOf({ item }: OutlineRow): string {
    const { nodes, groups: all } = model();
    const node = nodes.get(item.id);
    if (node !== undefined) return nodeName(node);
    return all.get(item.id)?.title ?? PART_WORDS[item.id as OutlinePart] ?? "";
  }
  /** Does what a key means for the row it goes to; false where it means nothing. */
  function act(key: string, row: OutlineRow | undefined): boolean {
    if (row === undefined) return false;
    switch (key) {
      case "Enter":
        if (row.item.kind === "part") fold([row], row.isOpen);
        else {
          session.reveal(row.item.id);
          goThere();
        }
        return true;
      case " ":
      case "mod+ ":
        choose(at, "toggle");
        return true;
      case "alt+ArrowUp":
      case "alt+ArrowDown":
        if (edit === null) run(stepWay(model(), rows, row, key === "alt+ArrowUp" ? -1 : 1));
        return true;
      default:
        return false;
    }
  }
  const entriesOf = (current: OutlineRow): readonly MenuEntry[] => {
    const { item } = current;
    const branches: readonly MenuEntry[] = [
      {
        title: current.isOpen ? "Collapse" : "Expand",
        onSelect: () => fold([current], current.isOpen),
        disabledReason:
          item.children.length === 0 ? "Nothing to collapse." : isNarrowed ? "Show all cards first." : null,
      },
      { title: "Collapse all", onSelect: () => fold(everything(tree), true) },
      { title: "Expand all", onSelect: () => setKept(NOTHING) },
    ];
    if (item.kind !== "card") return branches;
    const ids = along(item.id);
    const own = model().nodes.get(item.id)?.group_id ?? null;
    const up = stepWay(model(), rows, current, -1);
    const down = stepWay(model(), rows, current, 1);
    const noWay = item.isWay ? "It cannot move further." : "Only cards after a choice have an order.";
    return [
      {
        title: "Move to group",
        disabledReason: edit ?? (groups.size === 0 ? "There are no groups yet." : null),
        entries: [...groups.values()].map((group) => ({
          title: groupName(group),
          checked: group.id === own,
          onSelect: () => run(moveToGroup(model(), ids, group.id)),
        })),
      },
      {
        title: "Remove from group",
        onSelect: () => run(moveToGroup(model(), ids, null)),
        disabledReason: edit ?? (own === null ? "It is in no group." : null),
      },
      {
        title: "Move its choice up",
        keys: "Alt+↑",
        onSelect: () => run(up),
        disabledReason: edit ?? (up === null ? noWay : null),
      },
      {
        title: "Move its choice down",
        keys: "Alt+↓",
        onSelect: () => run(down),
        disabledReason: edit ?? (down === null ? noWay : null),
      },
      "separator",
      ...branches,
    ];
  };

  if (rows.length === 0) {
    return (
      <p role="status" className="p-3 text-13 text-ink-3">
        {isNarrowed ? "No cards match." : "No cards yet."}
      </p>
    );
  }
  return (
    <>
      <Tree
        label="Cards"
        box={box}
        rows={rows}
        at={at}
        rowHeight={ROW}
        isMeasured
        isMulti
        canFold={!isNarrowed}
        isBranch={({ item }) => item.children.length > 0}
        keyOf={({ item }) => item.id}
        nameOf={nameOf}
        onGo={choose}
        onToggle={(toggled, isOpen) => fold(toggled, !isOpen)}
        onKey={act}
        onPress={() => window.innerWidth < ROOMY && goThere()}
        onMenu={(row) => {
          setCursor(row.item.id);
          return entriesOf(row);
        }}
        drag={drag}
      >
        {({ item, isOpen }, position) => (
          <OutlineLine
            {...position}
            item={item}
            isSelected={selection.has(item.id)}
            mayMove={edit === null}
            within={item.children.length > 0 && (item.kind !== "card" || !isOpen) ? within(item.id) : null}
            characters={characters}
          />
        )}
      </Tree>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** The lines that are shown while some are folded. */
const outlineRows = (tree: readonly OutlineItem[], folded: ReadonlySet<string>): readonly OutlineRow[] =>
  treeRows(
    tree,
    (item) => item.children,
    (item) => !folded.has(item.id),
  );

/** Every line that others lie in, as rows. */
function everything(tree: readonly OutlineItem[]): readonly OutlineRow[] {
  return outlineRows(tree, NOTHING).filter(({ item }) => item.children.length > 0);
}

const NONE: Counts = { error: 0, warning: 0, info: 0 };

/** Counts the problems in a line and in all that lie in it, as the header of the dialogue counts them. The same counts are the same object. */
function useWithin(above: ReadonlyMap<string, string | null>): (id: string) => Counts {
  const groups = useProblemsState((state) => state.groups);
  return useMemo(() => {
    const found = new Map<string, Set<ShownGroup>>();
    for (const group of groups) {
      for (const { node_id } of group.problems) {
        for (let at = node_id; at !== null; at = above.get(at) ?? null) {
          const known = found.get(at) ?? new Set();
          found.set(at, known.add(group));
        }
      }
    }
    const counts = new Map([...found].map(([id, each]) => [id, countProblems(each)]));
    return (id) => counts.get(id) ?? NONE;
  }, [groups, above]);
}
