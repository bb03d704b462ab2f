import type { ShownMessage, ShownSession } from "#server/features/demo/public.ts";

/** Reason why a question was not answered, in words for the person who asked it. */
export interface NotAnswered {
  readonly title: string;
  readonly text: string;
  /** Whether the conversation is over, so that only another one helps. */
  readonly isOver: boolean;
}

export type ClerkResponse<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly why: NotAnswered };

/** Begins a conversation with the clerk. */
export function beginConversation(): Promise<ClerkResponse<ShownSession>> {
  return send("POST", "");
}

/** A conversation that was begun before. */
export function readConversation(sessionId: string): Promise<ClerkResponse<ShownSession>> {
  return send("GET", `/${sessionId}`);
}

/** Asks a question. */
export function askQuestion(
  sessionId: string,
  text: string,
): Promise<ClerkResponse<ShownMessage & { readonly messages_left: number }>> {
  return send("POST", `/${sessionId}/messages`, { text });
}

async function send<Body>(method: string, path: string, body?: object): Promise<ClerkResponse<Body>> {
  try {
    const response = await fetch(`/v1/demo/sessions${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const answer = (await response.json()) as Body & { code?: string };
    if (response.ok) return { ok: true, body: answer };
    return { ok: false, why: wordsFor(answer.code ?? "", Number(response.headers.get("retry-after") ?? 0)) };
  } catch {
    return { ok: false, why: wordsFor("unreachable", 0) };
  }
}

/** Returns the words for a refusal, for a person who only wanted to ask a question. */
export function wordsFor(code: string, waitSeconds: number): NotAnswered {
  switch (code) {
    case "rate_limited":
      return {
        title: "The clerk has other people to see",
        text: `Twenty requests an hour are what one address has. There is room again in ${inWords(waitSeconds)}.`,
        isOver: false,
      };
    case "demo_message_limit":
      return { title: "Those were all five questions", text: "Begin another conversation to ask more.", isOver: true };
    case "not_found":
      return {
        title: "This conversation is over",
        text: "Conversations last an hour and are forgotten then. Begin another one.",
        isOver: true,
      };
    case "validation_error":
      return {
        title: "That is no question the clerk can hear",
        text: "It needs some words, and no more than 500 characters.",
        isOver: false,
      };
    default:
      return {
        title: "The clerk could not be reached",
        text: "Your connection or the server is down. Your question is kept; try again.",
        isOver: false,
      };
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return "a minute";
  return `${Math.ceil(seconds / 60)} minutes`;
}
