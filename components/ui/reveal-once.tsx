"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { CodeBlock } from "./code-block.tsx";
import { DialogPopup } from "./dialog-popup.tsx";
import { Notice } from "./notice.tsx";

interface RevealOnceProps {
  title: string;
  description: string;
  /** Name of the value, in a word: "Key". */
  what: string;
  /** Value that can be shown this one time. */
  value: string;
  onClose: () => void;
  /** Advice on how to store or use the value. */
  children: ReactNode;
}

/** Dialog that shows a value the one time it can be shown, and closes when the person has stored it. */
export function RevealOnce({ title, description, what, value, onClose, children }: RevealOnceProps) {
  const [isStored, setStored] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const word = what.toLowerCase();

  useEffect(() => {
    if (isStored) return;
    // Leaving the page would lose it as surely as closing the window.
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
      title={title}
      description={description}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close} disabledReason={isStored ? null : `Store the ${word} first.`}>
          Close
        </Button>
      }
    >
      <div className="space-y-4">
        <CodeBlock wraps language="text" title={what} code={value} />
        {children}
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
            Closing loses the {word} for good. Copy it to a safe place, then tick the box.
          </Notice>
        )}
      </div>
    </DialogPopup>
  );
}
