"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

const SHOWN = 50;

/** The project one is in, and the way to the others. */
export function ProjectCrumb() {
  const project_id = useProjectId();
  const api = useApi();
  const [isNear, setNear] = useState(false);
  const { reading } = useMoment();
  const { data: project } = useQuery({
    ...api.projects.get.queryOptions({ project_id, ...reading }),
    staleTime: 60_000,
  });
  const others = useQuery({
    ...api.projects.list.queryOptions({ limit: SHOWN, sort_by: "updated_at", sort_order: "desc" }),
    enabled: isNear,
  });
  // The same part of another project: what is open in this one is not there.
  const page = /^\/projects\/[^/]+\/([a-z-]+)/.exec(usePathname())?.[1] ?? "dialogues";
  const entries = (): readonly MenuEntry[] => [
    { heading: "Projects" },
    ...(others.data?.projects ?? []).map((each) => ({
      title: each.name,
      href: `/projects/${each.id}/${page}`,
      checked: undefined,
    })),
    "separator",
    { title: "All projects", href: "/" },
  ];
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Link
        href={`/projects/${project_id}/dialogues`}
        prefetch={false}
        className="min-w-0 truncate rounded-control px-1 py-1 text-13 text-ink-2 hover:text-ink"
        dir="auto"
      >
        {project?.name ?? <span className="late-shown inline-block h-3 w-24 rounded-control bg-hover align-middle" />}
        {project === undefined && <span className="sr-only">Project</span>}
      </Link>
      <Menu
        entries={entries}
        trigger={(props) => (
          <button
            type="button"
            aria-label="Switch project"
            data-tip="Switch project"
            className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
            {...props}
            onPointerEnter={() => {
              setNear(true);
              props.onPointerEnter();
            }}
            onFocus={() => {
              setNear(true);
              props.onFocus();
            }}
          >
            <ChevronsUpDown className="size-3.5" />
          </button>
        )}
      />
    </span>
  );
}
