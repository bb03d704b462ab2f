"use client";

import { signInAddress } from "./sign-in-address.ts";

/** The way to the sign-in and back to this page. */
export function SignInLink() {
  return (
    <a
      href="/sign-in"
      className="link font-medium"
      onClick={(event) => {
        event.currentTarget.href = signInAddress();
      }}
    >
      Sign in
    </a>
  );
}
