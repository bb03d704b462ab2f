"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { DialogPopup } from "../ui/dialog-popup.tsx";
import { Notice } from "../ui/notice.tsx";
import { firstCall } from "./first-call.ts";
import type { NewApiKey } from "./key-queries.ts";
import { KIND_WORDS } from "./key-words.ts";

interface RevealKeyProps {
  made: NewApiKey;
  onClose: () => void;
}

/** Shows a key the one time that it can be shown, and closes when it was stored. */
export function RevealKey({ made, onClose }: RevealKeyProps) {
  const [isStored, setStored] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const call = firstCall(made, window.location.origin);

  useEffect(() => {
    if (isStored) return;
    // Leaving the page would lose the key as surely as closing the window.
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
      title={`The key “${made.name}”`}
      description="This is the only time it is shown. We keep a fingerprint of it, which opens nothing."
      onClose={close}
      footer={
        <Button variant="primary" onClick={close} disabledReason={isStored ? null : "Store the key first."}>
          Close
        </Button>
      }
    >
      <div className="space-y-4">
        <CodeBlock language="text" title="Key" code={made.key} />
        <p className="text-12 text-ink-2">
          {made.kind === "secret"
            ? "Put it into a password manager, or the secrets of your build. It belongs in no repository, no chat, and nothing that players get."
            : KIND_WORDS.publishable.means}
        </p>
        {call !== null && <CodeBlock language="sh" title="Try it" code={call} />}
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
            Closing loses the key for good. Copy it, keep it somewhere safe, and say so here.
          </Notice>
        )}
      </div>
    </DialogPopup>
  );
}
