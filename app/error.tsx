"use client";

import { MessagePage } from "#components/frame/message-page.tsx";
import { Button } from "#components/ui/button.tsx";

export default function Failure({ error }: { error: Error & { digest?: string } }) {
  return (
    <MessagePage kicker="500" title="This page could not be loaded">
      <p>Something went wrong on our side. What you saved is not affected.</p>
      {error.digest !== undefined && (
        <p>
          If it happens again, report the reference <code>{error.digest}</code>.
        </p>
      )}
      <p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </p>
    </MessagePage>
  );
}
