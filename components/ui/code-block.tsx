import { useEffect, useState } from "react";
import { codeHtml } from "./code-tokens.ts";

interface CodeBlockProps {
  language: string;
  code: string;
  /** What the code is, above it. */
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

interface CopyButtonProps {
  /** Stand over the code only while it is pointed at or focused, where there is no bar to stand in. */
  shy: boolean;
}

/** Copies the code of the figure it stands in: given the text, a page would carry all of it once more. Absent until scripts run, because without them it could do nothing. */
function CopyButton({ shy }: CopyButtonProps) {
  const [state, setState] = useState<"absent" | "ready" | "copied">("absent");
  useEffect(() => {
    // The clipboard exists only in secure contexts: https, or this machine.
    if (navigator.clipboard !== undefined) setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "absent") return null;
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        const code = currentTarget.closest("figure")?.querySelector("pre")?.textContent ?? "";
        void navigator.clipboard.writeText(code).then(() => setState("copied"));
      }}
      className={`absolute end-2 top-1.5 cursor-pointer rounded-control border border-line bg-panel px-2 py-0.5 text-11 text-ink-2 transition-colors duration-(--hover) hover:border-line-strong hover:text-ink print:hidden ${shy ? "opacity-0 focus:opacity-100 group-hover:opacity-100 pointer-coarse:hidden" : ""}`}
    >
      <span aria-live="polite">{state === "copied" ? "Copied" : "Copy"}</span>
    </button>
  );
}
