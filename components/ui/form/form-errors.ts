import { faultWords, isUnanswered } from "../call-failure.ts";
import { faultSentence } from "./fault-words.ts";

/** Data of a refusal, as the studio's client receives it. */
interface RefusalData {
  readonly httpStatus: number;
  readonly problem: {
    readonly code: string;
    readonly message: string | null;
    readonly request_id: string | null;
  } | null;
  readonly detail: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[] | null;
}

/** A refusal as a form shows it: at its fields, and above the form what belongs to none of them. */
export interface FormErrors {
  /** Sentences by field: its name, and for a field within another one both with a slash between. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly summary: readonly string[];
  /** For whoever asks about it; null where the request never arrived. */
  readonly requestId: string | null;
}

export const NO_ERRORS: FormErrors = { fields: {}, summary: [], requestId: null };

/** Error that keeps a form from being sent, found before the server was asked. */
export class FormMistake extends Error {}

interface ShownFields {
  /** The fields that the form shows. */
  readonly fields: readonly string[];
  /** The field a refusal with this code is about: `{ name_taken: "name" }`. */
  readonly codes?: Readonly<Record<string, string>>;
}

const UNREACHED = "The studio could not be reached. What you typed is kept; try again.";

/**
 * Puts what the server said where a person can mend it. A form holds no rules: it sends what was typed, and this maps a
 * 422's `loc` to its fields.
 */
export function formErrors(error: unknown, { fields, codes = {} }: ShownFields): FormErrors {
  if (error instanceof FormMistake) return { fields: {}, summary: [error.message], requestId: null };
  const data = refusalOf(error);
  if (data === null) {
    const sentence = isUnanswered(error) ? UNREACHED : `${faultWords(error)} What you typed is kept.`;
    return { fields: {}, summary: [sentence], requestId: null };
  }
  const at: Record<string, string[]> = {};
  const summary: string[] = [];
  const put = (field: string | undefined, sentence: string): void => {
    if (field === undefined || !fields.includes(field)) summary.push(sentence);
    else at[field] = [...(at[field] ?? []), sentence];
  };
  for (const { loc, msg } of data.detail ?? []) {
    const [root, ...path] = loc;
    const isSent = root === "body" || root === "query";
    let depth = isSent ? path.length : 0;
    while (depth > 0 && !fields.includes(path.slice(0, depth).join("/"))) depth -= 1;
    const field = depth === 0 ? undefined : path.slice(0, depth).join("/");
    put(field, place(path.slice(depth)) + faultSentence(msg));
  }
  if (data.detail === null) {
    const code = data.problem?.code;
    put(code === undefined ? undefined : codes[code], data.problem?.message ?? messageOf(error));
  }
  return { fields: at, summary, requestId: data.problem?.request_id ?? null };
}

/** Returns the reason of a refusal in words, where no field can show it. */
export function whyNot(error: unknown): string {
  if (!(error instanceof FormMistake) && refusalOf(error) === null)
    return isUnanswered(error) ? "The studio could not be reached. Try again." : faultWords(error);
  return formErrors(error, { fields: [] }).summary.join(" ");
}

/** Reports an exception in the page itself where browsers keep such; what was refused or got no answer is none. */
export function reportFault(error: unknown): void {
  if (error instanceof FormMistake || refusalOf(error) !== null || isUnanswered(error)) return;
  globalThis.reportError(error);
}

function refusalOf(error: unknown): RefusalData | null {
  if (typeof error !== "object" || error === null || !("data" in error)) return null;
  return (error.data ?? null) as RefusalData | null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The server refused this.";
}

/** Returns the path inside a field in words; entries of lists are counted from 1. */
function place(loc: readonly (string | number)[]): string {
  const words = loc.map((part) => (typeof part === "number" ? `entry ${part + 1}` : part));
  return words.length === 0 ? "" : `${words.join(", ")}: `;
}
