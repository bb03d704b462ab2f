import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { InOrder } from "./in-order.tsx";
import type { Block } from "./markdown-blocks.ts";
import type { Inline } from "./markdown-inline.ts";

/** Runs of text. */
export function Runs({ runs }: { runs: readonly Inline[] }) {
  return <InOrder of={runs} as={renderRun} />;
}

function renderRun(run: Inline): ReactNode {
  switch (run.kind) {
    case "text":
      return run.text;
    case "code":
      return <code>{run.text}</code>;
    case "strong":
      return (
        <strong>
          <Runs runs={run.content} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Runs runs={run.content} />
        </em>
      );
    default:
      return (
        <a href={run.href}>
          <Runs runs={run.content} />
        </a>
      );
  }
}

/** A parsed Markdown text. A heading of the first level is left to the page. */
export function Markdown({ blocks, className = "prose" }: { blocks: readonly Block[]; className?: string }) {
  return (
    <div className={className}>
      <InOrder of={blocks} as={renderBlock} />
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
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          <InOrder of={block.items} as={renderItem} />
        </List>
      );
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

function renderItem(runs: readonly Inline[]): ReactNode {
  return (
    <li>
      <Runs runs={runs} />
    </li>
  );
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
            <InOrder of={head} as={renderHead} />
          </tr>
        </thead>
        <tbody>
          <InOrder of={rows} as={renderRow} />
        </tbody>
      </table>
    </section>
  );
}

function renderHead(cell: readonly Inline[]): ReactNode {
  return (
    <th scope="col">
      <Runs runs={cell} />
    </th>
  );
}

function renderRow(row: readonly Inline[][]): ReactNode {
  return (
    <tr>
      <InOrder of={row} as={renderCell} />
    </tr>
  );
}

function renderCell(cell: readonly Inline[]): ReactNode {
  return (
    <td>
      <Runs runs={cell} />
    </td>
  );
}
