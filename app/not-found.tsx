import type { Metadata } from "next";
import { MessagePage } from "#components/frame/message-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage kicker="404" title="Page not found">
      <p>The address may be mistyped, or the page was deleted.</p>
      <p>
        Go to <a href="/">your projects</a>, or read <a href="/docs">the reference</a>.
      </p>
    </MessagePage>
  );
}
