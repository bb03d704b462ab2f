import { useEffect } from "react";
import { beginMode } from "../../../frame/commands/registry.ts";

/** Commands by which one looks around, which mean the same in every mode. */
const LOOKING = /^(?:cursor|view)\./;

/** Lets the keys of the canvas do nothing but look around, Enter and Escape, for as long as a mode lasts. */
export function useMode(): void {
  useEffect(() => beginMode((id) => id === "card.edit" || LOOKING.test(id)), []);
}
