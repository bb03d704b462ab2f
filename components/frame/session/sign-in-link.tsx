"use client";

/** Returns the address of the sign-in that leads back to this page. */
export function signInAddress(): string {
  return `/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`;
}

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
