"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ShellSection } from "./rail.tsx";

interface Tabs {
  readonly label: string;
  /** The root of the section's addresses, and which of its pages an address is. */
  readonly address: RegExp;
  readonly tabs: readonly { readonly path: string; readonly label: string }[];
}

/** The sections that have several pages. An open dialogue is a page of its own, without tabs; the pages of a list of the Developer section keep them. */
const SECTIONS: Readonly<Partial<Record<ShellSection, Tabs>>> = {
  dialogues: {
    label: "Dialogues section",
    address: /^(\/projects\/[^/]+)\/([^/]+)$/,
    tabs: [
      { path: "dialogues", label: "Dialogues" },
      { path: "variables", label: "Variables" },
      { path: "deleted", label: "Recently deleted" },
    ],
  },
  developer: {
    label: "Developer section",
    address: /^(\/developer)\/([^/]+)/,
    tabs: [
      { path: "keys", label: "API keys" },
      { path: "usage", label: "Usage and plan" },
    ],
  },
};

/** The way between the pages of a section. Nothing on other pages. */
export function SectionTabs({ section }: { section: ShellSection }) {
  const pathname = usePathname();
  const shown = SECTIONS[section];
  if (shown === undefined) return null;
  const [, root, here] = shown.address.exec(pathname) ?? [];
  if (root === undefined || !shown.tabs.some(({ path }) => path === here)) return null;
  return (
    <nav aria-label={shown.label} className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-3">
      {shown.tabs.map(({ path, label }) => (
        <Link
          key={path}
          href={`${root}/${path}`}
          prefetch={false}
          aria-current={path === here ? "page" : undefined}
          className="-mb-px inline-flex min-h-9 shrink-0 items-center border-transparent border-b-2 px-2 font-medium text-13 text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
