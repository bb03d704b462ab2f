/** Why a sign-in was refused, as the page's address says it. */
export interface SignInProblem {
  title: string;
  text: string;
  /** The person's entries are wrong, rather than the moment or the service. */
  blamesEntries: boolean;
}

const WRONG: SignInProblem = {
  title: "Wrong e-mail or password",
  text: "Nothing matches the two together. Check both and try again.",
  blamesEntries: true,
};

const EXPIRED: SignInProblem = {
  title: "This form had expired",
  text: "It was open too long, or cookies were cleared. Please sign in again.",
  blamesEntries: false,
};

const FAILED: SignInProblem = {
  title: "Signing in failed",
  text: "The fault is ours, not your password’s. Try again in a moment.",
  blamesEntries: false,
};

const NO_COOKIES: SignInProblem = {
  title: "Cookies are switched off",
  text: "Signing in needs a cookie from this address. Allow it, then open this page again.",
  blamesEntries: false,
};

/** Says what an error code of the sign-in means. `retryAfter` is in seconds, where it is known. */
export function signInProblem(code: string | null, retryAfter: number | null = null): SignInProblem | null {
  switch (code) {
    case null:
      return null;
    case "CredentialsSignin":
      return WRONG;
    case "expired":
      return EXPIRED;
    case "cookies":
      return NO_COOKIES;
    case "rate_limited":
      return {
        title: "Too many attempts",
        text: `Sign-in is paused for this address. Try again ${retryAfter === null ? "in a few minutes" : `in ${waiting(retryAfter)}`}.`,
        blamesEntries: false,
      };
    default:
      return FAILED;
  }
}

function waiting(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
