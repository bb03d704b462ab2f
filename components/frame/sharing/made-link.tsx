"use client";

import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import type { MadeLink } from "./new-link.tsx";

/** A link with its address, which is shown here and nowhere else. */
export function ShownLink({ link: { name, url }, onDone }: { link: MadeLink; onDone: () => void }) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    part.current?.focus();
  }, []);
  return (
    <section ref={part} tabIndex={-1} aria-label={`The link “${name}”`} className="space-y-3 outline-none">
      <h3 className="font-medium text-14" dir="auto">
        The link “{name}” is ready
      </h3>
      <CodeBlock wraps language="text" title="Link" code={url} />
      <p className="text-12 text-ink-2">
        Copy it now: it is shown only once. If it is lost, create a new address below.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={onDone}>Create another</Button>
        <a href={url} target="_blank" rel="noreferrer" className="link text-13">
          Open it as a reader
        </a>
      </div>
    </section>
  );
}
