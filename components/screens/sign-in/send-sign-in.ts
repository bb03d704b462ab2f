import { type SignInProblem, signInProblem } from "./sign-in-problem.ts";

type Outcome = { goTo: string } | { problem: SignInProblem | null };

/** Sends the entries of a sign-in, and answers where to go or why not. */
export async function sendSignIn(action: string, entries: FormData): Promise<Outcome> {
  const body = new URLSearchParams();
  for (const [name, value] of entries) if (typeof value === "string") body.set(name, value);
  body.set("json", "true");
  try {
    const response = await fetch(action, { method: "POST", body });
    const { url } = (await response.json()) as { url: string };
    const address = new URL(url, window.location.href);
    if (address.searchParams.has("csrf"))
      return { goTo: `/sign-in?error=expired&to=${encodeURIComponent(body.get("callbackUrl") ?? "/")}` };
    const code = address.searchParams.get("error");
    if (code === null) return { goTo: address.pathname + address.search };
    return { problem: signInProblem(code) };
  } catch {
    return {
      problem: {
        title: "The studio could not be reached",
        text: "Your connection or the server is down. Try again.",
        blamesEntries: false,
      },
    };
  }
}
