"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { useStudioClient } from "../api/api-provider.tsx";
import { nextTurn } from "../api/commits.ts";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { useSession } from "../session/session-provider.tsx";
import type { OwnUndo, UndoDesk, Verb } from "./undo-desk.ts";
import { UndoStack } from "./undo-stack.ts";

interface ProjectUndo {
  readonly stack: UndoStack;
  undo(): void;
  redo(): void;
  /** Lets an open dialogue undo its gestures itself; returns what ends it. */
  attach(dialogue: OwnUndo): () => void;
}

const UndoContext = createContext<ProjectUndo | null>(null);

/** The one undo of the project; null outside of all projects. */
export const useProjectUndo = (): ProjectUndo | null => use(UndoContext);

/**
 * The one undo of a project: what this person did in this tab, on whatever page, the last change first. It holds across pages and
 * reloads, and takes back nothing that others wrote since.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const projectId = useProjectId();
  const { userId, workspaceId } = useSession();
  const client = useStudioClient();
  const queries = useQueryClient();
  const [isAttached, setAttached] = useState(false);
  const { undo, open, close } = useMemo(() => {
    const stack = new UndoStack(sessionKeeper(), `fabula.undo ${userId} ${workspaceId} ${projectId}`);
    const dialogues = new Set<OwnUndo>();
    let desk: UndoDesk | null = null;
    const open = async (): Promise<UndoDesk | null> => {
      const { openDesk } = await import("./undo-desk.ts");
      desk ??= openDesk({ stack, projectId, client, queries, dialogues });
      return desk;
    };
    const step = (verb: Verb) => {
      if (desk !== null) return desk.step(verb);
      void open().then((opened) => opened?.step(verb));
    };
    const undo: ProjectUndo = {
      stack,
      undo: () => step("undone"),
      redo: () => step("redone"),
      attach: (dialogue) => {
        dialogues.add(dialogue);
        setAttached(true);
        return () => {
          dialogues.delete(dialogue);
          setAttached(dialogues.size > 0);
        };
      },
    };
    const close = () => {
      desk?.close();
      desk = null;
    };
    return { undo, open, close };
  }, [userId, workspaceId, projectId, client, queries]);

  useEffect(() => {
    const press = () => {
      nextTurn();
      // What is not reached now is fetched at the next press.
      void open().catch(() => undefined);
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("keydown", press, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("keydown", press, true);
      close();
    };
  }, [open, close]);

  return (
    <UndoContext value={undo}>
      {!isAttached && <UndoCommands undo={undo} />}
      {children}
    </UndoContext>
  );
}

/** Registers undo for the pages of a project that are no dialogue; fields keep the browser's own. Draws nothing. */
function UndoCommands({ undo }: { undo: ProjectUndo }) {
  useCommandHandlers({ "project.undo": undo.undo, "project.redo": undo.redo });
  return null;
}

/** Storage of the session of this browser; null where it has none. */
function sessionKeeper(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.sessionStorage;
  } catch {
    return null;
  }
}
