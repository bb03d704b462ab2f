"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import type { ListBody } from "../../../ui/list/list.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { Tree } from "../../../ui/tree/tree.tsx";
import { TreeItem } from "../../../ui/tree/tree-item.tsx";
import { type ItemRow, withKeys } from "../../../ui/tree/tree-rows.ts";
import { useRowDrag } from "../../../ui/tree/use-row-drag.ts";
import { useOpenPage } from "../../../ui/use-open-page.ts";
import type { Entity } from "../entity/use-entity.ts";
import { CardFace, PicturesOfCards } from "./card-face.tsx";
import { cardWords } from "./card-words.ts";
import { Chips } from "./chips.tsx";
import { type PlacedItem, type PlacedSubject, placedTree, unknownParents } from "./placed-rows.ts";
import type { EntityCells } from "./use-cell-editing.tsx";

interface WorldTreeProps extends ListBody<Entity> {
  label: string;
  words: { readonly one: string; readonly many: string };
  cells: EntityCells;
  textOf: (entity: Entity, column: string) => string;
  onMoved: (row: Entity, to: string) => void;
}

type Row = ItemRow<PlacedItem<Entity>>;

const ROW = 40;
/** Rows that are all drawn; of more, those in view are. */
const ALL_DRAWN = 60;
const CHIPS = 3;
/** Places that are asked for at once, and levels above which no more are. */
const AT_ONCE = 100;
const LEVELS = 60;

/** Reads the places above rows, level by level. */
function usePlacesAbove(rows: readonly Entity[]) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const client = useStudioClient();
  const first = unknownParents(rows, []).join(",");
  return useQuery({
    queryKey: [...api.entities.list.queryKey({ project_id, ...reading }), "above", first],
    queryFn: async ({ signal }) => {
      const places: PlacedSubject[] = [];
      const asked = new Set<string>();
      for (let level = 0; level < LEVELS; level++) {
        const missing = unknownParents(rows, places).filter((id) => !asked.has(id));
        if (missing.length === 0) break;
        for (let from = 0; from < missing.length; from += AT_ONCE) {
          const ids = missing.slice(from, from + AT_ONCE);
          for (const id of ids) asked.add(id);
          const input = { project_id, ids: ids.join(","), limit: AT_ONCE, ...reading };
          places.push(...(await client.entities.list.query(input, { signal })).entities);
        }
      }
      return places;
    },
  });
}

/** Shows the rows of a list in the places that they are in. A row that is dragged to a place is in it from then on. */
export function WorldTree({ rows, columns, label, words, cells, textOf, titleOf, entriesOf, onMoved }: WorldTreeProps) {
  const project_id = useProjectId();
  const openPage = useOpenPage();
  const box = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const { data: places, error, refetch } = usePlacesAbove(rows);
  const tree = useMemo(() => placedTree(rows, places ?? [], (id) => !closed.has(id)), [rows, places, closed]);
  const at = Math.max(
    0,
    tree.findIndex(({ item }) => item.entity.id === activeId),
  );
  const idOf = ({ item }: Row): string => item.entity.id;
  const toggle = (some: readonly Row[], isOpen: boolean) => setClosed((now) => withKeys(now, some.map(idOf), !isOpen));
  const isIn = (row: Row | null, id: string): boolean =>
    row !== null && (idOf(row) === id || isIn(tree[row.above] ?? null, id));
  const drag = useRowDrag<Row>({
    rows: tree,
    onStart: ({ item }) => (item.row === null || cells.disabledReason !== null ? null : titleOf(item.row)),
    goalOf: (dragged, over) => {
      if (dragged === null || over === null || isIn(over, idOf(dragged))) return null;
      return over.item.entity.type === "location" && dragged.item.entity.parent_id !== idOf(over) ? idOf(over) : null;
    },
    onRest: (over) => toggle([over], true),
    onDrop: (dragged, over) => {
      if (dragged?.item.row == null || over === null) return;
      cells.set(dragged.item.row, "place", idOf(over), over.item.entity.name);
      onMoved(dragged.item.row, over.item.entity.name);
    },
  });
  if (places === undefined) {
    return error === null ? (
      <LoadingRows what="the places" rows={8} className="h-8" />
    ) : (
      <ErrorState what="The places" error={error} onRetry={() => void refetch()} />
    );
  }
  const open = ({ item }: Row) => openPage(profileAddress(project_id, item.entity));
  return (
    <PicturesOfCards>
      <Tree
        label={label}
        box={box}
        rows={tree}
        at={at}
        {...(tree.length > ALL_DRAWN && { rowHeight: ROW, sticky: 2 })}
        isBranch={({ item: { within } }) => within > 0}
        keyOf={idOf}
        nameOf={({ item }) => item.entity.name}
        onGo={(index) => setActiveId(tree[index]?.item.entity.id ?? null)}
        onToggle={toggle}
        onKey={(key, row) => {
          if (key !== "Enter" || row === undefined) return false;
          open(row);
          return true;
        }}
        onOpen={open}
        onMenu={({ item }) => (item.row === null ? null : (entriesOf?.(item.row) ?? null))}
        drag={drag as never}
      >
        {(row, position) => (
          <TreeItem
            key={idOf(row)}
            {...position}
            isSelected={position.isAt}
            isDraggable={row.item.row !== null && cells.disabledReason === null}
            className="min-h-10"
            description={row.item.within === 0 ? undefined : counted(row.item.within, words.one, words.many)}
          >
            <Item
              row={row}
              titleOf={titleOf}
              within={row.item.within}
              words={row.item.row && cardWords(row.item.row, columns, textOf, CHIPS)}
            />
          </TreeItem>
        )}
      </Tree>
    </PicturesOfCards>
  );
}

interface ItemProps {
  row: Row;
  titleOf: (entity: Entity) => string;
  within: number;
  words: ReturnType<typeof cardWords> | null;
}

/** A row of the tree: with its face and values where it is in the list, else the name of a place. */
function Item({ row: { item }, titleOf, within, words }: ItemProps) {
  return (
    <>
      {item.row !== null && <CardFace entity={item.row} size="sm" />}
      <span dir="auto" className={`min-w-0 truncate ${item.row === null ? "text-ink-2" : "ms-1 font-medium text-ink"}`}>
        {item.row === null ? item.entity.name : titleOf(item.row)}
      </span>
      {within > 0 && <span className="numerals text-11 text-ink-3">{within.toLocaleString("en")}</span>}
      {words !== null && (
        <span className="ms-2 flex min-w-0 items-center gap-2 overflow-hidden text-12 text-ink-3">
          <span className="truncate">{words.line}</span>
          <span className="max-md:hidden">
            <Chips chips={words.chips} isInline />
          </span>
        </span>
      )}
    </>
  );
}
