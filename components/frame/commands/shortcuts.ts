import { shortcutsOf } from "./dispatch-keys.ts";
import { COMMANDS } from "./table.ts";

/** The combinations of every command. */
export const SHORTCUTS = shortcutsOf(COMMANDS);
