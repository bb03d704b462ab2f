import type { ReactNode } from "react";
import { type CodeToken, codeTokens } from "./code-tokens.ts";
import { CopyButton } from "./copy-button.tsx";
import { InOrder } from "./in-order.tsx";

const COLOURS = {
  plain: "",
  name: "text-code-name",
  text: "text-code-text",
  value: "text-code-value",
  quiet: "text-ink-3",
} as const;

interface CodeBlockProps {
  language: string;
  code: string;
  /** What the code is, above it. */
  title?: string;
}

/** Code with its colours made on the server. It scrolls by itself, so it can be focused; printed, it wraps. */
export function CodeBlock({ language, code, title }: CodeBlockProps) {
  return (
    <figure className="group relative overflow-hidden rounded-card border border-line bg-code font-interface">
      {title !== undefined && (
        <figcaption className="border-line border-b px-4 py-2 pe-16 font-medium text-12 text-ink-2">{title}</figcaption>
      )}
      <CopyButton text={code} shy={title === undefined} />
      <CodeArea label={title ?? "Code"}>
        <code>
          <InOrder of={codeTokens(language, code)} as={renderToken} />
        </code>
      </CodeArea>
    </figure>
  );
}

function CodeArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <pre className="w-fit min-w-full px-4 py-3 text-12 leading-[1.65]">{children}</pre>
    </section>
  );
}

function renderToken({ kind, text }: CodeToken): ReactNode {
  return kind === "plain" ? text : <span className={COLOURS[kind]}>{text}</span>;
}
