import type { TweeDialect } from "./dialects.ts";
import type { LookReader, LostLook } from "./look.ts";
import { HarloweLook } from "./look-harlowe.ts";
import { HtmlLook } from "./look-html.ts";
import { MarkdownLook } from "./look-markdown.ts";
import { SugarCubeLook } from "./look-sugarcube.ts";
import type { Mark } from "./marks.ts";

/**
 * Marks of a passage with those of the way its words are set, in order. Looks that no mark of ours has are added to
 * `lost`. `isInline` is for words within a line, in which no heading or list begins.
 */
export function withLooks(
  text: string,
  marks: readonly Mark[],
  dialect: TweeDialect | null,
  lost: Set<LostLook>,
  isInline = false,
): readonly Mark[] {
  return readerOf(text, dialect, lost).read(marks, isInline);
}

function readerOf(text: string, dialect: TweeDialect | null, lost: Set<LostLook>): LookReader {
  switch (dialect) {
    case "sugarcube":
    case "sugarcane":
      return new SugarCubeLook(text, lost);
    case "harlowe":
      return new HarloweLook(text, lost);
    case "chapbook":
      return new MarkdownLook(text, lost, { isSmart: true, strike: null });
    case "snowman":
      return new MarkdownLook(text, lost, { isSmart: false, strike: "strike" });
    case null:
      return new HtmlLook(text, lost);
  }
}
