import type { Metadata } from "next";
import { MessagePage } from "#components/frame/message-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage kicker="404" title="There is no page at this address">
      <p>It may have been written by hand, or the thing it named is gone.</p>
      <p>
        Go to <a href="/">your projects</a>, or read <a href="/docs">the reference</a>.
      </p>
    </MessagePage>
  );
}
