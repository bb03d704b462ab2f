/**
 * The table's columns, by class. Only the reason takes what is left: a long sentence in another column wraps or is cut, and never
 * makes the table wider than the panel. In a narrow panel a row is a few lines instead.
 */
export const WIDTHS = {
  rule: "w-38",
  node: "w-40",
  why: "",
  since: "w-36 @max-[60rem]:hidden",
  fix: "w-46",
} as const;

/** The cells of a row, and the row. */
export const CELLS = {
  row: "align-top @max-[44rem]:flex @max-[44rem]:flex-wrap @max-[44rem]:items-center @max-[44rem]:gap-x-3",
  rule: "py-1.5 ps-4 pe-3 text-start",
  node: "py-1.5 pe-3 @max-[44rem]:max-w-full",
  why: "break-words py-2.5 pe-3 leading-5 @max-[44rem]:w-full @max-[44rem]:py-1.5 @max-[44rem]:ps-4",
  since: "py-2.5 pe-3 leading-5 @max-[60rem]:hidden",
  fix: "py-1.5 pe-4 text-end @max-[44rem]:ps-4 @max-[44rem]:pt-0",
} as const;
