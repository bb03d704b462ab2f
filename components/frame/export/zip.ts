import { strToU8, zipSync } from "fflate";

/** A file of an archive: its name, and its text. */
export interface ZippedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * A ZIP archive of texts, stored as they are: stories are small, and a browser has no other way to save several files at once without
 * asking for leave. Names are used as they are; of two alike the later gets a number.
 */
export function zipOf(files: readonly ZippedFile[], at: Date): Blob {
  const entries = distinct(files).map(({ name, text }) => [name, strToU8(text)]);
  return new Blob([zipSync(Object.fromEntries(entries), { level: 0, mtime: at })], { type: "application/zip" });
}

/** Files of which no two have the same name, whatever the case: "gate.ink", "gate-2.ink". */
function distinct(files: readonly ZippedFile[]): ZippedFile[] {
  const taken = new Set<string>();
  return files.map(({ name, text }) => {
    const [base = name, ...endings] = name.split(".");
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = [`${base}-${n}`, ...endings].join(".");
    taken.add(free.toLowerCase());
    return { name: free, text };
  });
}
