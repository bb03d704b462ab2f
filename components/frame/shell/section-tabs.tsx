"use client";

import { usePathname } from "next/navigation";
import { PageLink } from "../../ui/page-link.tsx";
import { useCurrentProjectId } from "../project/project-provider.tsx";
import type { ShellSection } from "./rail.tsx";

interface Tabs {
  readonly label: string;
  /** Pattern of the section's addresses; its group is the page. */
  readonly address: RegExp;
  readonly tabs: readonly { readonly path: string; readonly label: string; readonly root: Root }[];
}

/** Returns the beginning of a page's address, in a project or outside of all. */
type Root = (projectId: string | null) => string;

const ofProject: Root = (projectId) => `/projects/${projectId}`;
const ofWorkspace: Root = () => "/developer";
/** Returns the address in the current project; outside of all projects, that of a page that asks for a project. */
const ofEither: Root = (projectId) => (projectId === null ? "/developer" : `/projects/${projectId}`);

/** The sections that have several pages. An open dialogue is a page of its own, without tabs; the pages of a list of the Developer section keep them. */
const SECTIONS: Readonly<Partial<Record<ShellSection, Tabs>>> = {
  dialogues: {
    label: "Dialogues section",
    address: /^\/projects\/[^/]+\/([^/]+)$/,
    tabs: [
      { path: "dialogues", label: "Dialogues", root: ofProject },
      { path: "map", label: "Map", root: ofProject },
      { path: "variables", label: "Variables", root: ofProject },
      { path: "deleted", label: "Recently deleted", root: ofProject },
      { path: "settings", label: "Settings", root: ofProject },
    ],
  },
  world: {
    label: "World section",
    address: /^\/projects\/[^/]+\/([^/]+)/,
    tabs: [
      { path: "places", label: "Places", root: ofProject },
      { path: "characters", label: "Characters", root: ofProject },
      { path: "things", label: "Things", root: ofProject },
    ],
  },
  developer: {
    label: "Developer section",
    address: /^(?:\/developer|\/projects\/[^/]+)\/([^/]+)/,
    tabs: [
      { path: "keys", label: "API keys", root: ofWorkspace },
      { path: "webhooks", label: "Webhooks", root: ofEither },
      { path: "provider-keys", label: "Provider keys", root: ofProject },
      { path: "usage", label: "Usage and plan", root: ofWorkspace },
    ],
  },
};

/** Navigation between the pages of a section. Empty on pages of other sections. */
export function SectionTabs({ section }: { section: ShellSection }) {
  const pathname = usePathname();
  const projectId = useCurrentProjectId();
  const shown = SECTIONS[section];
  if (shown === undefined) return null;
  const here = shown.address.exec(pathname)?.[1];
  // Outside of all projects there is nothing that belongs to one.
  const tabs = shown.tabs.filter(({ root }) => projectId !== null || root !== ofProject);
  if (!tabs.some(({ path }) => path === here)) return null;
  return (
    // The line below is a shadow: tabs that hang over a border are higher than what scrolls, and make it scroll upwards, too.
    <nav
      aria-label={shown.label}
      className="flex shrink-0 gap-1 overflow-x-auto px-3 shadow-[inset_0_-1px_0_var(--line)]"
    >
      {tabs.map(({ path, label, root }) => (
        <PageLink
          key={path}
          href={`${root(projectId)}/${path}`}
          aria-current={path === here ? "page" : undefined}
          className="inline-flex min-h-9 shrink-0 items-center border-transparent border-b-2 px-2 font-medium text-13 text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
