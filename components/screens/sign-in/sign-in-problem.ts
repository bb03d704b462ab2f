/** Reason why a sign-in was refused, from the page's address. */
export interface SignInProblem {
  title: string;
  text: string;
  /** The person's entries are wrong, rather than the moment or the service. */
  blamesEntries: boolean;
}

const WRONG: SignInProblem = {
  title: "Wrong e-mail or password",
  text: "Check both and try again.",
  blamesEntries: true,
};

const EXPIRED: SignInProblem = {
  title: "This form had expired",
  text: "It was open too long, or cookies were cleared. Please sign in again.",
  blamesEntries: false,
};

const FAILED: SignInProblem = {
  title: "Signing in failed",
  text: "Something went wrong on our side. Try again in a moment.",
  blamesEntries: false,
};

const NO_COOKIES: SignInProblem = {
  title: "Cookies are switched off",
  text: "Signing in needs a cookie from this address. Allow it, then open this page again.",
  blamesEntries: false,
};

const UNAVAILABLE: SignInProblem = {
  title: "Signing in is not possible right now",
  text: "The service is starting or its database does not answer. Try again in a moment.",
  blamesEntries: false,
};

/** Says what the code in the page's address means: next-auth's, ours (`rate_limited.60`), or this page's own. */
export function signInProblem(code: string | null): SignInProblem | null {
  const [name, seconds] = code?.split(".") ?? [];
  switch (name) {
    case undefined:
      return null;
    case "CredentialsSignin":
      return WRONG;
    case "expired":
      return EXPIRED;
    case "cookies":
      return NO_COOKIES;
    case "unavailable":
      return UNAVAILABLE;
    case "rate_limited":
      return {
        title: "Too many attempts",
        text: `Sign-in is paused for this e-mail or address. Try again in ${waiting(Number(seconds))}.`,
        blamesEntries: false,
      };
    default:
      return FAILED;
  }
}

function waiting(seconds: number): string {
  if (!(seconds > 0)) return "a few minutes";
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
