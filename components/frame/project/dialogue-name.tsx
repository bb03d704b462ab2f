import { useDialogueNames } from "./project-queries.ts";

/** The name of a dialogue; empty until it is here. */
export function DialogueName({ id }: { id: string }) {
  return <span dir="auto">{useDialogueNames().get(id) ?? ""}</span>;
}
