import { codeTokens } from "./code-tokens.ts";
import { CopyButton } from "./copy-button.tsx";

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
  let at = 0;
  return (
    <figure className="group relative overflow-hidden rounded-card border border-line bg-code font-interface">
      {title !== undefined && (
        <figcaption className="border-line border-b px-4 py-2 pe-16 font-medium text-12 text-ink-2">{title}</figcaption>
      )}
      <CopyButton text={code} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={title ?? "Code"} role="region" className="overflow-x-auto px-4 py-3 text-12 leading-[1.65]">
        <code>
          {codeTokens(language, code).map((token) => {
            const key = at;
            at += token.text.length;
            return token.kind === "plain" ? (
              token.text
            ) : (
              <span key={key} className={COLOURS[token.kind]}>
                {token.text}
              </span>
            );
          })}
        </code>
      </pre>
    </figure>
  );
}
