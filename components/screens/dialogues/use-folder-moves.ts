"use client";

import { type RefObject, useRef } from "react";
import { counted } from "#domain/counted.ts";
import { folderName } from "#domain/folders.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { ListHandle } from "../../ui/list/list.tsx";
import type { ListRows } from "../../ui/list/list-definition.ts";
import { showToast } from "../../ui/toast.ts";
import type { ListedDialogue } from "./dialogue-list.tsx";

/** Maximum number of dialogues that one request moves. */
const AT_ONCE = 1_000;

interface Move {
  readonly graph_id: string;
  readonly folder: string;
}

/** Returns the name of a folder within a sentence. */
export const inWords = (path: string): string => (path === "" ? "the top level" : `“${folderName(path)}”`);

/**
 * Moves dialogues and whole folders, and offers to undo the move. Moving a folder is one commit, whatever the number of
 * dialogues in it.
 */
export function useFolderMoves(
  source: ListRows<ListedDialogue>,
  list: RefObject<ListHandle<ListedDialogue> | null>,
  /** A folder has another path now; null for one that is gone. */
  onMoved: (from: string, to: string) => void,
) {
  const project_id = useProjectId();
  const client = useStudioClient();
  // What is open may be another folder by the time that a move is refused, or undone.
  const told = useRef(onMoved);
  told.current = onMoved;

  async function send(moves: readonly Move[]): Promise<Move[]> {
    const back: Move[] = [];
    for (let at = 0; at < moves.length; at += AT_ONCE) {
      const answer = await client.dialogues.move.mutate({ project_id, moves: moves.slice(at, at + AT_ONCE) });
      back.push(...answer.moves.map(({ graph_id, from }) => ({ graph_id, folder: from })));
    }
    await source.again();
    return back;
  }
  async function run(moves: readonly Move[], failed: string, said: string, onUndone?: () => void): Promise<void> {
    if (moves.length === 0) return;
    await list.current?.attempt(failed, async () => {
      const back = await send(moves);
      const undo = () =>
        void list.current?.attempt("The move could not be undone", async () => {
          await send(back);
          onUndone?.();
        });
      showToast({ text: said, ...(back.length > 0 && { undo }) });
    });
  }
  return {
    /** Puts dialogues into a folder; empty for the top. */
    dialogues(rows: readonly ListedDialogue[], folder: string): Promise<void> {
      const moves = rows.filter((row) => row.folder !== folder).map(({ id }) => ({ graph_id: id, folder }));
      const [only] = rows;
      const what = rows.length === 1 && only !== undefined ? `“${only.name}”` : counted(rows.length, "dialogue");
      return run(moves, `${what} could not be moved`, `Moved ${what} to ${inWords(folder)}`);
    },
    /** Gives a folder another path, with everything in it: the server knows all that is, whatever was loaded here. */
    async folder(from: string, to: string, said = `Moved ${inWords(from)} to ${inWords(to)}`): Promise<void> {
      if (from === to) return;
      told.current(from, to);
      await list.current?.attempt(`The folder ${inWords(from)} could not be moved`, async () => {
        const { moved, seq } = await client.dialogues.moveFolder
          .mutate({ project_id, from, to })
          .catch((error: unknown) => {
            told.current(to, from);
            throw error;
          });
        await source.again();
        const undo = () =>
          void list.current?.attempt("The move could not be undone", async () => {
            const { left_total } = await client.record.takeBack.mutate({ project_id, commit_seq: String(seq) });
            await source.again();
            told.current(to, from);
            if (left_total > 0)
              showToast({ text: `${counted(left_total, "dialogue")} changed since and did not move.` });
          });
        showToast({ text: said, ...(moved > 0 && { undo }) });
      });
    },
  };
}
