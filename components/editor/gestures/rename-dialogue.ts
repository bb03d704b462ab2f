import type { Operation } from "#domain/dialogue/operations/operation.ts";

/** Renames the open dialogue. */
export function renameDialogue(name: string): { readonly label: string; readonly operations: readonly Operation[] } {
  return { label: "Rename the dialogue", operations: [{ op: "dialogue.update", patch: { name } }] };
}
