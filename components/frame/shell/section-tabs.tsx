"use client";

import { usePathname } from "next/navigation";
import { PageLink } from "../../ui/page-link.tsx";
import { AREAS, placeOf, screensOf } from "../areas/areas.ts";
import { useReach } from "../project/use-reach.ts";

/** Navigation between the pages of an area. Empty where there is one page alone, and on pages that stand alone. */
export function SectionTabs() {
  const place = placeOf(usePathname());
  const reach = useReach();
  if (place === null || (place.isBelow && place.screen.opensAlone === true)) return null;
  const tabs = screensOf(place.area, reach);
  if (tabs.length < 2) return null;
  return (
    // The line below is a shadow: tabs that hang over a border are higher than what scrolls, and make it scroll upwards, too.
    <nav
      aria-label={AREAS.find(({ id }) => id === place.area)?.title}
      className="flex shrink-0 gap-1 overflow-x-auto px-3 shadow-[inset_0_-1px_0_var(--line)]"
    >
      {tabs.map(({ screen: { id, title }, href }) => (
        <PageLink
          key={id}
          href={href}
          aria-current={id === place.screen.id ? "page" : undefined}
          className="inline-flex min-h-9 shrink-0 items-center border-transparent border-b-2 px-2 font-medium text-13 text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {title}
        </PageLink>
      ))}
    </nav>
  );
}
