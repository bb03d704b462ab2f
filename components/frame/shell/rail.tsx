"use client";

import { useQuery } from "@tanstack/react-query";
import { Code, Globe, History, House, Inbox, MessagesSquare, Users } from "lucide-react";
import type { ReactNode } from "react";
import { PageLink } from "../../ui/page-link.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useCurrentProjectId } from "../project/project-provider.tsx";
import { useIsAdministrator } from "../session/session-provider.tsx";

/** Sections of the studio that the rail links to. */
export type ShellSection = "home" | "inbox" | "dialogues" | "world" | "timeline" | "people" | "developer";

/**
 * Intervals of reading the inbox: most pages show only the number of waiting items, for which once a minute is enough.
 */
const INBOX = { refetchInterval: 60_000, staleTime: 15_000 };

/** Navigation between the sections of the studio: at the side, or below on a narrow screen. */
export function Rail({ section, end }: { section: ShellSection; end: ReactNode }) {
  const projectId = useCurrentProjectId();
  const isAdministrator = useIsAdministrator();
  const inbox = useQuery(useApi().inbox.get.queryOptions({}, INBOX));
  return (
    <nav
      aria-label="Studio"
      className="row-start-3 flex items-stretch justify-around border-line border-t bg-paper sm:row-span-2 sm:row-start-1 sm:w-16 sm:flex-col sm:justify-start sm:border-e sm:border-t-0 print:hidden"
    >
      <Entry href="/" label="Home" isHere={section === "home"} icon={<House className="size-5" />} />
      <Entry
        href="/inbox"
        label="Inbox"
        isHere={section === "inbox"}
        icon={<Inbox className="size-5" />}
        count={inbox.data?.counts.all ?? 0}
      />
      {projectId !== null && (
        <>
          <Entry
            href={`/projects/${projectId}/dialogues`}
            label="Dialogues"
            isHere={section === "dialogues"}
            icon={<MessagesSquare className="size-5" />}
          />
          <Entry
            href={`/projects/${projectId}/places`}
            label="World"
            isHere={section === "world"}
            icon={<Globe className="size-5" />}
          />
          <Entry
            href={`/projects/${projectId}/timeline`}
            label="Timeline"
            isHere={section === "timeline"}
            icon={<History className="size-5" />}
          />
        </>
      )}
      {isAdministrator && (
        <Entry href="/people" label="People" isHere={section === "people"} icon={<Users className="size-5" />} />
      )}
      <Entry
        href="/developer/keys"
        label="Developer"
        isHere={section === "developer"}
        icon={<Code className="size-5" />}
      />
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
  count?: number;
}

function Entry({ href, label, icon, isHere, count = 0 }: EntryProps) {
  return (
    <PageLink
      href={href}
      aria-current={isHere ? "page" : undefined}
      className="relative flex min-h-13 min-w-11 flex-col sm:min-w-14 items-center justify-center gap-0.5 text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:text-accent before:absolute before:bg-accent before:content-none aria-[current=page]:before:content-[''] max-sm:before:inset-x-2 max-sm:before:top-0 max-sm:before:h-0.5 sm:before:inset-y-2 sm:before:start-0 sm:before:w-0.5"
    >
      {icon}
      {/* Eight names have no room beside each other on a phone. */}
      <span className="font-medium text-11 max-sm:sr-only">{label}</span>
      {count > 0 && (
        <span className="numerals absolute end-2 top-1.5 min-w-4 rounded-round bg-accent px-1 text-center font-medium text-11 text-on-accent leading-4">
          {count > 99 ? "99+" : count}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </PageLink>
  );
}
