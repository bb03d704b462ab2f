import MarkdownIt, { type Token } from "markdown-it";
import { createElement, Fragment, type ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { InOrder } from "./in-order.tsx";

/** Addresses of links. A description may quote what others wrote: what could run a script or leave unseen stays text. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/;

/** CommonMark with tables, without HTML, pictures, links by reference, and blocks that are only indented or underlined. */
const markdown = new MarkdownIt({ html: false }).disable(["autolink", "code", "image", "lheading", "reference"]);
markdown.validateLink = (address) => SAFE_ADDRESS.test(address);

/** A Markdown text. A heading of the first level is left to the page. */
export function Markdown({ text, className = "prose" }: { text: string; className?: string }) {
  return <div className={className}>{elementsOf(markdown.parse(text, {}))}</div>;
}

/** Markdown of one paragraph, without an element around it. */
export function MarkdownLine({ text }: { text: string }) {
  return elementsOf(markdown.parseInline(text, {}));
}

/** The address of a heading: its words, lower-case, joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Elements of a list of tokens, in which what is opened holds all up to its end. */
function elementsOf(tokens: readonly Token[]): ReactNode {
  const top: ReactNode[] = [];
  const open: { token: Token; words: string; children: ReactNode[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.nesting === 1) {
      open.push({ token, words: wordsOf(tokens[at + 1]), children: [] });
      continue;
    }
    const ended = token.nesting === -1 ? open.pop() : undefined;
    const element = ended === undefined ? leafOf(token) : elementOf(ended.token, ended.words, ended.children);
    (open.at(-1)?.children ?? top).push(element);
  }
  return inOrder(top);
}

const inOrder = (children: readonly ReactNode[]): ReactNode => <InOrder of={children} as={(child) => child} />;

/** The text of a line without its marks. */
function wordsOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}

function leafOf(token: Token): ReactNode {
  switch (token.type) {
    case "inline":
      return elementsOf(token.children ?? []);
    case "softbreak":
      return " ";
    case "hardbreak":
      return <br />;
    case "hr":
      return <hr />;
    case "code_inline":
      return <code>{token.content}</code>;
    case "fence":
      return <CodeBlock language={token.info.trim()} code={token.content.replace(/\n$/, "")} />;
    default:
      return token.content;
  }
}

function elementOf(token: Token, words: string, children: readonly ReactNode[]): ReactNode {
  const content = inOrder(children);
  switch (token.tag) {
    case "h1":
      return null;
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6": {
      const id = slug(words);
      const link = (
        <a href={`#${id}`} className="heading-link">
          {content}
        </a>
      );
      return createElement(token.tag, { id }, link);
    }
    case "a":
      return <a href={String(token.attrGet("href"))}>{content}</a>;
    case "th":
      return <th scope="col">{content}</th>;
    case "table":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="table-scroll" aria-label="Table" tabIndex={0}>
          <table>{content}</table>
        </section>
      );
    default:
      return createElement(token.hidden ? Fragment : token.tag, null, content);
  }
}
