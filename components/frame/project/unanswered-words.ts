import { failureOf } from "../api/failure.ts";

/** Returns what to do about words that were not answered. */
export function whyUnanswered(error: unknown, name: string): string {
  const { kind, message, code } = failureOf(error);
  if (code === "npc_unavailable") {
    return `${name} is dead or retired there. Look at an earlier moment, or change that on this page.`;
  }
  if (code === "provider_key_unverified")
    return "The provider key does not work. Check it under Connect, or ask for no model.";
  if (kind === "missing") return `${name} has no voice at this moment.`;
  if (kind === "unreachable") return "The service could not be reached. Your words are still here: send them again.";
  if (kind === "busy") return "Too much at once. Wait a moment, and send your words again.";
  return message || "Something went wrong on our side. Your words are still here: send them again.";
}
