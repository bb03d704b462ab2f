import type { Outputs } from "../api/client.ts";

type Left = Outputs["record"]["takeBack"]["left"][number];

/** Parts of a line about a field that keeps its value. */
type LeftWords = Pick<Left, "name" | "field_name" | "reason"> & Partial<Pick<Left, "message">>;

/** Names what stays as it is when a change is taken back, and why: "Text of “The gate”: it was changed again since." */
export function leftLine({ name, field_name, reason, message }: LeftWords): string {
  return `${field_name === "" ? `“${name}”` : `${field_name} of “${name}”`}: ${whyLeft(reason, message)}`;
}

function whyLeft(reason: Left["reason"], message: Left["message"] = null): string {
  switch (reason) {
    case "changed_since":
      return "it was changed again since.";
    case "gone":
      return "it was deleted since.";
    case "stays":
      return "this kind of change cannot be undone.";
    default:
      return message ?? "something else prevents it.";
  }
}
