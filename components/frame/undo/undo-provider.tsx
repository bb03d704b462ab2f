"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { whyNot } from "../../ui/form/form-errors.ts";
import { dismissToast, dismissUndone, joinToasts, shownToasts, showToast } from "../../ui/toast.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { currentTurn, nextTurn, onRecorded, type RecordedChange, turnOfLatest } from "../api/commits.ts";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { useSession } from "../session/session-provider.tsx";
import { isUndone, labelOf, partsOf, takeBackChanges } from "./take-back.ts";
import { type Undoable, UndoStack } from "./undo-stack.ts";

/** Dialogue that is open and undoes its own gestures at once; each answers whether the last change is one of them. */
export interface OwnUndo {
  undo(): boolean;
  redo(): boolean;
  /** Reads what was changed elsewhere. */
  catchUp(): Promise<void>;
}

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
  const stack = useMemo(
    () => new UndoStack(sessionKeeper(), `fabula.undo ${userId} ${workspaceId} ${projectId}`),
    [userId, workspaceId, projectId],
  );

  useEffect(() => {
    // A toast's Undo that was pressed: what it changes is the redo of that change.
    let pressed: { readonly id: string; readonly turn: number } | null = null;
    const record = ({ path, input, answer, seq, turn }: RecordedChange) => {
      const [area = ""] = path.split(".");
      if (!isUndone(area) || (input as { project_id?: unknown }).project_id !== projectId) return;
      const parts = partsOf(path, input as Record<string, unknown>, answer);
      const id = crypto.randomUUID();
      const change: Undoable = { ...parts, id, label: null, graphId: null, commits: [seq], unsent: [], turn };
      const undone =
        pressed?.turn === turn ? stack.store.getState().done.find((each) => each.id === pressed?.id) : undefined;
      if (undone === undefined) stack.add(change);
      else stack.undid([undone.id], { ...undone, id, commits: [seq], turn: -1 });
    };
    const press = () => nextTurn();
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("keydown", press, true);
    const endings = [
      onRecorded(record),
      joinToasts((text, undo) => {
        const { nextUndo: last } = stack;
        const isOfIt = last?.graphId === null && last.turn === turnOfLatest();
        const id = isOfIt ? stack.called(text) : null;
        if (id !== null) {
          return {
            change: id,
            undo: () => {
              pressed = { id, turn: currentTurn() };
              undo();
            },
          };
        }
        return last === undefined || last.graphId === null || last.turn !== currentTurn()
          ? null
          : { change: last.id, undo };
      }),
      () => window.removeEventListener("pointerdown", press, true),
      () => window.removeEventListener("keydown", press, true),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [stack, projectId]);

  const [isAttached, setAttached] = useState(false);
  const undo = useMemo((): ProjectUndo => {
    const dialogues = new Set<OwnUndo>();
    let isBusy = false;
    const say = (verb: Verb, ids: readonly string[], label: string | null) => {
      dismissUndone(ids);
      showToast({ text: `${label ?? "The last change"}, ${verb}.` });
    };
    /** Takes the top of one side back on the server, and puts what takes that back on the other side. */
    const go = async (verb: Verb, some: readonly Undoable[], last: Undoable) => {
      const ids = some.map(({ id }) => id);
      const isUndo = verb === "undone";
      const { label, commits, left } = await takeBackChanges(client, projectId, some, isUndo);
      const parts = {
        made: some.flatMap(({ made }) => made),
        isPartMade: some.some(({ isPartMade }) => isPartMade),
        deleted: some.flatMap(({ deleted }) => deleted),
      };
      const back = { ...last, ...parts, id: crypto.randomUUID(), label, graphId: null, commits, turn: -1 };
      if (isUndo) stack.undid(ids, commits.length === 0 ? null : back);
      else stack.redid(ids, commits.length === 0 ? null : back);
      const words = label ?? "The last change";
      dismissUndone(ids);
      if (commits.length === 0) showToast({ text: `${words}: not ${verb}.`, lines: left });
      else if (left.length > 0) showToast({ text: `${words}: not all of it is ${verb}.`, lines: left });
      else say(verb, ids, label);
      for (const dialogue of dialogues) void dialogue.catchUp();
      await queries.invalidateQueries();
    };
    const step = (verb: Verb) => {
      const isUndo = verb === "undone";
      const top = isUndo ? stack.nextUndo : stack.nextRedo;
      if (top === undefined) {
        // A result that only its toast can take back.
        const toast = isUndo ? shownToasts().findLast((each) => each.undo !== undefined) : undefined;
        if (toast === undefined) return showToast({ text: `There is nothing to ${isUndo ? "undo" : "redo"}.` });
        dismissToast(toast.id);
        return toast.undo?.();
      }
      if ([...dialogues].some((dialogue) => (isUndo ? dialogue.undo() : dialogue.redo()))) {
        const isDone = (isUndo ? stack.nextUndo : stack.nextRedo)?.id !== top.id;
        return isDone ? say(verb, [top.id], labelOf([top])) : undefined;
      }
      const { done, undone } = stack.store.getState();
      const some = UndoStack.together(isUndo ? done : undone);
      if (some.some(({ unsent }) => unsent.length > 0))
        return showToast({ text: `“${top.label ?? "The last change"}” is not saved yet. Try again in a moment.` });
      if (isBusy) return;
      isBusy = true;
      void go(verb, some, top)
        .catch((error: unknown) => showToast({ text: `Not ${verb}. ${whyNot(error)}` }))
        .finally(() => {
          isBusy = false;
        });
    };
    return {
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
  }, [stack, client, projectId, queries]);

  return (
    <UndoContext value={undo}>
      {!isAttached && <UndoCommands undo={undo} />}
      {children}
    </UndoContext>
  );
}

type Verb = "undone" | "redone";

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
