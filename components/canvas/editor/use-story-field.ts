import { useEffect } from "react";
import { useDialogue } from "../../dialogue/store/dialogue-context.ts";
import type { Editable } from "./editable.ts";

/** Binds a field to the store: each keystroke is kept, those in a row are one gesture. */
export function useStoryField({ key, label, value, change }: Editable) {
  const session = useDialogue();
  useEffect(() => {
    session.focusField(key);
    return () => session.focusField(null);
  }, [session, key]);
  return {
    value,
    input: (text: string) => {
      session.dispatch(label, [change(text)], { coalesce: key });
    },
  };
}
