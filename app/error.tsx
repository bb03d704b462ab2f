"use client";

import { MessagePage } from "#components/frame/message-page.tsx";
import { Button } from "#components/ui/button.tsx";

export default function Failure({ error }: { error: Error & { digest?: string } }) {
  return (
    <MessagePage kicker="500" title="This page failed to open">
      <p>The fault is ours. Nothing you wrote is affected: whatever the service acknowledged is in the record.</p>
      {error.digest !== undefined && (
        <p>
          If it happens again, report the reference <code>{error.digest}</code>: it leads to the failure in the server’s
          log.
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
