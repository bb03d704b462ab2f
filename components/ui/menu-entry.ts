import type { ReactNode } from "react";

/** A line of a menu that does something, goes somewhere, or opens more lines. */
export interface MenuItem {
  readonly title: string;
  readonly onSelect?: (() => void) | undefined;
  /** An address it goes to instead. */
  readonly href?: string | undefined;
  readonly icon?: ReactNode;
  /** What it is for, in a few words below its title. */
  readonly hint?: string | undefined;
  /** Its shortcut as written on this platform. */
  readonly keys?: string | null | undefined;
  /** Why it cannot be done now: it is shown, with the reason. */
  readonly disabledReason?: string | null | undefined;
  /** One of several, or switched on. */
  readonly checked?: boolean | undefined;
  readonly entries?: readonly MenuEntry[] | undefined;
}

/** What a menu is made of; a heading names the lines up to the next separator. */
export type MenuEntry = MenuItem | { readonly heading: string } | "separator";
