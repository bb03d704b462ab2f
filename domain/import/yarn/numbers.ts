/** Most digits that tell one number of single precision from all others. */
const MOST_DIGITS = 9;

/** Digits in front of the decimal point up to which a number is written without an exponent, where it has no more digits. */
const PLAIN_DIGITS = 7;

/** Least power of ten that is written without an exponent. */
const LEAST_PLAIN = -4;

/** A number with the precision of Yarn Spinner's: as the shortest decimal that is its single-precision value. */
export function single(value: number): number {
  if (!Number.isFinite(value)) return value;
  const rounded = Math.fround(value);
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(rounded.toPrecision(digits));
    if (Math.fround(short) === rounded) return short;
  }
  return Number(rounded.toPrecision(MOST_DIGITS));
}

/** A number in words as .NET writes one of single precision. */
export function numberInWords(value: number): string {
  const short = single(value);
  if (short === 0 || !Number.isFinite(short)) return String(short);
  const [mantissa = "", power = "0"] = short.toExponential().split("e");
  const digits = mantissa.replace(/[-.]/g, "").length;
  const exponent = Number(power);
  const isPlain = exponent + 1 <= Math.max(digits, PLAIN_DIGITS) && exponent >= LEAST_PLAIN;
  if (!isPlain) return `${mantissa}E${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  return String(short);
}

/** A number as a whole one: the nearest, of two the even one, as .NET converts it. */
export function whole(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
