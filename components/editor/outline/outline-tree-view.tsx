"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { groupName, nodeName } from "#domain/dialogue/names.ts";
import { countProblems } from "#domain/problems/problem.ts";
import { searchForm } from "#domain/search-form.ts";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useContextMenu } from "../../ui/context-menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import type { Gesture } from "../gestures/gesture.ts";
import { moveToGroup } from "../gestures/group.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useProblemsState } from "../store/use-problems.ts";
import { focusDialogue, ROOMY, useViewStore } from "../store/view-state.ts";
import { useFolded } from "./kept-folds.ts";
import { moveTo, stepWay } from "./outline-moves.ts";
import { type Counts, OutlineLine, PART_WORDS, ROW } from "./outline-row.tsx";
import { linesAbove, type OutlineItem, type OutlinePart, type OutlineRow, rowOf, shownRows } from "./outline-tree.ts";
import { useOutlineDrag } from "./use-outline-drag.ts";

/** Letters typed within this time are one name. */
const TYPED_MS = 700;
/** Nothing is folded while the outline is narrowed: what is found is seen. */
const NOTHING: ReadonlySet<string> = new Set();

interface OutlineTreeProps {
  readonly tree: readonly OutlineItem[];
  readonly isNarrowed: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
}

/**
 * The lines of the outline. The tree has the focus and names the row that keys go to; arrows go through the rows and select what they come
 * to, with Ctrl they only go, with Shift they add to the selection, as Space does. Enter goes to the card itself.
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
  const id = useId();
  const [kept, setKept] = useFolded(graphId);
  const folded = isNarrowed ? NOTHING : kept;
  const rows = useMemo(() => shownRows(tree, folded), [tree, folded]);
  const above = useMemo(() => linesAbove(tree), [tree]);
  const indexes = useMemo(() => new Map(rows.map(({ item }, index) => [item.id, index])), [rows]);
  const within = useWithin(above);
  const [cursor, setCursor] = useState(active);
  const [said, say] = useState("");
  const typed = useRef({ text: "", at: 0 });
  const at = rowOf(indexes, above, cursor);
  const row = rows[at];

  // What is selected elsewhere is where the keys go on.
  const [followed, follow] = useState(active);
  if (followed !== active) {
    follow(active);
    if (active !== null && above.has(active)) setCursor(active);
  }

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    // The row of the keys is always drawn: the tree names it by its element.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);

  /** To the dialogue itself; an outline that lies over the words makes way for them. */
  function goThere(): void {
    if (window.innerWidth < ROOMY) view.setState({ outlineOpen: false });
    // After the list has gone, so that the focus is not where it was.
    requestAnimationFrame(focusDialogue);
  }
  function choose(index: number, how: "select" | "add" | "toggle" | "go" = "select"): void {
    const item = rows[Math.min(Math.max(index, 0), rows.length - 1)]?.item;
    if (item === undefined) return;
    setCursor(item.id);
    if (item.kind === "part" || how === "go") return;
    if (how === "select") session.reveal(item.id);
    else session.select([item.id], how);
  }
  function fold(lines: readonly OutlineRow[], isFolded: boolean): void {
    const next = new Set(folded);
    for (const { item } of lines) {
      if (isFolded && item.children.length > 0) next.add(item.id);
      else next.delete(item.id);
    }
    if (!isNarrowed) setKept(next);
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
  const drag = useOutlineDrag({
    rows,
    mayMove: edit === null,
    model,
    along,
    onRest: (item) =>
      fold(
        rows.filter((each) => each.item.id === item),
        false,
      ),
    onDrop: (ids, goal) => run(moveTo(model(), ids, goal)),
  });

  function nameOf({ item }: OutlineRow): string {
    const { nodes, groups: all } = model();
    const node = nodes.get(item.id);
    if (node !== undefined) return nodeName(node);
    return all.get(item.id)?.title ?? PART_WORDS[item.id as OutlinePart] ?? "";
  }
  function find({ key, timeStamp }: KeyboardEvent): void {
    const isNext = timeStamp - typed.current.at > TYPED_MS;
    const text = `${isNext ? "" : typed.current.text}${key}`.trimStart();
    typed.current = { text, at: timeStamp };
    const wanted = searchForm(text);
    const from = Math.max(0, text.length === 1 ? at + 1 : at);
    for (let step = 0; step < rows.length && wanted !== ""; step++) {
      const index = (from + step) % rows.length;
      const each = rows[index];
      if (each === undefined || !searchForm(nameOf(each)).startsWith(wanted)) continue;
      choose(index);
      return;
    }
  }
  /** Does what a key means for the row it goes to; false where it means nothing. */
  function act(current: OutlineRow, key: string): boolean {
    const isBranch = current.item.children.length > 0;
    switch (key) {
      case "ArrowRight":
        if (current.isOpen) choose(at + 1);
        else if (isBranch) fold([current], false);
        return true;
      case "ArrowLeft":
        if (current.isOpen && !isNarrowed) fold([current], true);
        else if (current.above >= 0) choose(current.above);
        return true;
      case "*":
        fold(
          rows.filter((each) => each.above === current.above),
          false,
        );
        return true;
      case "Enter":
        if (current.item.kind === "part") fold([current], current.isOpen);
        else {
          session.reveal(current.item.id);
          goThere();
        }
        return true;
      case " ":
        choose(at, "toggle");
        return true;
      case "alt+ArrowUp":
      case "alt+ArrowDown":
        if (edit === null) run(stepWay(model(), rows, current, key === "alt+ArrowUp" ? -1 : 1));
        return true;
      default:
        return false;
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== box.current || event.nativeEvent.isComposing) return;
    const { key, altKey, shiftKey } = event;
    const isMod = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1);
    const goal = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }[key];
    const isTyping = key === " " && event.timeStamp - typed.current.at <= TYPED_MS && typed.current.text !== "";
    if (goal !== undefined && !altKey) choose(goal, isMod ? "go" : shiftKey ? "add" : "select");
    else if (isTyping && !isMod) find(event);
    else if (row !== undefined && (!isMod || key === " ") && act(row, `${altKey ? "alt+" : ""}${key}`)) {
      typed.current.text = "";
    } else if (!isMod && !altKey && /^[\p{L}\p{N}]$/u.test(key)) find(event);
    else return;
    event.preventDefault();
  }
  const rowAt = (target: EventTarget): number =>
    Number((target as Element).closest<HTMLElement>("[data-index]")?.dataset.index ?? -1);
  function onClick(event: MouseEvent): void {
    const index = rowAt(event.target);
    const pressed = rows[index];
    if (pressed === undefined) return;
    box.current?.focus();
    if ((event.target as Element).closest("[data-toggle]") !== null || pressed.item.kind === "part") {
      setCursor(pressed.item.id);
      fold([pressed], pressed.isOpen);
      return;
    }
    choose(index, event.ctrlKey || event.metaKey ? "toggle" : event.shiftKey ? "add" : "select");
    if (window.innerWidth < ROOMY) goThere();
  }
  const entriesOf = (current: OutlineRow): readonly MenuEntry[] => {
    const { item } = current;
    const branches: readonly MenuEntry[] = [
      {
        title: current.isOpen ? "Fold it" : "Unfold it",
        onSelect: () => fold([current], current.isOpen),
        disabledReason:
          item.children.length === 0 ? "Nothing lies in it." : isNarrowed ? "Show all cards first." : null,
      },
      { title: "Fold everything", onSelect: () => fold(everything(tree), true) },
      { title: "Unfold everything", onSelect: () => setKept(NOTHING) },
    ];
    if (item.kind !== "card") return branches;
    const ids = along(item.id);
    const own = model().nodes.get(item.id)?.group_id ?? null;
    const up = stepWay(model(), rows, current, -1);
    const down = stepWay(model(), rows, current, 1);
    const noWay = item.isWay ? "No choice stands further there." : "Only what a choice leads to has an order.";
    return [
      {
        title: "Put into a group",
        disabledReason: edit ?? (groups.size === 0 ? "There is no group yet." : null),
        entries: [...groups.values()].map((group) => ({
          title: groupName(group),
          checked: group.id === own,
          onSelect: () => run(moveToGroup(model(), ids, group.id)),
        })),
      },
      {
        title: "Take out of its group",
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
  const menu = useContextMenu((event) => {
    // The menu key asks at the tree, which has the focus, for the row of the keys.
    const current = rows[rowAt(event.target)] ?? (event.target === box.current ? row : undefined);
    if (current === undefined) return null;
    setCursor(current.item.id);
    return entriesOf(current);
  });

  if (rows.length === 0) {
    return (
      <p role="status" className="p-3 text-13 text-ink-3">
        {isNarrowed ? "No card matches." : "No cards yet."}
      </p>
    );
  }
  const isGoal = (item: OutlineItem) => drag.over !== null && drag.over.id === item.id;
  return (
    <>
      <div
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label="Cards"
        aria-multiselectable="true"
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={menu.open}
        className={`group min-h-0 grow select-none overflow-y-auto -outline-offset-2 ${drag.over?.id === null ? "bg-accent-soft" : ""}`}
        {...drag.ofRows}
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const each = rows[index];
            if (each === undefined) return null;
            const { item } = each;
            return (
              <OutlineLine
                key={item.id}
                elementId={`${id}-${index}`}
                index={index}
                row={each}
                start={start}
                isCursor={index === at}
                isSelected={selection.has(item.id)}
                isGoal={isGoal(item)}
                mayMove={edit === null}
                within={item.children.length > 0 && (item.kind !== "card" || !each.isOpen) ? within(item.id) : null}
                characters={characters}
              />
            );
          })}
        </div>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {menu.popup}
    </>
  );
}

/** Every line that others lie in, as rows. */
function everything(tree: readonly OutlineItem[]): readonly OutlineRow[] {
  return shownRows(tree, NOTHING).filter(({ item }) => item.children.length > 0);
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
