/**
 * Moves this browser's session to another workspace of the same person, and goes to a page of it. Throws where it stayed where
 * it is: the person is no member there any more, or the service cannot be reached.
 */
export async function openWorkspace(workspaceId: string, page = "/"): Promise<void> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const response = await fetch("/api/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data: { workspace_id: workspaceId } }),
  });
  const opened = (await response.json()) as { workspace_id?: string };
  if (opened.workspace_id !== workspaceId) throw new Error("the workspace was not opened");
  window.location.assign(page);
}
