// What other features may use of world files: how their rows are written.
export { writeWorldRows } from "./write-rows.ts";
