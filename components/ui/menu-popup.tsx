"use client";

import { Menu } from "@base-ui/react/menu";
import { Check, ChevronRight } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { InOrder } from "./in-order.tsx";
import { Kbd } from "./kbd.tsx";
import type { MenuEntry, MenuItem } from "./menu-entry.ts";
import { PageLink } from "./page-link.tsx";
import { POPUP, POPUP_ITEM } from "./popup-style.ts";

/** A place in the window, for menus that open where one points. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface MenuPopupProps {
  entries: readonly MenuEntry[];
  /** The button it belongs to, or the point it opens at. */
  anchor: RefObject<HTMLElement | null> | Point;
  side: "bottom" | "top" | "right" | "left";
  align: "start" | "center" | "end";
  onClose: () => void;
}

const BOX = `${POPUP} max-h-(--available-height) min-w-52 max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-1`;

/** An open menu. */
export function MenuPopup({ entries, anchor, side, align, onClose }: MenuPopupProps) {
  const isPoint = "x" in anchor;
  return (
    <Menu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={isPoint ? { getBoundingClientRect: () => DOMRect.fromRect({ ...anchor }) } : anchor}
          side={side}
          align={align}
          sideOffset={isPoint ? 0 : 4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Menu.Popup className={BOX} finalFocus={isPoint ? true : anchor}>
            <Entries entries={entries} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const hasSign = (entry: MenuEntry): boolean =>
  entry !== "separator" && !("heading" in entry) && (entry.icon !== undefined || entry.checked !== undefined);

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  // Where one line has a sign, all keep its place, so that the words stand below each other.
  const isIndented = entries.some(hasSign);
  return <InOrder of={entries} as={(entry) => <Entry entry={entry} isIndented={isIndented} />} />;
}

function Entry({ entry, isIndented }: { entry: MenuEntry; isIndented: boolean }) {
  if (entry === "separator") return <Menu.Separator className="mx-1 my-1 border-line border-t" />;
  if ("heading" in entry) {
    return (
      <Menu.Group>
        <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 font-medium text-12 text-ink-3">{entry.heading}</Menu.GroupLabel>
      </Menu.Group>
    );
  }
  if (entry.entries !== undefined) return <More item={entry} entries={entry.entries} isIndented={isIndented} />;
  if (entry.href !== undefined && entry.disabledReason == null) {
    return (
      <Menu.LinkItem render={<PageLink href={entry.href} />} closeOnClick className={POPUP_ITEM}>
        <Line item={entry} isIndented={isIndented} />
      </Menu.LinkItem>
    );
  }
  const isDisabled = entry.disabledReason != null;
  if (entry.checked !== undefined) {
    return (
      <Menu.CheckboxItem
        checked={entry.checked}
        closeOnClick
        disabled={isDisabled}
        onCheckedChange={() => entry.onSelect?.()}
        className={POPUP_ITEM}
      >
        <Line item={entry} isIndented={isIndented} />
      </Menu.CheckboxItem>
    );
  }
  return (
    <Menu.Item disabled={isDisabled} onClick={() => entry.onSelect?.()} className={POPUP_ITEM}>
      <Line item={entry} isIndented={isIndented} />
    </Menu.Item>
  );
}

interface MoreProps {
  item: MenuItem;
  entries: readonly MenuEntry[];
  isIndented: boolean;
}

function More({ item, entries, isIndented }: MoreProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger disabled={item.disabledReason != null} className={POPUP_ITEM}>
        <Line item={item} isIndented={isIndented} end={<ChevronRight className="size-4 text-ink-3" />} />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} collisionPadding={8} className="z-50 outline-none">
          <Menu.Popup className={BOX}>
            <Entries entries={entries} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

function Line({ item, isIndented, end }: { item: MenuItem; isIndented: boolean; end?: ReactNode }) {
  return (
    <>
      {isIndented && (
        <span className="flex size-4 shrink-0 items-center justify-center text-ink-2">
          {item.checked === true ? <Check className="size-4" aria-hidden="true" /> : item.icon}
        </span>
      )}
      <span className="min-w-0 grow py-1.5">
        <span className="block truncate" dir="auto">
          {item.title}
        </span>
        {item.hint !== undefined && item.disabledReason == null && (
          <span className="block truncate text-12 text-ink-3">{item.hint}</span>
        )}
        {item.disabledReason != null && <span className="block text-12 text-ink-3">{item.disabledReason}</span>}
      </span>
      {item.keys != null && <Kbd>{item.keys}</Kbd>}
      {end}
    </>
  );
}
