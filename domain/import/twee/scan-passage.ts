import { never } from "../script/guards.ts";
import { AttributeLinks } from "./attribute-links.ts";
import { isSugarCube, type TweeDialect } from "./dialects.ts";
import { Finder } from "./finder.ts";
import { type InertRange, inertRanges } from "./inert.ts";
import { findLinks, readLink } from "./links.ts";
import type { Meaning } from "./marks.ts";
import { type Allowance, NO_NAMES, type PassageScan, Scanner, type StoryNames } from "./scan.ts";
import { ChapbookScan } from "./scan-chapbook.ts";
import { HarloweScan } from "./scan-harlowe.ts";
import { SnowmanScan } from "./scan-snowman.ts";
import { SugarCubeScan } from "./scan-sugarcube.ts";

interface DialectScan {
  read(from: number, to: number): number;
}

/**
 * Finds the links of a passage with what guards them, and what the passage sets. Every `[[…]]` that has the form of a
 * link is one: also inside a comment, a script or quoted text, but there under the guard "never", because whoever
 * opens the file in Twine sees an arrow for it and no reader ever sees the link.
 */
export function scanPassage(
  text: string,
  dialect: TweeDialect | null,
  allowance: Allowance,
  names: StoryNames = NO_NAMES,
): PassageScan {
  const scanner = new Scanner(text, dialect, allowance, names);
  const reader = dialectScan(scanner, dialect);
  const images = isSugarCube(dialect);
  let at = 0;
  for (const range of inertRanges(text, dialect)) {
    if (range.start < at) continue;
    at = reader.read(at, range.start);
    if (at > range.start) continue;
    for (const link of findLinks(text, range.start, range.end, images)) scanner.addLink(link, [never(range.kind)]);
    scanner.mark(range.start, range.end, inertMeaning(text, range));
    at = range.end;
  }
  if (at < text.length) reader.read(at, text.length);
  scanner.scan.links.sort((a, b) => a.link.start - b.link.start);
  if (dialect === "chapbook") scanner.scan.marks.sort((a, b) => a.start - b.start);
  return lean(scanner.scan);
}

/** Returns the meaning of a stretch of text in which nothing is markup. */
function inertMeaning(text: string, { start, end, kind, marks }: InertRange): Meaning {
  if (kind === "a comment") return { kind: "nothing" };
  if (kind !== "quoted text") return { kind: "unread", name: kind };
  return { kind: "words", text: text.slice(start + marks.opening, end - marks.closing) };
}

/** Empty parts of a scan that finds nothing more. */
const NOTHING: Pick<PassageScan, "asked" | "kept" | "moves"> = {
  asked: new Set(),
  kept: new Set(),
  moves: new Map(),
};

/** A scan without sets of its own for what is not there: in most passages they would be half of its memory. */
function lean(scan: PassageScan): PassageScan {
  const { asked, kept, moves } = scan;
  return {
    ...scan,
    asked: asked.size === 0 ? NOTHING.asked : asked,
    kept: kept.size === 0 ? NOTHING.kept : kept,
    moves: moves.size === 0 ? NOTHING.moves : moves,
  };
}

function dialectScan(scanner: Scanner, dialect: TweeDialect | null): DialectScan {
  switch (dialect) {
    case "sugarcube":
    case "sugarcane":
      return new SugarCubeScan(scanner);
    case "harlowe":
      return new HarloweScan(scanner);
    case "chapbook":
      return new ChapbookScan(scanner);
    case "snowman":
      return new SnowmanScan(scanner);
    case null:
      return new PlainScan(scanner);
  }
}

/** Links alone, for stories whose format nothing gives away. */
class PlainScan implements DialectScan {
  readonly #scanner: Scanner;
  readonly #finder: Finder;

  readonly #elements: AttributeLinks;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#finder = new Finder(/\[\[|<[A-Za-z]/g, scanner.text);
    this.#elements = new AttributeLinks(scanner.text);
  }

  read(from: number, to: number): number {
    return this.#finder.through(from, to, (at, found) => {
      const link = found === "[[" ? readLink(this.#scanner.text, at) : this.#elements.at(at);
      return link === null ? null : this.#scanner.linkAt(at, link);
    });
  }
}
