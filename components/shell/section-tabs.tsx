"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

const TABS = [
  { path: "dialogues", label: "Dialogues" },
  { path: "variables", label: "Variables" },
  { path: "deleted", label: "Recently deleted" },
] as const;

/** The lists of the Dialogues section. Nothing on other pages. */
export function SectionTabs() {
  const [, project, here] = /^(\/projects\/[^/]+)\/([^/]+)$/.exec(usePathname()) ?? [];
  if (project === undefined || !TABS.some(({ path }) => path === here)) return null;
  return (
    <nav aria-label="Dialogues section" className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-3">
      {TABS.map(({ path, label }) => (
        <Link
          key={path}
          href={`${project}/${path}`}
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
