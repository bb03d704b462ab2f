const MEGABYTE = 1024 * 1024;

/** Returns bytes in words: "3.4 MB", "20 GB". */
export function sayBytes(bytes: number): string {
  const [amount, unit] = bytes >= 1024 * MEGABYTE ? [bytes / 1024 / MEGABYTE, "GB"] : [bytes / MEGABYTE, "MB"];
  return `${amount.toLocaleString("en-GB", { maximumFractionDigits: 1 })} ${unit}`;
}
