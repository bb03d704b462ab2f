import { isRefusal } from "../../frame/api/client.ts";
import { statusOf } from "../../frame/api/failure.ts";
import { faultWords, isUnanswered } from "../../ui/call-failure.ts";

/** Reason why a dialogue did not open, in words, with the actions that follow from it. */
interface RefusalWords {
  readonly title: string;
  readonly words: string;
  readonly next: "sign-in" | "retry" | "interface" | null;
}

const WORDS: Record<number, RefusalWords> = {
  401: { title: "You are signed out", words: "Sign in to open this dialogue.", next: "sign-in" },
  403: {
    title: "You have no access to this dialogue",
    words: "Ask an owner or admin of the workspace for access.",
    next: null,
  },
  404: {
    title: "There is no such dialogue",
    words: "It may have been deleted, or the link may be incomplete.",
    next: null,
  },
  // To try again would load 32 MiB once more, to the same end.
  406: {
    title: "This dialogue is too large for the studio",
    words:
      "The studio opens dialogues of up to 32 MiB. Nothing is lost: you can still edit and export it with the API.",
    next: "interface",
  },
  // The address names the moment, and nothing else of it can be refused.
  422: {
    title: "This moment is in the future",
    words: "The link names a moment after the last change. Go back to now, or to an earlier moment.",
    next: null,
  },
  429: { title: "Too many requests", words: "Wait a moment, then try again.", next: "retry" },
};
const BROKEN: RefusalWords = {
  title: "The dialogue could not be loaded",
  words: "Nothing is lost. Try again in a moment.",
  next: "retry",
};
const UNREACHED: RefusalWords = {
  title: "The dialogue could not be loaded",
  words: "There is no connection. Try again when you are online.",
  next: "retry",
};

/** Returns the words about a dialogue that did not open. */
export function refusalWords(error: unknown): RefusalWords {
  if (!isRefusal(error)) return isUnanswered(error) ? UNREACHED : { ...BROKEN, words: faultWords(error) };
  return WORDS[statusOf(error) ?? 0] ?? BROKEN;
}
