import type { NodeKind } from "#domain/dialogue/wire.ts";

/** Shapes of nodes, which can be told from far away; each kind has its own sign and colour besides. */
export type Look = "line" | "condition" | "hub" | "end" | "step";

export function lookOf(kind: NodeKind): Look {
  switch (kind) {
    case "line":
    case "condition":
    case "hub":
    case "end":
      return kind;
    case "choice":
    case "talk":
    case "entry":
      return "line";
    default:
      return "step";
  }
}

// Drawn on a 16-unit square with the same pen.
const GLYPHS: Record<NodeKind, string> = {
  line: "M12.5 2.75H6.75a3.25 3.25 0 0 0 0 6.5H8M8 2.75v10.5M11 2.75v10.5",
  condition: "M8 1.75 14.25 8 8 14.25 1.75 8Z",
  hub: "M2.5 3v3.25A3.25 3.25 0 0 0 5.75 9.5h7M9.75 6.25 13 9.5l-3.25 3.25",
  jump: "M2.5 8h11M9.25 3.75 13.5 8l-4.25 4.25",
  end: "M3 3h10v10H3Z",
  choice: "M2.5 8h3.5M6 8l5.5-4.25M6 8l5.5 4.25M9 3.25l2.75.25-.5 2.75M11.25 9.75l.5 2.75L9 12.75",
  talk: "M2.5 3h11v7.5H7.5L4.5 13.5v-3h-2ZM5.5 6.75h5",
  instruction: "M3 8h10M8 3v10",
  random: "M3 3h10v10H3ZM5.75 5.75h.01M10.25 10.25h.01M8 8h.01",
  detour: "M2.5 12.5V8.75A4.25 4.25 0 0 1 11 8v4.5M8.25 9.75 11 12.5l2.75-2.75",
  return: "M13.5 12.5V9.25a3 3 0 0 0-3-3h-8M5.75 3 2.5 6.25 5.75 9.5",
  storylet_group: "M2.5 5.5h8v8h-8ZM5 3h8.5v8",
  subgraph: "M2.5 2.5h11v11h-11ZM5.5 5.5h5v5h-5Z",
  command: "M3 4l4 4-4 4M8.5 12.5H13",
  wait_event:
    "M4 2.5h8M4 13.5h8M4.75 2.5c0 3 6.5 3.5 6.5 5.5s-6.5 2.5-6.5 5.5M11.25 2.5c0 3-6.5 3.5-6.5 5.5s6.5 2.5 6.5 5.5",
  entry: "M7 2.5h6.5v11H7M2.5 8H9M6.25 5 9.25 8l-3 3",
};

/** The sign of a node's kind. Its words stand elsewhere. */
export function Glyph({ kind, size = 14 }: { kind: NodeKind; size?: number }) {
  return (
    <svg
      className="cv-glyph"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap={kind === "random" ? "round" : undefined}
      aria-hidden="true"
    >
      <path d={GLYPHS[kind]} fill={kind === "end" ? "currentColor" : "none"} />
    </svg>
  );
}
