/** The address of a character's profile, at the moment that is looked at. */
export function characterAddress(projectId: string, entityId: string, at: number | null): string {
  return `/projects/${projectId}/characters/${entityId}${at === null ? "" : `?at=${at}`}`;
}
