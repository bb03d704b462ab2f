import { cookieValue } from "./cookie-value.ts";
import { cookieNames, type SessionConfig } from "./session.ts";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORM = /^wsp_[0-9a-z]{26}$/;

/** The workspace that was open last in this browser. A wish and no proof: it counts only for who is a member there. */
export function readLastWorkspace(cookieHeader: string | null | undefined, config: SessionConfig): string | null {
  const value = cookieValue(cookieHeader, cookieNames(config).workspace);
  return value !== null && FORM.test(value) ? value : null;
}

/** The cookie that remembers it. */
export function lastWorkspaceCookie(workspaceId: string, config: SessionConfig): string {
  const { workspace: name, secure } = cookieNames(config);
  return `${name}=${workspaceId}; Max-Age=${ONE_YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
