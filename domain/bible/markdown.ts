import type { Bible, BibleItem, BibleLine } from "./bible.ts";
import type { BibleChange } from "./compare-bibles.ts";

/** Characters with a meaning in Markdown. */
const MARKS = /[\\`*_[\]<>|~]/g;

/** Returns a text as Markdown that reads as it is, on one line unless `indent` says where the next ones begin. */
export function plainMarkdown(text: string, indent: string | null = null): string {
  const escaped = text
    .trim()
    .replace(MARKS, "\\$&")
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .trim()
        .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|=+$|-+$)/, "\\$1")
        .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2"),
    )
    .filter((line) => line !== "");
  return escaped.join(indent === null ? " " : `  \n${indent}`);
}

/**
 * Writes a bible as Markdown with front matter. Each line is followed by its source and its sequence in a comment, and by what it
 * superseded.
 */
export function* bibleMarkdown(bible: Bible): Generator<string, void, undefined> {
  yield `---\ntitle: ${JSON.stringify(`${bible.project_name}: story bible`)}\nseq: ${bible.seq}\nas: ${bible.as ?? "author"}\ntemplate: ${bible.template}\n---\n`;
  yield `\n# ${plainMarkdown(bible.project_name) || "Story bible"}\n`;
  if (!bible.complete) yield "\n*This bible is not complete: the project has more than is written here.*\n";
  for (const { title, note, items } of bible.sections) {
    yield `\n## ${title}\n`;
    if (note !== null) yield `\n${plainMarkdown(note.text, "")}\n`;
    if (items.length === 0 && note === null) yield "\n*Nothing is recorded.*\n";
    for (const item of items) yield itemMarkdown(item);
  }
}

function itemMarkdown({ title, type, lines }: BibleItem): string {
  const kind = type === null ? "" : ` *(${plainMarkdown(type)})*`;
  const head = `\n### ${plainMarkdown(title)}${kind}\n`;
  return lines.length === 0 ? head : `${head}\n${lines.map(lineMarkdown).join("")}`;
}

function lineMarkdown(line: BibleLine): string {
  const secret = line.secret ? " *(secret)*" : "";
  const before = line.supersedes.map(({ text }) => `  - *Before:* ${plainMarkdown(text, "    ")}\n`).join("");
  return `- ${plainMarkdown(line.text, "  ")}${secret} <!-- ${sourceMark(line)} -->\n${before}`;
}

/** Source of a line in a few words: the subject, the field, the card, and the sequence. */
function sourceMark({ source, since_seq }: BibleLine): string {
  const { subject_id, pointer, node_id } = source;
  const field = pointer === null ? "" : ` ${pointer.replaceAll("--", "- -").replaceAll(">", "")}`;
  const card = node_id === null || node_id === subject_id ? "" : ` ${node_id}`;
  return `${subject_id}${field}${card} ${since_seq}`;
}

/** Writes the differences between two bibles as prose in Markdown: a heading for each section that differs, a sentence for each change. */
export function changesMarkdown(
  after: Bible,
  {
    from_seq,
    to_seq,
    changes,
  }: { readonly from_seq: number; readonly to_seq: number; readonly changes: readonly BibleChange[] },
): string {
  const head = `# ${plainMarkdown(after.project_name) || "Story bible"}: from ${from_seq} to ${to_seq}\n`;
  if (changes.length === 0) return `${head}\nNothing in the bible changed.\n`;
  const bySection = Map.groupBy(changes, ({ section }) => section);
  const parts = after.sections.flatMap(({ key, title }) => {
    const own = bySection.get(key) ?? [];
    if (own.length === 0) return [];
    return [`\n## ${title}\n\n${own.map(({ text }) => `- ${plainMarkdown(text, "  ")}\n`).join("")}`];
  });
  return head + parts.join("");
}
