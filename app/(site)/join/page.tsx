import type { Metadata } from "next";
import { JoinPage } from "#components/screens/sign-in/join-page.tsx";

export const metadata: Metadata = {
  title: "Join",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

/** Page that an invitation opens. The server never sees the token, which stands behind the `#`. */
export default function Join() {
  return (
    <>
      <JoinPage />
      <noscript>
        <p className="mx-auto max-w-[25rem] px-5 py-16 text-ink-2">This page needs JavaScript.</p>
      </noscript>
    </>
  );
}
