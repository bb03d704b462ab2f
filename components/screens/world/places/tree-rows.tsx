"use client";

import { counted } from "#domain/counted.ts";
import { rowStyle, TreeItem, type TreeItemPosition } from "../../../ui/tree/tree-item.tsx";
import { TreeName } from "../../../ui/tree/tree-name.tsx";
import type { PlaceRow, TreePlace } from "./place-tree.ts";

/** Height of a row, in pixels at the usual text size. */
export const ROW = 28;
const MAX_NAME = 500;

interface PlaceItemProps extends TreeItemPosition {
  readonly place: TreePlace;
  /** Name of the place, also while a change of it is on the way. */
  readonly name: string;
  readonly isCut: boolean;
  readonly canMove: boolean;
  /** Takes the name that is being written in it; null while none is. */
  readonly onRenamed: ((name: string | null) => void) | null;
}

/** A place of the tree: four elements, because very many may be in view. */
export function PlaceItem({ place, name, isCut, canMove, onRenamed, ...position }: PlaceItemProps) {
  return (
    <TreeItem
      {...position}
      isSelected={position.isAt}
      isDraggable={canMove && onRenamed === null}
      description={place.children === 0 ? undefined : counted(place.children, "place")}
      className={isCut ? "italic" : ""}
    >
      <TreeName
        name={name}
        field={onRenamed && { label: "Name of the place", maxLength: MAX_NAME, onDone: onRenamed }}
      />
      {place.children > 0 && (
        <span aria-hidden="true" className="numerals text-11 text-ink-3">
          {place.children.toLocaleString("en")}
        </span>
      )}
    </TreeItem>
  );
}

/** Room for a place that is on its way, or the way to ask for it again. */
export function UnreadItem({ isFailed, ...position }: TreeItemPosition & Pick<PlaceRow, "isFailed">) {
  if (!isFailed) {
    return (
      <div
        role="presentation"
        className="flex items-center ps-7 pe-3"
        style={rowStyle(position.row, position.start, position.height)}
      >
        <span className="late-shown h-3 grow rounded-control bg-hover" />
      </div>
    );
  }
  return (
    <TreeItem {...position} isSelected={false} label="These places could not be loaded. Retry">
      <span className="text-12 text-error">
        Could not be loaded. <span className="underline">Retry</span>
      </span>
    </TreeItem>
  );
}
