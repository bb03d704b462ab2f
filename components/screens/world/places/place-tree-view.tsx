"use client";

import { useQueryClient } from "@tanstack/react-query";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { showKeys } from "../../../frame/commands/keys.ts";
import { useIsMac } from "../../../frame/commands/platform.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { Button } from "../../../ui/button.tsx";
import { useContextMenu } from "../../../ui/context-menu.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { Loading } from "../../../ui/skeleton.tsx";
import {
  isWithin,
  missingOf,
  PAGE,
  type Place,
  parentsOf,
  ROOT,
  rowByKey,
  shiftOf,
  stickyRows,
  type TreeRow,
  typeAhead,
  visibleRows,
} from "./place-tree.ts";
import { ROW, StuckRow, TreeItem, Unread } from "./tree-rows.tsx";
import { useLevels, usePlace } from "./use-levels.ts";
import { usePlaceDrag } from "./use-place-drag.ts";

/** Rows above what is in view that stay at the top. */
const STICKY = 5;
/** Siblings that are opened at once, those around the active one: each is a request. */
const MAX_OPENED = 250;
/** Letters typed within this time are one name. */
const TYPED_MS = 700;

/** What a screen asks of its tree. */
export interface PlaceTreeHandle {
  /** Opens what a place lies in and brings it into view. */
  reveal(id: string): void;
}

interface PlaceTreeProps {
  /** Id of the chosen place; null for none. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** Asks before it moves; `to` is what it goes into, null for the top level, undefined where that is still to be said. */
  onMove: (place: Place, to?: Place | null) => void;
  /** Makes a place in another one; null for the top level. */
  onMake: (parentId: string | null) => void;
  onRename: (place: Place, name: string) => Promise<unknown>;
  /** `parentId` is what it lies in; null for the top level. */
  onDelete: (place: Place, parentId: string | null) => void;
  /** Why something was not done. */
  problem: ReactNode;
  handle: Ref<PlaceTreeHandle>;
}

/** What was open and in view when the tree was left: it is kept with the answers, so that coming back shows the same. */
interface Left {
  readonly open: ReadonlySet<string>;
  readonly top: number;
}

/**
 * The places of a project as a tree of any size: levels are read when they are opened, rows are drawn where they are in view. The
 * tree has the focus and names its active row, which is the chosen one; arrows, Page, Home, End and the letters of a name go
 * through the rows, and what can be done with a place has a key and a line in its menu.
 */
export function PlaceTree(props: PlaceTreeProps) {
  const { chosen, onChoose, onMove } = props;
  const project_id = useProjectId();
  const { at: moment } = useMoment();
  const router = useRouter();
  const isMac = useIsMac();
  const change = reasonOf(useCan()("change"));
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const key = useMemo(() => ["tree of places", project_id], [project_id]);
  const [left] = useState(() => queries.getQueryData<Left>(key) ?? { open: new Set<string>(), top: 0 });
  const [open, setOpen] = useState(left.open);
  const { levels, ask, retry } = useLevels(open);
  const rows = useMemo(() => visibleRows(levels, open), [levels, open]);
  const parents = useMemo(() => parentsOf(levels), [levels]);
  const [cut, setCut] = useState<Place | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const typed = useRef({ text: "", at: 0 });
  /** A row that a key went to before its place was here. */
  const ahead = useRef<{ readonly parent: string; readonly position: number } | null>(null);

  const at = rows.findIndex(({ place }) => place !== null && place.id === chosen);
  const active = at < 0 ? null : (rows[at]?.place ?? null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 6,
    // The active row is always drawn: the tree names it by its element.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const stuck = stickyRows(rows, Math.floor((virtual.scrollOffset ?? 0) / ROW), STICKY);

  /** Brings a row into view, below the rows that stay at the top. */
  function bring(index: number, block: "nearest" | "center" = "nearest"): void {
    const { current } = box;
    const row = rows[index];
    if (current === null || row === undefined) return;
    const start = index * ROW - Math.min(row.depth, STICKY) * ROW;
    const end = (index + 1) * ROW - current.clientHeight;
    const isSeen = start >= current.scrollTop && end <= current.scrollTop;
    if (isSeen) return;
    if (block === "center") current.scrollTop = index * ROW - current.clientHeight / 2;
    else current.scrollTop = start < current.scrollTop ? start : end;
  }
  function choose(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    bring(index);
    ahead.current = row.place === null ? { parent: row.parent, position: row.position } : null;
    if (row.place === null) {
      (row.isFailed ? retry : ask)(row.parent, Math.floor(row.position / PAGE));
      return;
    }
    own.current = row.place.id;
    onChoose(row.place.id);
  }
  function toggle(row: TreeRow, index: number): void {
    const { place } = row;
    if (place === null || place.children === 0) return;
    if (row.isOpen && chosen !== null && isWithin(parents, chosen, place.id)) choose(index);
    setOpen((now) => {
      if (!row.isOpen) return new Set([...now, place.id]);
      return new Set([...now].filter((each) => !isWithin(parents, each, place.id)));
    });
  }

  // What is in view stays there when rows come or go above it.
  const before = useRef(rows);
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && before.current !== rows) {
      current.scrollTop += shiftOf(before.current, rows, Math.floor(current.scrollTop / ROW)) * ROW;
    }
    before.current = rows;
  }, [rows]);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = left.top;
  }, [left]);
  useEffect(() => {
    queries.setQueryData<Left>(key, (now) => ({ top: now?.top ?? 0, open }));
  }, [queries, key, open]);

  // Pages that are in view are read.
  useEffect(() => {
    for (const { index } of items) {
      const row = rows[index];
      if (row?.place === null && !row.isFailed) ask(row.parent, Math.floor(row.position / PAGE));
    }
    const { current: goal } = ahead;
    if (goal === null) return;
    const index = rows.findIndex(({ parent, position }) => parent === goal.parent && position === goal.position);
    if (index < 0 || rows[index]?.place !== null) choose(index);
  });

  const { wanted, own, reveal } = useReveal(chosen, moment);
  const { above, error, isReading } = usePlace(wanted);
  useEffect(() => {
    if (wanted === null || isReading) return;
    if (error !== null) return reveal(null);
    if (above === undefined) return;
    const path = [...above.map((each) => each.id), wanted];
    const closed = path.slice(0, -1).filter((each) => !open.has(each));
    if (closed.length > 0) return setOpen((now) => new Set([...now, ...closed]));
    const missing = missingOf(levels, path);
    if (missing === "waiting") return;
    if (missing === "nowhere") return reveal(null);
    if (missing !== null) return ask(missing.parent, missing.page);
    const index = rows.findIndex(({ place }) => place?.id === wanted);
    if (index < 0) return;
    bring(index, "center");
    reveal(null);
  });
  useImperativeHandle(props.handle, () => ({ reveal }));

  const placeOf = (target: EventTarget): Place | null => {
    const index = (target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
    return index === undefined ? null : (rows[Number(index)]?.place ?? null);
  };
  const isRefused = (place: Place, to: Place | null): boolean =>
    parents.get(place.id) === (to?.id ?? ROOT) || (to !== null && isWithin(parents, to.id, place.id));
  const drag = usePlaceDrag({
    placeOf,
    isRefused: (place, to) => change !== null || isRefused(place, to),
    onRest: (place) => place.children > 0 && setOpen((now) => new Set([...now, place.id])),
    onDrop: onMove,
  });

  const paste = (to: Place) => {
    if (cut === null || isRefused(cut, to)) return;
    onMove(cut, to);
    setCut(null);
  };
  const parentOf = (place: Place): string | null => {
    const parent = parents.get(place.id);
    return parent === undefined || parent === ROOT ? null : parent;
  };
  const remove = (place: Place) => props.onDelete(place, parentOf(place));
  const entriesOf = (place: Place): readonly MenuEntry[] => {
    const line = (title: string, keys: string | null, onSelect: () => void, reason = change) => ({
      title,
      keys: keys === null ? null : showKeys(keys, isMac),
      onSelect,
      disabledReason: reason,
    });
    return [
      { title: "Open the profile", keys: showKeys("enter", isMac), href: profileAddress(project_id, place, moment) },
      "separator",
      line("New place in it", null, () => props.onMake(place.id)),
      line("New place beside it", null, () => props.onMake(parentOf(place))),
      line("Rename", "f2", () => setRenaming(place.id)),
      "separator",
      line("Move to…", null, () => onMove(place)),
      line("Cut", "mod+x", () => setCut(place)),
      ...(cut === null
        ? []
        : [
            line(
              `Paste “${cut.name}” into it`,
              "mod+v",
              () => paste(place),
              change ?? (isRefused(cut, place) ? "It lies there already, or this place lies in it." : null),
            ),
          ]),
      "separator",
      line("Delete", "delete", () => remove(place)),
    ];
  };
  const menu = useContextMenu((event) => {
    // The menu key asks at the tree, which has the focus, for its active row.
    const place = placeOf(event.target) ?? (event.target === box.current ? active : null);
    if (place === null) return null;
    own.current = place.id;
    onChoose(place.id);
    return entriesOf(place);
  });

  /** Does what a key means for the active place; false where it means nothing. */
  function act(place: Place, row: TreeRow, event: KeyboardEvent): boolean {
    const isMod = isMac ? event.metaKey : event.ctrlKey;
    const name = `${isMod ? "mod+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
    const canChange = change === null;
    switch (name) {
      case "ArrowRight":
        if (row.isOpen) choose(at + 1);
        else toggle(row, at);
        return true;
      case "ArrowLeft":
        if (row.isOpen) toggle(row, at);
        else if (row.above >= 0) choose(row.above);
        return true;
      case "mod+ArrowUp":
        if (row.above >= 0) choose(row.above);
        return true;
      case "*": {
        const isNear = (each: TreeRow) => Math.abs(each.position - row.position) < MAX_OPENED / 2;
        const beside = rows.filter((each) => each.parent === row.parent && each.place?.children !== 0 && isNear(each));
        setOpen((now) => new Set([...now, ...beside.flatMap((each) => each.place?.id ?? [])]));
        return true;
      }
      case "Enter":
        router.push(profileAddress(project_id, place, moment));
        return true;
      case "F2":
        if (canChange) setRenaming(place.id);
        return true;
      case "Delete":
        if (canChange) remove(place);
        return true;
      case "mod+x":
        if (canChange) setCut(place);
        return true;
      case "mod+v":
        if (canChange) paste(place);
        return cut !== null;
      default:
        return false;
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== box.current || event.nativeEvent.isComposing || event.altKey) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const row = rows[at];
    const visible = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1);
    const goal = isPlain ? rowByKey(rows, at, event.key, visible) : undefined;
    if (event.key === "Escape" && cut !== null) setCut(null);
    else if (goal !== undefined) choose(goal);
    else if (row !== undefined && active !== null && act(active, row, event)) typed.current.text = "";
    else if (isPlain && /^[\p{L}\p{N} ]$/u.test(event.key)) find(event);
    else return;
    event.preventDefault();
  }
  /** Goes to the next place whose name begins with what is typed. */
  function find({ key, timeStamp }: KeyboardEvent): void {
    const isNext = timeStamp - typed.current.at > TYPED_MS;
    const text = `${isNext ? "" : typed.current.text}${key}`.trimStart();
    typed.current = { text, at: timeStamp };
    const found = text === "" ? -1 : typeAhead(rows, Math.max(0, text.length === 1 ? at + 1 : at), text);
    if (found >= 0) choose(found);
  }
  async function keepName(place: Place, name: string | null): Promise<void> {
    setRenaming(null);
    box.current?.focus();
    if (name === null) return;
    setRenamed({ id: place.id, name });
    await props.onRename(place, name);
    setRenamed(null);
  }

  const isEmpty = levels.get(ROOT)?.total === 0;
  const hasFailed = levels.get(ROOT)?.pages.get(0) === "failed";
  return (
    <div className="flex min-h-0 w-80 shrink-0 flex-col border-line border-e bg-panel max-lg:w-64 max-md:h-72 max-md:w-full max-md:border-e-0 max-md:border-b print:hidden">
      <div
        className={`flex items-center gap-1 border-line border-b px-2 py-1.5 ${drag.to === null ? "bg-accent-soft" : ""}`}
        {...drag.ofRoot}
      >
        <Button
          size="sm"
          variant="bare"
          aria-pressed={chosen === null}
          onClick={() => {
            own.current = null;
            onChoose(null);
          }}
        >
          All places
        </Button>
        {active !== null && (
          <Menu
            align="end"
            entries={() => entriesOf(active)}
            trigger={(trigger) => (
              <IconButton
                size="sm"
                className="ms-auto"
                label={`What can be done with ${active.name}`}
                icon={<Ellipsis aria-hidden="true" className="size-4" />}
                {...trigger}
              />
            )}
          />
        )}
      </div>
      {isEmpty && <p className="px-4 py-3 text-13 text-ink-3">No place yet.</p>}
      {!levels.get(ROOT)?.pages.has(0) && <Loading what="the places" />}
      {hasFailed && (
        <div className="px-4 py-3 text-13" role="alert">
          <p>The places could not be read.</p>
          <Button size="sm" className="mt-2" onClick={() => retry(ROOT, 0)}>
            Retry
          </Button>
        </div>
      )}
      <div
        ref={box}
        id={id}
        role="tree"
        tabIndex={0}
        aria-label="Places"
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        hidden={hasFailed || isEmpty}
        onKeyDown={onKeyDown}
        onContextMenu={menu.open}
        onScroll={({ currentTarget: { scrollTop } }) => queries.setQueryData<Left>(key, { open, top: scrollTop })}
        className="min-h-0 grow select-none overflow-y-auto -outline-offset-2"
        {...drag.ofRows}
      >
        {stuck.length > 0 && (
          <div aria-hidden="true" className="sticky top-0 z-10 h-0">
            <div className="border-line border-b bg-panel">
              {stuck.map((index) => (
                <StuckRow key={index} row={rows[index]} onGo={() => choose(index)} />
              ))}
            </div>
          </div>
        )}
        <div role="presentation" className="relative" style={{ height: rows.length * ROW }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const { place } = row;
            if (place === null) return <Unread key={key} row={row} start={start} onRetry={() => choose(index)} />;
            return (
              <TreeItem
                key={key}
                id={`${id}-${index}`}
                index={index}
                row={row}
                start={start}
                name={renamed?.id === place.id ? renamed.name : place.name}
                isActive={index === at}
                isCut={cut?.id === place.id}
                isGoal={drag.to === place.id}
                canMove={change === null}
                onPress={(isToggle) => {
                  box.current?.focus();
                  choose(index);
                  if (isToggle) toggle(row, index);
                }}
                onOpen={() => router.push(profileAddress(project_id, place, moment))}
                onRenamed={renaming === place.id ? (name) => void keepName(place, name) : null}
              />
            );
          })}
        </div>
      </div>
      <div className="px-3 py-1.5 empty:hidden">{props.problem}</div>
      {cut !== null && (
        <p role="status" className="flex items-center gap-2 border-line border-t px-3 py-1.5 text-12 text-ink-2">
          <span className="min-w-0 grow">
            “{cut.name}” is cut.{" "}
            {active !== null && active.id !== cut.id && isRefused(cut, active)
              ? `It lies in “${active.name}” already, or “${active.name}” lies in it.`
              : `Choose where it goes and press ${showKeys("mod+v", isMac)}.`}
          </span>
          <Button size="sm" onClick={() => setCut(null)}>
            Cancel
          </Button>
        </p>
      )}
      {menu.popup}
    </div>
  );
}

/** The place that is still to be brought into view: one that an address names, a screen asks for, or another moment has elsewhere. */
function useReveal(chosen: string | null, moment: number | null) {
  const [wanted, reveal] = useState<string | null>(null);
  /** The place that was chosen in the tree itself: it is in view. */
  const own = useRef<string | null>(null);
  const shown = useRef(moment);
  useEffect(() => {
    if (chosen !== own.current || moment !== shown.current) reveal(chosen);
    own.current = chosen;
    shown.current = moment;
  }, [chosen, moment]);
  return { wanted, own, reveal };
}
