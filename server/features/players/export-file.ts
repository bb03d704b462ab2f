import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import type { ExportedFile } from "../../operation/player-export.ts";

/** Format of the manifest. */
const FORMAT = "fabula-player";

/** Subject and moment of an export. */
export interface ExportedMoment {
  readonly project_id: string;
  readonly player_id: string;
  /** Sequence of the record. */
  readonly seq: number;
  /** RFC 3339, UTC. */
  readonly created_at: string;
}

/**
 * Packs files of JSON Lines into a zip archive, with `manifest.json`: what each of them holds, and its SHA-256. Equal content is packed
 * to equal bytes.
 */
export function packExport(moment: ExportedMoment, files: readonly ExportedFile[]): Uint8Array {
  const packed = files.map(({ name, lines }) => {
    const bytes = strToU8(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return { name: `${name}.jsonl`, lines: lines.length, bytes };
  });
  const listed = packed.map(({ bytes, ...file }) => ({
    ...file,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  const manifest = { format: FORMAT, version: 1, ...moment, files: listed };
  const entries = [
    ["manifest.json", strToU8(`${JSON.stringify(manifest, null, 2)}\n`)],
    ...packed.map(({ name, bytes }) => [name, bytes]),
  ];
  return zipSync(Object.fromEntries(entries), { mtime: Date.parse(moment.created_at) });
}
