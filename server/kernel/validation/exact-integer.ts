/**
 * Whether an integer written in decimal comes back the same when it is read as a double and printed again, as every
 * value on its way through JSON is. 2^65 does not, although a double holds it: it is printed rounded.
 */
export function survivesAsDouble(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && printedAsInteger(value) === BigInt(source);
}

/** The integer that JavaScript's shortest form of a number denotes; from 1e21 on that form has an exponent. */
function printedAsInteger(value: number): bigint {
  const [mantissa = "", exponent = "0"] = String(value).split("e+");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction + "0".repeat(Number(exponent) - fraction.length));
}
