"use client";

import { LocalTime } from "../../ui/local-time.tsx";
import { RevealOnce } from "../../ui/reveal-once.tsx";

interface SecretOnceProps {
  secret: string;
  /** Moment until which the previous secret signs as well; null when there is none, or it was dropped. */
  previousUntil: string | null;
  onClose: () => void;
}

/** Dialog that shows a signing secret once. */
export function SecretOnce({ secret, previousUntil, onClose }: SecretOnceProps) {
  return (
    <RevealOnce
      title="The signing secret"
      description="This is the only time it is shown. The receiver needs it to tell our messages from forged ones."
      what="Secret"
      value={secret}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">
        {previousUntil === null ? (
          "Every message is signed with it. Receivers verify with any library of Standard Webhooks."
        ) : (
          <>
            Until <LocalTime iso={previousUntil} /> messages are also signed with the old secret. Update the receiver
            before then.
          </>
        )}
      </p>
    </RevealOnce>
  );
}
