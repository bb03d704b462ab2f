"use client";

import { createContext, use } from "react";
import { useOnline } from "../api/online.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useSession } from "./session-provider.tsx";

/**
 * Kind of action for permissions: `edit` changes the open dialogue (stored on this device while offline), `change`
 * writes something that needs an answer now, `fetch` reads something that is not loaded, `administer` concerns the
 * workspace.
 */
export type Action = "edit" | "change" | "fetch" | "administer";

/** Whether a control may act; if not, why, in a sentence for its tooltip. */
export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Facts on which permission depends. */
export interface Situation {
  readonly role: "owner" | "admin" | "designer" | "viewer";
  /** The sequence that is looked at; null for now. */
  readonly at: number | null;
  readonly online: boolean;
  /** Whether the project whose page is open is archived. */
  readonly archived: boolean;
}

const ALLOWED: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

/** The one rule of what a person may do here and now. */
export function permission(action: Action, { role, at, online, archived }: Situation): Permission {
  if (action === "fetch") return online ? ALLOWED : no("This needs a connection.");
  if (role === "viewer")
    return no("Viewers can only read. An owner or admin of the workspace can make you a designer.");
  if (action === "administer" && role === "designer") return no("Only owners and admins of the workspace can do this.");
  if (at !== null) return no("You are looking at an earlier moment. Go back to now to change things.");
  if (archived) return no("This project is archived. An owner or admin of the workspace can unarchive it.");
  if (action !== "edit" && !online) return no("This needs a connection.");
  return ALLOWED;
}

/** Returns the reason for a control's `disabledReason`; null when it is enabled. */
export const reasonOf = (permission: Permission): string | null => (permission.allowed ? null : permission.reason);

/** Whether the project whose pages these are is archived; said by the provider of the project. */
export const ArchivedContext = createContext(false);

export const useIsArchived = (): boolean => use(ArchivedContext);

/**
 * The rule, for here and now: `const can = useCan(); can("edit").allowed`. What an archived project takes as well, such as being copied
 * or deleted, asks `whileArchived`.
 */
export function useCan({ whileArchived = false } = {}): (action: Action) => Permission {
  const { role } = useSession();
  const { at } = useMoment();
  const online = useOnline();
  const archived = useIsArchived() && !whileArchived;
  return (action) => permission(action, { role, at, online, archived });
}
