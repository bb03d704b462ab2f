"use client";

import { createContext, type ReactNode, use } from "react";

const ProjectContext = createContext<string | null>(null);

export function ProjectProvider({ projectId, children }: { projectId: string; children: ReactNode }) {
  return <ProjectContext value={projectId}>{children}</ProjectContext>;
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

/** The address of a character's profile, at the moment that is looked at. */
export function characterAddress(projectId: string, entityId: string, at: number | null): string {
  return `/projects/${projectId}/characters/${entityId}${at === null ? "" : `?at=${at}`}`;
}
