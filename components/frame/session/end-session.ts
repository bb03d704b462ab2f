const SIGNED_OUT = "/sign-in?signed-out=1";

/**
 * Ends the session of this browser; the answer is the way to the sign-in.
 *
 * @throws Error where the service cannot be reached, or refuses.
 */
export async function endSession(): Promise<void> {
  const csrf = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const body = new URLSearchParams({
    csrfToken: csrf.csrfToken,
    callbackUrl: SIGNED_OUT,
    json: "true",
  });
  const response = await fetch("/api/auth/signout", { method: "POST", body });
  if (!response.ok) throw new Error(`sign-out was answered with ${response.status}`);
  window.location.assign(SIGNED_OUT);
}

/** The page is left for the sign-in once the service has ended every session: this one is over whatever becomes of its cookie. */
export async function leaveEndedSession(): Promise<void> {
  await endSession().catch(() => window.location.assign(SIGNED_OUT));
}
