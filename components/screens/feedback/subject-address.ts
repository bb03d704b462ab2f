import { profileAddress } from "../../frame/project/project-provider.tsx";

/** Returns the address at which a subject is worked on; undefined for one without a page. */
export function subjectAddress(
  projectId: string,
  subject: { readonly type: string | null; readonly id: string | null; readonly graphId: string | null },
): string | undefined {
  const { type, id, graphId } = subject;
  if (id === null) return undefined;
  if (type === "dialogue") return `/projects/${projectId}/dialogues/${id}`;
  if (graphId !== null) return `/projects/${projectId}/dialogues/${graphId}?card=${id}`;
  if (type === "quest") return `/projects/${projectId}/quests/${id}`;
  return type === "entity" ? profileAddress(projectId, { id, type: "thing" }) : undefined;
}
