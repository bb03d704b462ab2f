"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Plus } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../frame/api/client.ts";
import { refreshQueries } from "../../../frame/api/refresh-queries.ts";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { copyLink } from "../../../frame/commands/use-copying.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { late, useLate } from "../../../ui/late.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { showToast } from "../../../ui/toast.ts";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";
import { addressOfView, type LayoutView, SUBJECT_OF, savedQuery } from "./layout.ts";

type SavedView = Outputs["views"]["list"]["views"][number];

const ViewNameLate = late(() => import("./view-name.tsx").then((part) => part.ViewName));

/** Views of one list that have a tab. */
const MOST = 100;

const TAB =
  "inline-flex min-h-8 shrink-0 items-center whitespace-nowrap rounded-control px-2.5 text-13 text-ink-2 -outline-offset-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong";

interface ViewTabsProps {
  page: ProfilePage;
  layout: LayoutView;
  onShow: (change: Partial<LayoutView>) => void;
}

/** Saved views of a list as tabs: each is a link to all that it shows. What is shown now is saved as another one, or as the open one. */
export function ViewTabs({ page, layout, onShow }: ViewTabsProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  const path = usePathname();
  const query = savedQuery(new URLSearchParams(useSearchParams().toString()));
  const change = reasonOf(useCan()("change"));
  const [naming, setNaming] = useState<{ readonly view: SavedView | null } | null>(null);
  const ViewName = useLate(ViewNameLate, naming !== null);
  const { attempt, problem, isBusy } = useAttempt();
  const subject = SUBJECT_OF[page];
  const { data, error } = useQuery(api.views.list.queryOptions({ project_id, subject, limit: MOST, ...reading }));
  const views = data?.views ?? [];
  const open = views.find(({ id }) => id === layout.saved);
  const isChanged = open !== undefined && savedQuery(new URLSearchParams(open.query)) !== query;
  const again = () => refreshQueries(queries, api.views.pathKey());
  const hrefOf = (view: SavedView) => path + addressOfView(view);

  async function save(name: string, view: SavedView | null): Promise<void> {
    if (view === null) {
      const made = await client.views.create.mutate({ project_id, name, subject, kind: layout.layout, query });
      await again();
      onShow({ saved: made.id });
      showToast({ text: `Saved “${name}”. Everybody in the project finds it here.` });
    } else {
      await client.views.update.mutate({ project_id, view_id: view.id, name });
      await again();
    }
  }
  const keep = (view: SavedView) =>
    attempt(async () => {
      await client.views.update.mutate({ project_id, view_id: view.id, kind: layout.layout, query });
      await again();
      showToast({ text: `“${view.name}” shows this from now on.` });
    });
  const remove = (view: SavedView) =>
    attempt(async () => {
      await client.views.delete.mutate({ project_id, view_id: view.id });
      onShow({ saved: null });
      await again();
      const bring = async () => {
        await client.views.restore.mutate({ project_id, view_id: view.id });
        await again();
      };
      showToast({ text: `Deleted the view “${view.name}”.`, undo: () => void attempt(bring) });
    });
  return (
    <div className="flex shrink-0 items-center gap-1 overflow-x-auto px-3 pt-2 print:hidden">
      <nav aria-label="Views" className="flex gap-1">
        <PageLink href={path} aria-current={open === undefined ? "page" : undefined} className={TAB}>
          All {PAGE_WORDS[page].many}
        </PageLink>
        {views.map((view) => (
          <PageLink
            key={view.id}
            href={hrefOf(view)}
            aria-current={view === open ? "page" : undefined}
            dir="auto"
            className={TAB}
          >
            {view.name}
          </PageLink>
        ))}
      </nav>
      {open !== undefined && (
        <Menu
          entries={() => [
            { title: "Rename", disabledReason: change, onSelect: () => setNaming({ view: open }) },
            {
              title: "Copy link",
              onSelect: () => copyLink({ words: `“${open.name}”`, href: hrefOf(open), id: open.id }),
            },
            "separator",
            { title: "Delete", disabledReason: change, onSelect: () => void remove(open) },
          ]}
          trigger={(trigger) => (
            <IconButton
              size="sm"
              label={`More for the view ${open.name}`}
              icon={<Ellipsis aria-hidden="true" className="size-4" />}
              {...trigger}
            />
          )}
        />
      )}
      {isChanged && (
        <Button size="sm" disabled={isBusy} disabledReason={change} onClick={() => void keep(open)}>
          Save changes
        </Button>
      )}
      {(open === undefined ? query !== "" : isChanged) && (
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" size={14} />}
          disabledReason={change}
          onClick={() => setNaming({ view: null })}
        >
          {open === undefined ? "Save view" : "Save as new"}
        </Button>
      )}
      {data === undefined && error !== null && (
        <Button size="sm" onClick={() => void again()}>
          Saved views could not be loaded. Retry
        </Button>
      )}
      <AlertLine>{problem}</AlertLine>
      {ViewName !== null && naming !== null && (
        <ViewName
          before={naming.view?.name ?? null}
          onClose={() => setNaming(null)}
          onSave={async (name) => {
            await save(name, naming.view);
            setNaming(null);
          }}
        />
      )}
    </div>
  );
}
