import type { Bible, BibleItem, BibleLine, LineSource, SectionKey } from "./bible.ts";
import type { MaterialFact } from "./material.ts";

/** Ways in which a line differs between two bibles. */
export const LINE_CHANGES = ["added", "removed", "changed"] as const;

/** Difference of one line between two bibles. */
export interface BibleChange {
  readonly change: (typeof LINE_CHANGES)[number];
  readonly section: SectionKey;
  readonly item_key: string;
  readonly item_title: string;
  /** Name of the line; null where the item itself came or went without lines, and for the words of a section. */
  readonly line_key: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** The change in one sentence. */
  readonly text: string;
  readonly source: LineSource | null;
  /** Sequence of the change; null for what is gone. */
  readonly since_seq: number | null;
}

/**
 * Compares two bibles of one project line by line, in the order of the later one; what is gone comes last in its section. A fact that
 * took the place of another one, by way of others too, is one change of both.
 *
 * @param facts - Facts that the later bible is written from.
 */
export function compareBibles(
  before: Bible,
  after: Bible,
  facts: readonly Pick<MaterialFact, "id" | "supersedes">[],
): BibleChange[] {
  const older = new Map(facts.map(({ id, supersedes }) => [id, supersedes]));
  return after.sections.flatMap((section) => {
    const earlier = before.sections.find(({ key }) => key === section.key);
    const known = new Map(earlier?.items.map((item) => [item.key, item]));
    const at = { section: section.key, title: section.title };
    const changes = noteChange(at, earlier?.note?.text ?? null, section.note);
    for (const item of section.items) {
      changes.push(...itemChanges(at, known.get(item.key) ?? null, item, older));
      known.delete(item.key);
    }
    for (const item of known.values()) changes.push(...itemChanges(at, item, null, older));
    return changes;
  });
}

interface Place {
  readonly section: SectionKey;
  readonly title: string;
}

function noteChange(
  { section, title }: Place,
  before: string | null,
  note: { readonly text: string; readonly since_seq: number } | null,
): BibleChange[] {
  const after = note?.text ?? null;
  if (before === after) return [];
  const of = { section, item_key: `section:${section}`, item_title: title, line_key: null, source: null };
  return [changed(of, before, after, note?.since_seq ?? null)];
}

/** Facts in whose place each fact holds, or held. */
type OlderFacts = ReadonlyMap<string, readonly string[]>;

function itemChanges(
  { section }: Place,
  before: BibleItem | null,
  after: BibleItem | null,
  older: OlderFacts,
): BibleChange[] {
  const item = after ?? before;
  if (item === null) return [];
  const of = { section, item_key: item.key, item_title: item.title };
  const changes: BibleChange[] = [];
  const known = new Map(before?.lines.map((line) => [line.key, line]));
  if (before !== null && after !== null && before.title !== after.title) {
    changes.push({
      ...of,
      change: "changed",
      line_key: null,
      before: before.title,
      after: after.title,
      text: `${before.title} is now called ${after.title}.`,
      source: null,
      since_seq: null,
    });
  }
  if (before === null && after !== null && after.lines.length === 0) {
    changes.push({
      ...of,
      change: "added",
      line_key: null,
      before: null,
      after: after.title,
      text: `${after.title} is new.`,
      source: null,
      since_seq: after.since_seq,
    });
  }
  if (after === null && before !== null && before.lines.length === 0) {
    changes.push({
      ...of,
      change: "removed",
      line_key: null,
      before: before.title,
      after: null,
      text: `${before.title} is gone.`,
      source: null,
      since_seq: null,
    });
  }
  for (const line of after?.lines ?? []) {
    const same = known.get(line.key) ?? supersededBy(known, line, older);
    if (same !== undefined) known.delete(same.key);
    if (same !== undefined && same.text === line.text) continue;
    const { key: line_key, source, since_seq } = line;
    changes.push(changed({ ...of, line_key, source }, same?.text ?? null, line.text, since_seq));
  }
  for (const line of known.values()) {
    changes.push(changed({ ...of, line_key: line.key, source: line.source }, line.text, null, null));
  }
  return changes;
}

/** The line of the latest fact that the fact of a line took the place of, by way of others that came and went too. */
function supersededBy(
  known: ReadonlyMap<string, BibleLine>,
  { fact_ids }: BibleLine,
  older: OlderFacts,
): BibleLine | undefined {
  const lines = [...known.values()];
  const seen = new Set<string>();
  for (let ids = before(fact_ids); ids.length > 0; ids = before(ids)) {
    const found = lines.findLast((line) => line.fact_ids.some((id) => ids.includes(id)));
    if (found !== undefined) return found;
  }
  return undefined;

  function before(ids: readonly string[]): string[] {
    const next = ids.flatMap((id) => older.get(id) ?? []).filter((id) => !seen.has(id));
    for (const id of next) seen.add(id);
    return next;
  }
}

function changed(
  of: Pick<BibleChange, "section" | "item_key" | "item_title" | "line_key" | "source">,
  before: string | null,
  after: string | null,
  since_seq: number | null,
): BibleChange {
  const { item_title: title } = of;
  if (before === null)
    return { ...of, change: "added", before, after, text: `${title}: new: “${after ?? ""}”`, since_seq };
  if (after === null)
    return { ...of, change: "removed", before, after, text: `${title}: gone: “${before}”`, since_seq };
  return { ...of, change: "changed", before, after, text: `${title}: was “${before}”, is now “${after}”`, since_seq };
}
