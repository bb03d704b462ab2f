import { csvLine, guarded } from "#domain/rows/csv.ts";
import { FormMistake } from "../../ui/form/form-errors.ts";

/** Bytes of the parts of a spreadsheet once they are unpacked: far more than rows of 16 MiB come to. */
const MAX_UNPACKED = 128 * 1024 * 1024;

/** Rows of a spreadsheet file as CSV. */
export interface SheetRows {
  readonly csv: string;
  /** Name of the sheet that has the rows. */
  readonly sheet: string;
  /** Number of sheets with rows. */
  readonly count: number;
}

/**
 * Reads the first sheet that has rows from an Excel file.
 *
 * @throws FormMistake with a sentence, where there is none.
 */
export async function readSheetFile(bytes: Uint8Array<ArrayBuffer>): Promise<SheetRows> {
  const [{ default: readSheets }, plain] = await Promise.all([import("read-excel-file/browser"), unpacked(bytes)]);
  const sheets = await readSheets(plain.buffer).catch(() => {
    throw unreadable();
  });
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  const [first] = filled;
  if (first === undefined) throw new FormMistake("The file has no rows.");
  return { csv: first.data.map(lineOf).join(""), sheet: first.sheet, count: filled.length };
}

/**
 * The file with its parts stored as they are. The reader would unpack large ones in workers made of text, which the content security policy
 * of the studio forbids.
 */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { unzipSync, zipSync } = await import("fflate");
  let total = 0;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/.test(name)) return false;
        total += originalSize;
        return total <= MAX_UNPACKED;
      },
    });
    if (total <= MAX_UNPACKED) return zipSync(parts, { level: 0 });
  } catch {
    throw unreadable();
  }
  throw new FormMistake("The file is too large. Save the sheet as “CSV UTF-8”.");
}

function unreadable(): FormMistake {
  return new FormMistake("The file is no Excel file (.xlsx) that can be read. Save the sheet as “CSV UTF-8”.");
}

/** A line of the sheet; one without any values is blank, which counts as a row and is left out. */
function lineOf(row: readonly unknown[]): string {
  return row.every((cell) => cell === null || cell === "") ? "\r\n" : csvLine(row.map(textOfCell));
}

function textOfCell(cell: unknown): string | null {
  if (cell === null || cell === undefined || cell === "") return null;
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return typeof cell === "string" ? guarded(cell) : String(cell);
}
