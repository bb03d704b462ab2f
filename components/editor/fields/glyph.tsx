import type { NodeKind } from "#domain/dialogue/wire.ts";

/** Kinds that look different on the canvas; everything else an import brought is one kind: foreign. */
export type Look = "line" | "condition" | "hub" | "end" | "foreign";

export function lookOf(kind: NodeKind): Look {
  switch (kind) {
    case "line":
    case "condition":
    case "hub":
    case "end":
      return kind;
    default:
      return "foreign";
  }
}

// Drawn on a 16-unit square with the same pen.
const GLYPHS: Record<Look, string> = {
  line: "M12.5 2.75H6.75a3.25 3.25 0 0 0 0 6.5H8M8 2.75v10.5M11 2.75v10.5",
  condition: "M8 1.75 14.25 8 8 14.25 1.75 8Z",
  hub: "M2.5 3v3.25A3.25 3.25 0 0 0 5.75 9.5h7M9.75 6.25 13 9.5l-3.25 3.25",
  end: "M3 3h10v10H3Z",
  foreign: "M5.75 2.5h-2v11h2M10.25 2.5h2v11h-2M7 8h2",
};

/** The sign of a node's kind. Its words stand elsewhere. */
export function Glyph({ look, size = 14 }: { look: Look; size?: number }) {
  return (
    <svg
      className="cv-glyph"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      aria-hidden="true"
    >
      <path d={GLYPHS[look]} fill={look === "end" ? "currentColor" : "none"} />
    </svg>
  );
}
