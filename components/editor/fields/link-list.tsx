import { nodeName } from "#domain/dialogue/names.ts";
import { POPUP, POPUP_ITEM } from "../../ui/popup-style.ts";
import type { Node } from "../model/model.ts";

/** Target of a typed arrow: an existing node, or a new one with the typed name. */
export type LinkOption = { readonly id: string; readonly node: Node } | { readonly id: "new"; readonly name: string };

interface LinkListProps {
  id: string;
  options: readonly LinkOption[];
  active: number;
  onPoint: (at: number) => void;
  onChoose: (option: LinkOption) => void;
}

/** The nodes offered under a field while `-> name` is typed. The focus and the keys stay in the field. */
export function LinkList({ id, options, active, onPoint, onChoose }: LinkListProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Cards it can lead to"
      className={`${POPUP} absolute inset-x-0 top-full z-30 mt-1 max-h-60 overflow-y-auto p-1`}
    >
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys stay in the field.
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={at === active}
          data-highlighted={at === active || undefined}
          className={POPUP_ITEM}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(at)}
          onClick={() => onChoose(option)}
        >
          <span className="min-w-0 truncate" dir="auto">
            {"node" in option ? nodeName(option.node) : `New card ‘${option.name}’`}
          </span>
        </div>
      ))}
    </div>
  );
}
