import type { ReactNode } from "react";

/** Item of a menu that runs an action, opens a page, or opens further items. */
export interface MenuItem {
  readonly title: string;
  readonly onSelect?: (() => void) | undefined;
  /** An address it goes to instead. */
  readonly href?: string | undefined;
  readonly icon?: ReactNode;
  /** Purpose of the item, in a few words below its title. */
  readonly hint?: string | undefined;
  /** Shortcut of the item, as written on this platform. */
  readonly keys?: string | null | undefined;
  /** Reason why the item cannot be used now: it is shown disabled, with the reason. */
  readonly disabledReason?: string | null | undefined;
  /** One of several, or switched on. */
  readonly checked?: boolean | undefined;
  readonly entries?: readonly MenuEntry[] | undefined;
}

/** Line of a menu; a heading names the lines up to the next separator. */
export type MenuEntry = MenuItem | { readonly heading: string } | "separator";
