import { readFileSync, writeFileSync } from "node:fs";
import { ID_RANDOM_BYTES, idBody } from "#domain/id-body.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { MAX_EXAMPLE_CHARACTERS } from "#server/http/openapi/recorded-examples.ts";
import { ID_PREFIXES } from "#server/kernel/ids.ts";
import { listOperations, type NamedOperation } from "#server/operations.ts";
import { nameOf } from "./valid-call.ts";

/** Whether this run stores the answers that it gets as examples of the reference (`npm run record-examples`). */
export const IS_RECORDING = process.env.FABULA_RECORD_EXAMPLES === "1";

const FILE = new URL("../../server/http/openapi/recorded-examples.json", import.meta.url);

/** First moment in every example, in milliseconds since the epoch. */
const BEGUN = Date.parse("2026-11-20T14:02:00.000Z");
const MINUTE_MS = 60_000;

const ID = new RegExp(`\\b(${Object.values(ID_PREFIXES).join("|")})_[0-9a-hjkmnp-tv-z]{26}\\b`, "g");
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const DIGEST = /\b[0-9a-f]{64}\b/g;
const LINK = /\?until=\d+&signature=[\w-]+/g;
const EMAIL = /[\w.+-]+@[\w.-]+\w/g;
const KEY = /\b([sp]k_(?:live|test)_pm1_)[0-9A-Za-z]{38}\b/g;

/** Parts of a key's random characters that a key object shows. */
const KEY_PART = /"(start|last4)":"[0-9A-Za-z]{4}"/g;

/** Placeholder for the random characters of every key; its checksum is wrong, so that it is no valid key. */
const KEY_BODY = "Example".padEnd(38, "0");
const KEY_PARTS: Readonly<Record<string, string>> = { start: KEY_BODY.slice(0, 4), last4: KEY_BODY.slice(-4) };

const recorded = new Map<string, Json>();

/** Stores an answer as the operation's example. */
export function recordExample(named: NamedOperation, answer: unknown): void {
  if (!IS_RECORDING) return;
  const example = bounded(stable(answer as Json));
  const parsed = named.operation.output.safeParse(example);
  if (!parsed.success) throw new Error(`${nameOf(named)}: cut short, its answer is none: ${parsed.error.message}`);
  recorded.set(nameOf(named), example);
}

/** Writes what was recorded beside what the file has of other operations; what there is no operation for goes. */
export function writeExamples(): void {
  if (!IS_RECORDING) return;
  const before = JSON.parse(readFileSync(FILE, "utf8")) as JsonObject;
  const names = listOperations().map(nameOf).sort();
  const after = names.flatMap((name): [string, Json][] => {
    const example = recorded.get(name) ?? before[name];
    return example === undefined ? [] : [[name, example]];
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`);
}

/** The same value with ids, moments and whatever else is made anew each time as they are in every recording. */
function stable(answer: Json): Json {
  const text = JSON.stringify(answer);
  const moments = [...text.matchAll(MOMENT)].map(([moment]) => Date.parse(moment));
  const first = Math.min(...moments);
  const ids = new Map<string, string>();
  const made = new Map<string, number>();
  const numbered = (id: string, kind: string, write: (count: number) => string): string => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const count = made.get(kind) ?? 0;
    made.set(kind, count + 1);
    ids.set(id, write(count));
    return write(count);
  };
  const result = text
    .replace(KEY, (_, prefix: string) => prefix + KEY_BODY)
    .replace(KEY_PART, (_, name: string) => `"${name}":"${KEY_PARTS[name]}"`)
    .replace(EMAIL, "ana@example.com")
    .replace(ID, (id, prefix: string) =>
      numbered(id, prefix, (count) => `${prefix}_${idBody(BEGUN, new Uint8Array(ID_RANDOM_BYTES).fill(count + 1))}`),
    )
    .replace(UUID, (id) =>
      numbered(id, "uuid", (count) => `5f0c3a52-6f0e-4d8e-9a53-${String(count + 1).padStart(12, "0")}`),
    )
    .replace(LINK, "?until=1795183620&signature=GmYuq0Hq2mJ3W1xk0V5cT8oQy7sN4bZ6dR9fLpEaXuM")
    .replace(DIGEST, (digest) => numbered(digest, "digest", (count) => `${count + 1}`.padStart(64, "7d50e1c4")))
    .replace(MOMENT, (moment) => {
      const since = Math.round((Date.parse(moment) - first) / MINUTE_MS) * MINUTE_MS;
      return new Date(BEGUN + since).toISOString();
    });
  return JSON.parse(result) as Json;
}

/** The value with as many entries in its lists and its innermost objects, and as much of its texts, as an example has room for. */
function bounded(value: Json): Json {
  for (const room of [
    { entries: 2, inner: 2, characters: 400, fields: Infinity },
    { entries: 1, inner: 1, characters: 400, fields: Infinity },
    { entries: 1, inner: 0, characters: 400, fields: Infinity },
    { entries: 1, inner: 0, characters: 80, fields: Infinity },
    { entries: 1, inner: 0, characters: 80, fields: 2 },
  ]) {
    const cut = shortened(value, room, 0);
    if (JSON.stringify(cut).length <= MAX_EXAMPLE_CHARACTERS) return cut;
  }
  throw new Error(`an answer has more than ${MAX_EXAMPLE_CHARACTERS} characters however short its lists are`);
}

/** Objects that lie this deep in others, such as the parts of a JSON Schema, may be shown in part. */
const DEEP = 3;

interface Room {
  entries: number;
  /** Entries of lists inside other lists. */
  inner: number;
  characters: number;
  /** Fields of objects that lie deep. */
  fields: number;
}

function shortened(value: Json, room: Room, depth: number): Json {
  if (typeof value === "string") return value.length > room.characters ? `${value.slice(0, room.characters)}…` : value;
  if (Array.isArray(value)) {
    return value.slice(0, room.entries).map((item) => shortened(item, { ...room, entries: room.inner }, depth));
  }
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).slice(0, depth >= DEEP ? room.fields : undefined);
  return Object.fromEntries(fields.map(([name, item]) => [name, shortened(item, room, depth + 1)]));
}
