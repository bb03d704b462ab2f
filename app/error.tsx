"use client";

import { MessagePage } from "#components/studio/message-page.tsx";
import { Button } from "#components/ui/button.tsx";

interface FailureProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export default function Failure({ error, reset }: FailureProps) {
  return (
    <MessagePage kicker="500" title="This page failed to open">
      <p>The fault is ours. Nothing you wrote is affected: whatever the service acknowledged is in the record.</p>
      {error.digest !== undefined && (
        <p>
          If it happens again, report the reference <code>{error.digest}</code>: it leads to the failure in the server’s log.
        </p>
      )}
      <p>
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      </p>
    </MessagePage>
  );
}
