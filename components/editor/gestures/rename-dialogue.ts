import type { DialogueSession } from "../session/dialogue-session.ts";

/** Renames the open dialogue; what is typed in one go, by its `coalesce` key, is one step of undo. */
export function renameDialogue(session: Pick<DialogueSession, "dispatch">, name: string, coalesce?: string): void {
  const operations = [{ op: "dialogue.update" as const, patch: { name } }];
  session.dispatch("Rename the dialogue", operations, coalesce === undefined ? {} : { coalesce });
}
