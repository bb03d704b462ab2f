/** Flags of Node with which the product's processes run, as `npm start` gives them: without the second, a start takes more than twice as long. */
export const PRODUCT_FLAGS: readonly string[] = [
  "--disable-proto=delete",
  "--import",
  new URL("../../scripts/preload.mjs", import.meta.url).href,
];
