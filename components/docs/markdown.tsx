import { Fragment, type ReactNode } from "react";
import type { Block } from "./markdown-blocks.ts";
import type { Inline } from "./markdown-inline.ts";
import { CodeBlock } from "../ui/code-block.tsx";

/** Runs of text. */
export function Runs({ runs }: { runs: readonly Inline[] }) {
  return runs.map((run, index) => {
    // Runs have no identity but their place, and never move.
    const key = `${index}`;
    switch (run.kind) {
      case "text":
        return <Fragment key={key}>{run.text}</Fragment>;
      case "code":
        return <code key={key}>{run.text}</code>;
      case "strong":
        return (
          <strong key={key}>
            <Runs runs={run.content} />
          </strong>
        );
      case "emphasis":
        return (
          <em key={key}>
            <Runs runs={run.content} />
          </em>
        );
      default:
        return (
          <a key={key} href={run.href}>
            <Runs runs={run.content} />
          </a>
        );
    }
  });
}

/** A parsed Markdown text. A heading of the first level is left to the page. */
export function Markdown({ blocks, className = "prose" }: { blocks: readonly Block[]; className?: string }) {
  return (
    <div className={className}>
      {blocks.map((block, index) => (
        <Fragment key={`${index}`}>{renderBlock(block)}</Fragment>
      ))}
    </div>
  );
}

function renderBlock(block: Block): ReactNode {
  switch (block.kind) {
    case "heading":
      return block.level === 1 ? null : <Heading level={block.level} id={block.id} runs={block.content} />;
    case "paragraph":
      return (
        <p>
          <Runs runs={block.content} />
        </p>
      );
    case "list": {
      const items = block.items.map((runs, index) => (
        <li key={`${index}`}>
          <Runs runs={runs} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "code":
      return <CodeBlock language={block.language} code={block.text} />;
    case "quote":
      return (
        <blockquote>
          <Runs runs={block.content} />
        </blockquote>
      );
    case "table":
      return <MarkdownTable head={block.head} rows={block.rows} />;
    default:
      return <hr />;
  }
}

function Heading({ level, id, runs }: { level: 2 | 3 | 4; id: string; runs: readonly Inline[] }) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id}>
      <a href={`#${id}`} className="heading-link">
        <Runs runs={runs} />
      </a>
    </Tag>
  );
}

function MarkdownTable({ head, rows }: { head: readonly Inline[][]; rows: readonly Inline[][][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="table-scroll" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={`${index}`} scope="col">
                <Runs runs={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={`${rowIndex}`}>
              {row.map((cell, index) => (
                <td key={`${index}`}>
                  <Runs runs={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
