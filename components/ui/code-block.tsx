import { codeHtml } from "./code-tokens.ts";
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  language: string;
  code: string;
  /** Title above the code. */
  title?: string;
  /** Long lines go on below instead of beyond the edge: where every character matters. Nothing is put into the text. */
  wraps?: boolean;
}

/** Code with its colours made on the server. It scrolls by itself, so it can be focused; printed, it wraps. */
export function CodeBlock({ language, code, title, wraps = false }: CodeBlockProps) {
  return (
    <figure className="code-block group">
      {title !== undefined && <figcaption>{title}</figcaption>}
      <CopyButton shy={title === undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label={title ?? "Code"} tabIndex={0}>
        <pre
          data-language={language}
          data-wraps={wraps || undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made here, of text in which nothing is markup any more.
          dangerouslySetInnerHTML={{ __html: codeHtml(language, code) }}
        />
      </section>
    </figure>
  );
}
