"use client";

import { useParams } from "next/navigation";
import { USUAL_PACKS } from "#domain/packs.ts";
import type { Reach } from "../areas/areas.ts";
import { useIsManager } from "../session/can.ts";
import { useIsAdministrator } from "../session/session-provider.tsx";
import { useProject } from "./project-provider.tsx";

/** Returns what decides which screens the person is led to from the open page. */
export function useReach(): Reach {
  const { project_id = null } = useParams<{ project_id?: string }>();
  const packs = useProject(project_id)?.packs ?? USUAL_PACKS;
  return { projectId: project_id, isAdministrator: useIsAdministrator(), isManager: useIsManager(project_id), packs };
}
