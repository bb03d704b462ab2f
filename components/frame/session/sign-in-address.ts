/** Where to sign in so that one comes back to this page. */
export function signInAddress(): string {
  return `/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`;
}
