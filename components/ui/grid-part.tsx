import type { ComponentProps } from "react";

interface GridPartProps extends ComponentProps<"div"> {
  part: "grid" | "table" | "cell" | "rowgroup" | "row" | "rowheader" | "columnheader" | "gridcell";
}

/**
 * A part of a grid whose rows come and go with scrolling: to a browser it is no table, so roles say what it is. The
 * focus goes from row to row; the other parts never take it.
 */
export function GridPart({ part, ...rest }: GridPartProps) {
  return <div role={part} {...rest} />;
}
