import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { returnPath } from "#components/frame/session/return-path.ts";
import type { Session } from "#components/frame/session/session-provider.tsx";
import { studio } from "#server/trpc/caller.ts";
import { PATH_HEADER } from "../../path-header.ts";
import { refusalOf } from "../refusal.ts";

/** Returns the session of a page's reader; a reader without one is sent to sign in, and comes back. */
export async function signedIn(): Promise<Session> {
  const asked = await headers();
  const caller = await studio(asked);
  try {
    const [{ user, workspace, project_roles }, { workspaces }] = await Promise.all([
      caller.keys.me({}),
      caller.members.myWorkspaces({}),
    ]);
    if (user !== null) {
      return {
        userId: user.id,
        name: user.name,
        email: user.email,
        role: user.role,
        projectRoles: Object.fromEntries(project_roles.map(({ project_id, role }) => [project_id, role])),
        workspaceId: workspace.id,
        workspaceName: workspace.name,
        workspaces,
      };
    }
  } catch (error) {
    const { code } = refusalOf(error);
    if (code !== "unauthorized" && code !== "invalid_api_key") throw error;
  }
  const path = returnPath(asked.get(PATH_HEADER));
  redirect(path === null ? "/sign-in" : `/sign-in?to=${encodeURIComponent(path)}`);
}
