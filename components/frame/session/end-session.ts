/**
 * Ends the session of this browser; the answer is the way to the sign-in.
 *
 * @throws Error where the service cannot be reached, or refuses.
 */
export async function endSession(): Promise<void> {
  const csrf = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const body = new URLSearchParams({
    csrfToken: csrf.csrfToken,
    callbackUrl: "/sign-in?signed-out=1",
    json: "true",
  });
  const response = await fetch("/api/auth/signout", { method: "POST", body });
  if (!response.ok) throw new Error(`sign-out was answered with ${response.status}`);
  window.location.assign("/sign-in?signed-out=1");
}
