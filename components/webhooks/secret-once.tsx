"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { DialogPopup } from "../ui/dialog-popup.tsx";
import { Notice } from "../ui/notice.tsx";

export interface SecretOnceProps {
  secret: string;
  /** Until when the secret before it signs as well; null when there is none, or it was dropped. */
  previousUntil: string | null;
  onClose: () => void;
}

/** Shows a signing secret the one time that it can be shown, and closes when it was stored. */
export function SecretOnce({ secret, previousUntil, onClose }: SecretOnceProps) {
  const [isStored, setStored] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const question = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isStored) return;
    // Leaving the page would lose the secret as surely as closing the window.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isStored]);

  function close(): void {
    if (isStored) {
      onClose();
      return;
    }
    setReminded(true);
    question.current?.querySelector("input")?.focus();
  }

  return (
    <DialogPopup
      size="md"
      title="The signing secret"
      description="This is the only time it is shown. The receiver needs it to tell our messages from forged ones."
      onClose={close}
      footer={
        <Button variant="primary" onClick={close} disabledReason={isStored ? null : "Store the secret first."}>
          Close
        </Button>
      }
    >
      <div className="space-y-4">
        <CodeBlock language="text" title="Secret" code={secret} />
        <p className="text-13 text-ink-2">
          {previousUntil === null
            ? "Every message is signed with it. Receivers verify with any library of Standard Webhooks."
            : `Until ${new Date(previousUntil).toLocaleString("en-GB")} messages carry a signature of the old secret as well: change the receiver over before then.`}
        </p>
        <div ref={question} className="border-line border-t pt-3">
          <Checkbox
            label="I’ve stored it"
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
            aria-invalid={(isReminded && !isStored) || undefined}
          />
        </div>
        {isReminded && !isStored && (
          <Notice tone="warn" announce>
            Closing loses the secret for good. Copy it, keep it somewhere safe, and say so here.
          </Notice>
        )}
      </div>
    </DialogPopup>
  );
}
