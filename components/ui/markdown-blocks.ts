import { type Inline, parseInline, plainText } from "./markdown-inline.ts";

/** A block of a Markdown text. The dialect is what our guides and descriptions use, nothing more. */
export type Block =
  | { kind: "heading"; level: 1 | 2 | 3 | 4; id: string; content: Inline[] }
  | { kind: "paragraph"; content: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "code"; language: string; text: string }
  | { kind: "quote"; content: Inline[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" };

const FENCE = /^```\s*([\w-]*)\s*$/;
const HEADING = /^(#{1,4})\s+(.+?)\s*$/;
const ITEM = /^(?:[-*]|(\d+)\.)\s+(.*)$/;
const TABLE_RULE = /^\|?(?:\s*:?-+:?\s*\|)+\s*(?:\s*:?-+:?\s*)?$/;

/** The address of a heading: its words, lower-case, joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Reads a Markdown text. Every input is a text: what is no construct of the dialect stays as it is written. */
export function parseMarkdown(source: string): Block[] {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  const line = (index: number) => lines[index] ?? "";
  while (at < lines.length) {
    const current = line(at);
    if (current.trim() === "") {
      at++;
      continue;
    }
    const fence = FENCE.exec(current);
    if (fence !== null) {
      let end = at + 1;
      while (end < lines.length && !FENCE.test(line(end))) end++;
      blocks.push({ kind: "code", language: fence[1] ?? "", text: lines.slice(at + 1, end).join("\n") });
      at = end + 1;
      continue;
    }
    const heading = HEADING.exec(current);
    if (heading !== null) {
      const content = parseInline(heading[2] ?? "");
      const level = (heading[1] ?? "#").length as 1 | 2 | 3 | 4;
      blocks.push({ kind: "heading", level, id: slug(plainText(content)), content });
      at++;
      continue;
    }
    if (/^(?:-{3,}|\*{3,})\s*$/.test(current)) {
      blocks.push({ kind: "rule" });
      at++;
      continue;
    }
    if (current.includes("|") && TABLE_RULE.test(line(at + 1).trim())) {
      let end = at + 2;
      while (end < lines.length && line(end).includes("|")) end++;
      const rows = lines.slice(at + 2, end).map((row) => cells(row).map(parseInline));
      blocks.push({ kind: "table", head: cells(current).map(parseInline), rows });
      at = end;
      continue;
    }
    const [block, end] = ITEM.test(current) ? listAt(lines, at) : textAt(lines, at);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

function startsBlock(line: string): boolean {
  return line.trim() === "" || FENCE.test(line) || HEADING.test(line) || ITEM.test(line);
}

function textAt(lines: string[], start: number): [Block, number] {
  let end = start + 1;
  while (end < lines.length && !startsBlock(lines[end] ?? "")) end++;
  const text = lines.slice(start, end).map((line) => line.trim());
  if (text[0]?.startsWith(">")) {
    return [{ kind: "quote", content: parseInline(text.map((line) => line.replace(/^>\s?/, "")).join(" ")) }, end];
  }
  return [{ kind: "paragraph", content: parseInline(text.join(" ")) }, end];
}

function listAt(lines: string[], start: number): [Block, number] {
  const ordered = ITEM.exec(lines[start] ?? "")?.[1] !== undefined;
  const items: string[] = [];
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const item = ITEM.exec(line);
    if (item !== null) {
      if ((item[1] !== undefined) !== ordered) break;
      items.push(item[2] ?? "");
    } else if (/^\s+\S/.test(line)) {
      items.push(`${items.pop() ?? ""} ${line.trim()}`);
    } else if (line.trim() !== "" || !ITEM.test(lines[at + 1] ?? "")) {
      break;
    }
  }
  return [{ kind: "list", ordered, items: items.map(parseInline) }, at];
}

/** Cells of a table row; `\|` is a bar inside a cell. */
function cells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
