/** Words of browsers for a request, or a part of the page, that got no answer. */
const UNANSWERED =
  /^(?:failed to fetch|fetch failed|load failed|network ?error|importing a module script failed|error loading dynamically)/i;

const NAMES_OF_UNANSWERED: ReadonlySet<string> = new Set(["AbortError", "NetworkError", "TimeoutError"]);

/** Whether an error is of a request that got no answer: the service does not run, or there is no connection. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The client of the operations throws this for whatever kept an answer from it, an answer that is none included.
  if (error.name === "TRPCClientError") return !isCodeError(error.cause) || isUnanswered(error.cause);
  return NAMES_OF_UNANSWERED.has(error.name) || UNANSWERED.test(error.message);
}

/** Errors that a mistake in code throws. Browsers throw one of them for a lost connection too. */
function isCodeError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** Returns the sentence about an exception in the page itself, with what whoever mends it needs to know. */
export function faultWords(error: unknown): string {
  const what = error instanceof Error && error.message !== "" ? error.message : String(error);
  return `Something went wrong in this page, not in your connection: “${what}”. If it happens again, please report it.`;
}
