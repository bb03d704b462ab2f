import type { Metadata } from "next";
import { StoryPage } from "#components/screens/play/story-page.tsx";
import { MAX_WORDS } from "#server/features/shares/public.ts";
import { linkPreview } from "../link-preview.ts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    ...(await linkPreview()),
    title: { absolute: "A story" },
    description: "A story to play in the browser, shared from Fabula.",
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

/** Page that a share link opens. The server never sees the token, which stands behind the `#`. */
export default function PlayPage() {
  return (
    <>
      <StoryPage longest={MAX_WORDS} />
      <noscript>
        <p className="mx-auto max-w-[40rem] px-5 py-16 text-ink-2">This story needs JavaScript to be played.</p>
      </noscript>
    </>
  );
}
