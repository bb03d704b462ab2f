"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageLink } from "../../ui/page-link.tsx";
import { useApi } from "../api/api-provider.tsx";
import { AREAS, placeOf, screensOf } from "../areas/areas.ts";
import { useReach } from "../project/use-reach.ts";

/**
 * Intervals of reading the inbox: most pages show only the number of waiting items, for which once a minute is enough.
 */
const INBOX = { refetchInterval: 60_000, staleTime: 15_000 };

/** Navigation between the areas of the studio: at the side, or below on a narrow screen. */
export function Rail({ end }: { end: ReactNode }) {
  const reach = useReach();
  const here = placeOf(usePathname())?.area;
  const inbox = useQuery(useApi().inbox.get.queryOptions({}, INBOX));
  return (
    <nav
      aria-label="Studio"
      className="row-start-3 flex items-stretch justify-around border-line border-t bg-paper px-1 sm:row-span-2 sm:px-0 sm:row-start-1 sm:w-16 sm:flex-col sm:justify-start sm:border-e sm:border-t-0 print:hidden"
    >
      {AREAS.map(({ id, title, icon: Icon }) => {
        const first = screensOf(id, reach)[0];
        return (
          first !== undefined && (
            <Entry
              key={id}
              href={first.href}
              label={title}
              isHere={id === here}
              icon={<Icon aria-hidden="true" className="size-5" />}
              {...(first.screen.id === "inbox" && { count: inbox.data?.counts.all })}
            />
          )
        );
      })}
      <div className="flex items-center justify-center sm:mt-auto sm:pb-2">{end}</div>
    </nav>
  );
}

interface EntryProps {
  href: string;
  label: string;
  icon: ReactNode;
  isHere: boolean;
  /** Number of waiting items; hidden when it is zero. */
  count?: number | undefined;
}

function Entry({ href, label, icon, isHere, count = 0 }: EntryProps) {
  return (
    <PageLink
      href={href}
      aria-current={isHere ? "page" : undefined}
      className="relative flex min-h-13 min-w-10 flex-col sm:min-w-14 items-center justify-center gap-0.5 text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:text-accent before:absolute before:bg-accent before:content-none aria-[current=page]:before:content-[''] max-sm:before:inset-x-2 max-sm:before:top-0 max-sm:before:h-0.5 sm:before:inset-y-2 sm:before:start-0 sm:before:w-0.5"
    >
      {icon}
      {/* On the smallest phones, seven names have no room beside each other. */}
      <span className="font-medium text-11 max-sm:tracking-tight max-[22.4rem]:sr-only">{label}</span>
      {count > 0 && (
        <span className="numerals absolute end-2 top-1.5 min-w-4 rounded-round bg-accent px-1 text-center font-medium text-11 text-on-accent leading-4">
          {count > 99 ? "99+" : count}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </PageLink>
  );
}
