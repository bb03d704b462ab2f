"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use } from "react";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { ArchivedContext } from "../session/can.ts";
import { ProjectContext } from "../session/project-context.ts";
import { isGroupType } from "./group-types.ts";

export function ProjectProvider({ projectId, children }: { projectId: string; children: ReactNode }) {
  const isArchived = useProject(projectId)?.archived ?? false;
  return (
    <ProjectContext value={projectId}>
      <ArchivedContext value={isArchived}>{children}</ArchivedContext>
    </ProjectContext>
  );
}

/** A project changes seldom. */
const FRESH_MS = 60_000;

/** The project at the moment that is looked at; undefined until it is here, and where there is none. */
export function useProject(id: string | null) {
  const { reading } = useMoment();
  const options = { staleTime: FRESH_MS, enabled: id !== null };
  return useQuery(useApi().projects.get.queryOptions({ project_id: id ?? "", ...reading }, options)).data;
}

/** Id of the project whose pages these are; null outside of all. */
export function useCurrentProjectId(): string | null {
  return use(ProjectContext);
}

/** Id of the project whose pages these are. */
export function useProjectId(): string {
  const id = use(ProjectContext);
  if (id === null) throw new Error("used outside ProjectProvider");
  return id;
}

/** The page on which things of a type are listed, and that their profiles lie under. */
export function pageOfType(type: string): "cast" | "places" | "groups" | "things" {
  if (isGroupType(type)) return "groups";
  return type === "character" ? "cast" : type === "location" ? "places" : "things";
}

/** The address of the profile of a character, a place, a group or a thing. */
export function profileAddress(
  projectId: string,
  { id, type }: { readonly id: string; readonly type: string },
): string {
  return `/projects/${projectId}/${pageOfType(type)}/${id}`;
}
