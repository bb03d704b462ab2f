"use client";

import { signInAddress } from "../../frame/session/sign-in-link.tsx";

/** The way to the sign-in that leaves this page, and what is unsent in it, where they are. */
export function SignInInNewTab() {
  return (
    <a
      href="/sign-in"
      target="_blank"
      rel="noopener opener"
      className="link shrink-0 font-medium"
      onClick={(event) => {
        event.currentTarget.href = signInAddress();
      }}
    >
      Sign in
    </a>
  );
}
