"use client";

import { Search } from "lucide-react";
import { useParams } from "next/navigation";
import type { ReactNode } from "react";
import { Kbd } from "../../ui/kbd.tsx";
import { latePart } from "../../ui/late.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { TooltipLayer } from "../../ui/tooltip.tsx";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { AREAS, screensOf } from "../areas/areas.ts";
import { CommandHost } from "../commands/command-host.tsx";
import { useCommand } from "../commands/use-command.ts";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import { useCopying } from "../commands/use-copying.ts";
import { useKeptScroll } from "../moment/use-kept-scroll.ts";
import { OFFERED_PACKS } from "../project/packs.ts";
import { useCurrentProjectId, useProject } from "../project/project-provider.tsx";
import type { PackedProject } from "../project/use-packs.ts";
import { useReach } from "../project/use-reach.ts";
import { ReplaceCommand } from "../replace/replace-command.tsx";
import { askForWelcome } from "../session/first-steps.ts";
import { AsOfFrame } from "./as-of-frame.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { PartMark } from "./part-mark.tsx";
import { ProjectCrumb } from "./project-crumb.tsx";
import { ProjectSearch } from "./project-search.tsx";
import { SectionTabs } from "./section-tabs.tsx";

const ArchivedFrameLate = latePart<object>(() => import("./archived-frame.tsx").then((part) => part.ArchivedFrame));

const PackOffersLate = latePart<{ project: PackedProject }>(() =>
  import("./pack-offer.tsx").then((part) => part.PackOffers),
);

const KeepFocusLate = latePart<object>(() => import("../../ui/keep-focus.tsx").then((part) => part.KeepFocus));

export interface ShellProps {
  /** Title of the page, with its `h1`. */
  title: ReactNode;
  /** Contents of the top bar on this screen: status, counters, actions. */
  bar?: ReactNode;
  /** Name of the part that the page can restore to an earlier moment: "this dialogue". */
  restores?: string;
  /** Whether the page shows in itself what differs from the moment it is compared with; others show a list. */
  showsChanges?: boolean;
  children: ReactNode;
}

/** Page beside the rail: the top bar, and what the page shows below it. */
export function Shell({ title, bar, restores, showsChanges = false, children }: ShellProps) {
  const openPage = useOpenPage();
  const projectId = useCurrentProjectId();
  const { graph_id } = useParams();
  const reach = useReach();
  const project = useProject(projectId);
  const screens = AREAS.flatMap(({ id }) => screensOf(id, reach));
  useCommandHandlers({
    ...Object.fromEntries(screens.map(({ screen, href }) => [`go.${screen.id}`, () => openPage(href)])),
    "go.welcome": () => {
      askForWelcome();
      openPage("/");
    },
    "go.reference": () => window.open("/docs", "_blank", "noopener"),
  });
  return (
    <>
      <PageCopying />
      <header className="row-start-1 min-w-0 sm:col-start-2 print:hidden">
        {/* From a laptop's width on it is one row: where words of the tools grow, first the search gives room,
            then the title, and nothing changes its row under the pointer. */}
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1 lg:flex-nowrap">
          <div className="flex min-w-0 grow basis-48 items-center gap-1.5 lg:min-w-48 lg:shrink-[1000000] lg:basis-80">
            {projectId !== null && (
              <>
                <ProjectCrumb />
                <span aria-hidden="true" className="text-ink-3">
                  /
                </span>
              </>
            )}
            <div className="min-w-0">{title}</div>
            {projectId !== null && <PartMark />}
          </div>
          {bar !== undefined && (
            // Where it has no room beside the title it takes a row of its own below, and the search stays above it.
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-lg:order-last max-sm:basis-full">
              {bar}
            </div>
          )}
          <FindButton isBrief={bar !== undefined} />
        </div>
        <SectionTabs />
        {project?.archived === true && <ArchivedFrameLate />}
        {project !== undefined &&
          !project.archived &&
          // In an open dialogue only its own pack is of use, and nothing else is loaded for an offer.
          OFFERED_PACKS.some(
            ({ pack }) => !project.packs.includes(pack) && (graph_id === undefined || pack === "game"),
          ) && <PackOffersLate project={project} />}
        {projectId !== null && <AsOfFrame restores={restores} showsChanges={showsChanges} />}
        <ConnectionBanner />
      </header>
      <main
        id="main"
        {...useKeptScroll()}
        tabIndex={-1}
        className="relative row-start-2 flex min-h-0 min-w-0 flex-col overflow-y-auto outline-none sm:col-start-2 print:overflow-visible"
      >
        {children}
      </main>
      <CommandHost />
      {projectId !== null && graph_id === undefined && <ProjectSearch />}
      {projectId !== null && graph_id === undefined && <ReplaceCommand />}
      {graph_id === undefined && <KeepFocusLate />}
      <TooltipLayer />
      <ToastLayer />
    </>
  );
}

/** Copies the address of the page and the id of its project, where nothing on the page means something nearer. Draws nothing. */
function PageCopying() {
  const id = useCurrentProjectId();
  useCopying(() => ({
    words: "this page",
    href: window.location.href,
    id,
  }));
  return null;
}

interface FindButtonProps {
  /** Whether its words need more room than a window of a laptop has beside tools. */
  isBrief: boolean;
}

/** Looks like a field, opens the palette. */
function FindButton({ isBrief }: FindButtonProps) {
  const { keys, ariaKeys, run } = useCommand("studio.palette");
  return (
    <button
      type="button"
      onClick={run}
      aria-keyshortcuts={ariaKeys}
      className={`inline-flex min-h-7 min-w-8 shrink-[1000000000] cursor-pointer items-center gap-2 overflow-hidden rounded-control border border-line bg-panel px-2 text-13 text-ink-2 hover:border-line-strong hover:text-ink lg:@container ${isBrief ? "lg:basis-24 min-[85rem]:basis-60" : "lg:basis-60"}`}
    >
      <Search className="size-3.5 shrink-0" />
      <span className={`min-w-0 truncate @max-[7.5rem]:sr-only ${isBrief ? "max-[85rem]:sr-only" : "max-lg:sr-only"}`}>
        Search and commands
      </span>
      {keys !== null && (
        <span className="@max-[4.5rem]:hidden ms-auto max-lg:hidden">
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </button>
  );
}
