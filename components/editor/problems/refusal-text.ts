import { isRefusal } from "../../frame/api/client.ts";

/** Why something did not work, in a sentence for the field it concerns. */
export function refusalText(error: unknown): string {
  if (!isRefusal(error)) return "The server could not be reached. Nothing was changed.";
  return error.data?.detail?.[0]?.msg ?? error.message;
}

/** The code of a refusal; null for what is none. */
export function refusalCode(error: unknown): string | null {
  return isRefusal(error) ? (error.data?.problem?.code ?? null) : null;
}
