"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import {
  type ReactNode,
  type Ref,
  useEffect,
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
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { Loading } from "../../../ui/skeleton.tsx";
import { bringRow, Tree } from "../../../ui/tree/tree.tsx";
import { withKeys } from "../../../ui/tree/tree-rows.ts";
import { useRowDrag } from "../../../ui/tree/use-row-drag.ts";
import { useOpenPage } from "../../../ui/use-open-page.ts";
import {
  isWithin,
  missingOf,
  PAGE,
  type PlaceRow,
  parentsOf,
  ROOT,
  shiftOf,
  type TreePlace,
  visibleRows,
} from "./place-tree.ts";
import { PlaceItem, ROW, UnreadItem } from "./tree-rows.tsx";
import { useLevels, usePlace } from "./use-levels.ts";

/** Rows above what is in view that stay at the top. */
const STICKY = 5;
/** Siblings that are opened at once, those around the active one: each is a request. */
const MAX_OPENED = 250;

/** Handle through which a screen opens its tree at a place. */
export interface PlaceTreeHandle {
  /** Opens what a place lies in and brings it into view. */
  reveal(id: string): void;
}

interface PlaceTreeProps {
  /** Id of the chosen place; null for none. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** Asks before it moves; `to` is what it goes into, null for the top level, undefined where that is still to be said. */
  onMove: (place: TreePlace, to?: TreePlace | null) => void;
  /** Makes a place in another one; null for the top level. */
  onMake: (parentId: string | null) => void;
  onRename: (place: TreePlace, name: string) => Promise<unknown>;
  /** `parentId` is what it lies in; null for the top level. */
  onDelete: (place: TreePlace, parentId: string | null) => void;
  /** Explanation of a change that failed. */
  problem: ReactNode;
  handle: Ref<PlaceTreeHandle>;
}

/** Open places and scroll position of a tree that was left, kept with the answers so that coming back shows the same. */
interface KeptView {
  readonly open: ReadonlySet<string>;
  readonly top: number;
}

/**
 * The places of a project as a tree of any size: levels are read when they are opened. The active row is the chosen place, and what can
 * be done with a place has a key and a line in its menu.
 */
export function PlaceTree(props: PlaceTreeProps) {
  const { chosen, onChoose, onMove } = props;
  const project_id = useProjectId();
  const { at: moment } = useMoment();
  const openPage = useOpenPage();
  const isMac = useIsMac();
  const change = reasonOf(useCan()("change"));
  const box = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const key = useMemo(() => ["tree of places", project_id], [project_id]);
  const [left] = useState(() => queries.getQueryData<KeptView>(key) ?? { open: new Set<string>(), top: 0 });
  const [open, setOpen] = useState(left.open);
  const { levels, ask, retry } = useLevels(open);
  const rows = useMemo(() => visibleRows(levels, open), [levels, open]);
  const parents = useMemo(() => parentsOf(levels), [levels]);
  const [cut, setCut] = useState<TreePlace | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly name: string } | null>(null);
  /** A row that a key went to before its place was here. */
  const ahead = useRef<{ readonly parent: string; readonly position: number } | null>(null);

  const at = rows.findIndex(({ place }) => place !== null && place.id === chosen);
  const active = at < 0 ? null : (rows[at]?.place ?? null);
  /** Brings a row into view, below the rows that stay at the top. */
  function bring(index: number, block?: "center"): void {
    bringRow(box.current, index, ROW, Math.min(rows[index]?.depth ?? 0, STICKY), block);
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
  function toggle(toggled: readonly PlaceRow[], isOpen: boolean): void {
    const near = rows[at]?.position ?? 0;
    const ids = toggled.flatMap(({ place, position }) => {
      const isAsked = toggled.length === 1 || Math.abs(position - near) < MAX_OPENED / 2;
      return isAsked && place !== null && place.children > 0 ? [place.id] : [];
    });
    const [first] = ids;
    if (isOpen) setOpen((now) => withKeys(now, ids, true));
    else if (first !== undefined) {
      const isChosenIn = chosen !== null && isWithin(parents, chosen, first);
      if (isChosenIn) choose(rows.findIndex(({ place }) => place?.id === first));
      setOpen((now) => new Set([...now].filter((each) => !isWithin(parents, each, first))));
    }
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
    queries.setQueryData<KeptView>(key, (now) => ({ top: now?.top ?? 0, open }));
  }, [queries, key, open]);

  /** Reads the pages that are in view, and goes on to a row that was waited for. */
  function readDrawn(indexes: readonly number[]): void {
    for (const index of indexes) {
      const row = rows[index];
      if (row?.place === null && !row.isFailed) ask(row.parent, Math.floor(row.position / PAGE));
    }
    const { current: goal } = ahead;
    if (goal === null) return;
    const index = rows.findIndex(({ parent, position }) => parent === goal.parent && position === goal.position);
    if (index < 0 || rows[index]?.place !== null) choose(index);
  }

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

  const isRefused = (place: TreePlace, to: TreePlace | null): boolean =>
    parents.get(place.id) === (to?.id ?? ROOT) || (to !== null && isWithin(parents, to.id, place.id));
  const drag = useRowDrag<PlaceRow>({
    rows,
    onStart: ({ place }) => place?.name ?? null,
    goalOf: (dragged, over) => {
      const to = over?.place ?? null;
      if (dragged?.place == null || (over !== null && to === null)) return null;
      return change !== null || isRefused(dragged.place, to) ? null : (to?.id ?? "");
    },
    onRest: (over) => toggle([over], true),
    onDrop: (dragged, over) => dragged?.place != null && onMove(dragged.place, over?.place ?? null),
  });

  const paste = (to: TreePlace) => {
    if (cut === null || isRefused(cut, to)) return;
    onMove(cut, to);
    setCut(null);
  };
  const parentOf = (place: TreePlace): string | null => {
    const parent = parents.get(place.id);
    return parent === undefined || parent === ROOT ? null : parent;
  };
  const remove = (place: TreePlace) => props.onDelete(place, parentOf(place));
  const entriesOf = (place: TreePlace): readonly MenuEntry[] => {
    const line = (title: string, keys: string | null, onSelect: () => void, reason = change) => ({
      title,
      keys: keys === null ? null : showKeys(keys, isMac),
      onSelect,
      disabledReason: reason,
    });
    return [
      { title: "Open the profile", keys: showKeys("enter", isMac), href: profileAddress(project_id, place) },
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
              change ?? (isRefused(cut, place) ? "It is already there, or this place is inside it." : null),
            ),
          ]),
      "separator",
      line("Delete", "delete", () => remove(place)),
    ];
  };
  /** Does what a key means for the active place; false where it means nothing. */
  function act(key: string, row: PlaceRow | undefined): boolean {
    if (key === "Escape" && cut !== null) {
      setCut(null);
      return true;
    }
    const place = row?.place ?? null;
    if (row === undefined || place === null) return false;
    if (key === "mod+ArrowUp") {
      if (row.above >= 0) choose(row.above);
      return true;
    }
    if (key === "Enter") {
      openPage(profileAddress(project_id, place));
      return true;
    }
    const changes: Readonly<Record<string, () => void>> = {
      F2: () => setRenaming(place.id),
      Delete: () => remove(place),
      "mod+x": () => setCut(place),
      "mod+v": () => paste(place),
    };
    const found = changes[key];
    if (change === null) found?.();
    return found !== undefined && (key !== "mod+v" || cut !== null);
  }
  async function keepName(place: TreePlace, name: string | null): Promise<void> {
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
        className={`flex items-center gap-1 border-line border-b px-2 py-1.5 ${drag.goal === "" ? "bg-accent-soft" : ""}`}
        {...drag.ofOutside}
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
                label={`Actions for ${active.name}`}
                icon={<Ellipsis aria-hidden="true" className="size-4" />}
                {...trigger}
              />
            )}
          />
        )}
      </div>
      {isEmpty && <p className="px-4 py-3 text-13 text-ink-3">No places yet.</p>}
      {!levels.get(ROOT)?.pages.has(0) && <Loading what="the places" />}
      {hasFailed && (
        <div className="px-4 py-3 text-13" role="alert">
          <p>The places could not be loaded.</p>
          <Button size="sm" className="mt-2" onClick={() => retry(ROOT, 0)}>
            Retry
          </Button>
        </div>
      )}
      <Tree
        label="Places"
        box={box}
        rows={rows}
        at={at}
        rowHeight={ROW}
        sticky={STICKY}
        isHidden={hasFailed || isEmpty}
        isBranch={({ place }) => (place?.children ?? 0) > 0}
        keyOf={({ place, parent, position }) => place?.id ?? `${parent} ${position}`}
        nameOf={({ place }) => place?.name ?? ""}
        onGo={choose}
        onToggle={toggle}
        onKey={act}
        onOpen={({ place }) => place !== null && openPage(profileAddress(project_id, place))}
        onMenu={({ place }) => {
          if (place === null) return null;
          own.current = place.id;
          onChoose(place.id);
          return entriesOf(place);
        }}
        onDrawn={readDrawn}
        onScroll={(top) => queries.setQueryData<KeptView>(key, { open, top })}
        drag={drag}
      >
        {({ place, isFailed }, position) =>
          place === null ? (
            <UnreadItem {...position} isFailed={isFailed} />
          ) : (
            <PlaceItem
              {...position}
              place={place}
              name={renamed?.id === place.id ? renamed.name : place.name}
              isCut={cut?.id === place.id}
              canMove={change === null}
              onRenamed={renaming === place.id ? (name) => void keepName(place, name) : null}
            />
          )
        }
      </Tree>
      <div className="px-3 py-1.5 empty:hidden">{props.problem}</div>
      {cut !== null && (
        <p role="status" className="flex items-center gap-2 border-line border-t px-3 py-1.5 text-12 text-ink-2">
          <span className="min-w-0 grow">
            “{cut.name}” is cut.{" "}
            {active !== null && active.id !== cut.id && isRefused(cut, active)
              ? `It is already in “${active.name}”, or “${active.name}” is inside it.`
              : `Choose the target and press ${showKeys("mod+v", isMac)}.`}
          </span>
          <Button size="sm" onClick={() => setCut(null)}>
            Cancel
          </Button>
        </p>
      )}
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
