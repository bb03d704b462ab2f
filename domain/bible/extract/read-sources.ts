import { readLorebook } from "../../import/cards/lorebook.ts";
import { isHidden, pathOf, refuseMoreBytes, refuseMoreFiles } from "../../import/files/file-limits.ts";
import { bytesOfBase64, filesOfZip, isZipText } from "../../import/files/unzip.ts";
import { ImportError } from "../../import/import-error.ts";
import type { JsonObject } from "../../json.ts";
import { CsvFault, readCsv } from "../../rows/csv.ts";
import { isNote } from "../../rows/notes.ts";
import { runToEnd } from "../../steps.ts";
import {
  type EntityDraft,
  type Evidence,
  type FactDraft,
  quoteOf,
  type ReadSources,
  type SkippedFile,
} from "./draft.ts";
import { readNote } from "./read-note.ts";

/** File that proposals are read from. */
export interface SourceFile {
  readonly name: string;
  /** Text of the file, or a zip archive in base64. */
  readonly content: string;
}

const isRead = (path: string) => isNote(path) || /\.(?:json|csv|tsv)$/i.test(path);
/** Types of files that lie beside notes: nothing is read from them, and nobody misses them where there is something else. */
const SILENT = /\.(?:png|jpe?g|gif|webp|svg|pdf|mp3|wav|ogg|mp4|canvas|base|css|js|ttf|woff2?)$/i;

/**
 * Reads files as drafts of subjects: Markdown notes, lorebooks, tables in CSV, and zip archives of them. A file that is damaged is skipped
 * with the reason, and so is what lies beside notes where nothing else is there.
 *
 * @throws {@link ImportError} where there are more files or bytes than an import may have, a name leads out of its folder, or an archive is damaged
 */
export function readSources(sent: readonly SourceFile[]): ReadSources {
  const files = unpacked(sent);
  const entities: EntityDraft[] = [];
  const world: FactDraft[] = [];
  const skipped: SkippedFile[] = [];
  const beside: SkippedFile[] = [];
  for (const { name, content } of files) {
    if (content.includes("\0")) {
      skipped.push({ file: name, reason: "The file is no text in UTF-8." });
      continue;
    }
    try {
      if (isNote(name)) entities.push(readNote({ name, content }));
      else if (/\.(?:csv|tsv)$/i.test(name)) entities.push(...readTable(name, content));
      else if (/\.json$/i.test(name)) {
        const lore = readLore(name, content);
        entities.push(...lore.entities);
        world.push(...lore.world);
      } else (SILENT.test(name) ? beside : skipped).push({ file: name, reason: "Files of this kind are not read." });
    } catch (error) {
      if (!(error instanceof ImportError) && !(error instanceof CsvFault)) throw error;
      skipped.push({
        file: name,
        reason: error instanceof CsvFault ? `Row ${error.row}: ${error.message}.` : error.message,
      });
    }
  }
  return { entities, world, skipped: beside.length === files.length ? beside : skipped };
}

function unpacked(sent: readonly SourceFile[]): SourceFile[] {
  refuseMoreFiles(sent.length);
  const files = sent.flatMap(({ name, content }): SourceFile[] => {
    if (isZipText(content)) return filesOfZip(bytesOfBase64(content), isRead);
    const path = pathOf(name);
    return isHidden(path) ? [] : [{ name: path, content }];
  });
  refuseMoreFiles(files.length);
  refuseMoreBytes(files.reduce((sum, { content }) => sum + content.length, 0));
  return files;
}

/** Entries of a lorebook: one with a name or keys is a subject, one that is always told is about the world. */
function readLore(file: string, content: string): Pick<ReadSources, "entities" | "world"> {
  const entities: EntityDraft[] = [];
  const world: FactDraft[] = [];
  for (const { pointer, name, keys, text, enabled, use_regex } of readLorebook(content).entries) {
    if (!enabled || text.trim() === "") continue;
    const evidence: Evidence = { file, line: null, pointer, node_id: null, quote: quoteOf(text) };
    const fact: FactDraft = { text: text.trim().slice(0, 5_000), about: [], evidence };
    const names = [name, ...(use_regex ? [] : keys)].map((each) => each.trim()).filter((each) => each !== "");
    const [first, ...others] = [...new Set(names)];
    if (first === undefined) {
      world.push(fact);
      continue;
    }
    const aliases = others.slice(0, 50).map((each) => each.slice(0, 200));
    const about = { key: `${file}${pointer}`, name: first.slice(0, 200), type: "lore" };
    entities.push({ ...about, aliases, properties: {}, evidence, facts: [fact], links: [] });
  }
  return { entities, world };
}

/** Rows of a table whose first line names its columns: one is the name, one may be the type, the others are properties. */
function readTable(file: string, content: string): EntityDraft[] {
  const [head, ...records] = runToEnd(readCsv(content));
  const columns = (head?.cells ?? []).map((cell, at) => cell?.trim() || `Column ${at + 1}`);
  const place = (names: readonly string[]) => columns.findIndex((column) => names.includes(column.toLowerCase()));
  const nameAt = place(["name", "title", "label"]);
  if (nameAt < 0) throw new ImportError("invalid_shape", "The table has no column called name.");
  const typeAt = place(["type", "kind"]);
  const aliasesAt = place(["alias", "aliases"]);
  return records.flatMap(({ number, cells }): EntityDraft[] => {
    const name = cells[nameAt]?.trim();
    if (name === undefined || name === "") return [];
    const properties: JsonObject = {};
    for (const [at, column] of columns.entries()) {
      const value = cells[at]?.trim();
      if ([nameAt, typeAt, aliasesAt].includes(at) || value === undefined || value === "") continue;
      properties[column.slice(0, 100)] = value;
    }
    const folder = (file.split("/").at(-1) ?? file).replace(/\.\w+$/, "");
    return [
      {
        key: `${file}#${name}`,
        name: name.slice(0, 200),
        aliases: (cells[aliasesAt] ?? "")
          .split(/[,;]/)
          .map((each) => each.trim())
          .filter((each) => each !== ""),
        type: (cells[typeAt]?.trim() || folder.toLowerCase().replace(/s$/, "") || "entity").slice(0, 100),
        properties,
        evidence: {
          file,
          line: number,
          pointer: null,
          node_id: null,
          quote: quoteOf(cells.map((cell) => cell ?? "").join(", ")),
        },
        facts: [],
        links: [],
      },
    ];
  });
}
