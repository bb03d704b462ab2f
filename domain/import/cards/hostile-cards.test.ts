import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ImportError } from "../import-error.ts";
import { CARD_LIMITS } from "./card-limits.ts";
import { cardChunk, IDAT, IEND, IHDR, pngChunk, pngOf, pngWith } from "./png.fixture.ts";
import { readCard } from "./read-card.ts";

const fields = { name: "Odo", description: "Keeper of the gate." };
const card = (data: object) =>
  JSON.stringify({ spec: "chara_card_v2", spec_version: "2.0", data: { ...fields, ...data } });
const odo = card({});
const whole = pngWith(cardChunk(odo));
const carries = (text: string) => pngWith(pngChunk("tEXt", text));
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const HOSTILE: readonly (readonly [name: string, content: string | Uint8Array, reason: string])[] = [
  ["nothing", "", "The file is empty."],
  ["a wrong signature", flipped(whole, 1), "The file is neither a PNG picture nor text in UTF-8."],
  [
    "a signature broken by a text transfer",
    Buffer.from(whole.toString("latin1").replace("\r\n", "\n"), "latin1"),
    "neither a PNG picture",
  ],
  ["a signature alone", pngOf(), "The picture has no end (IEND)."],
  ["a picture cut within a chunk", whole.subarray(0, 50), "longer than the rest of the file"],
  ["a picture cut within a frame", whole.subarray(0, 38), "The picture ends within a chunk."],
  [
    "a length past the end",
    pngOf(IHDR, pngChunk("tEXt", "chara\0e30=", { length: 5_000 }), IDAT, IEND),
    "tEXt is said to be longer than the rest",
  ],
  [
    "a huge length",
    pngOf(IHDR, pngChunk("IDAT", "", { length: 0xffff_ffff }), IEND),
    "IDAT is said to be longer than the rest",
  ],
  [
    "a length that swallows the end",
    pngOf(IHDR, IDAT, pngChunk("tEXt", "a\0b", { length: 12 }), IEND),
    "checksum of the chunk tEXt is wrong",
  ],
  ["a wrong checksum", flipped(whole, whole.length - 1), "The checksum of the chunk IEND is wrong."],
  ["a card changed behind its checksum", flipped(whole, 60), "The checksum of the chunk tEXt is wrong."],
  ["no header", pngOf(cardChunk(odo), IDAT, IEND), "does not begin with its header (IHDR)"],
  ["two headers", pngOf(IHDR, IHDR, cardChunk(odo), IDAT, IEND), "The picture has two headers (IHDR)."],
  ["a short header", pngOf(pngChunk("IHDR", "\0\0\0\u0001"), cardChunk(odo), IDAT, IEND), "not 13 bytes long"],
  [
    "a header without width",
    pngOf(pngChunk("IHDR", "\0".repeat(13)), cardChunk(odo), IDAT, IEND),
    "no width or no height",
  ],
  ["no end", pngOf(IHDR, cardChunk(odo), IDAT), "The picture has no end (IEND)."],
  [
    "an end with content",
    pngOf(IHDR, cardChunk(odo), IDAT, pngChunk("IEND", "x")),
    "The end of the picture (IEND) has content.",
  ],
  ["a second file behind the end", Buffer.concat([whole, whole]), "The file goes on behind the end of the picture."],
  ["a script behind the end", Buffer.concat([whole, Buffer.from("<script>")]), "goes on behind the end"],
  ["no picture", pngOf(IHDR, cardChunk(odo), IEND), "The file has no picture (IDAT)."],
  ["a type that is not letters", pngOf(IHDR, pngChunk("\0\u0001<>"), IDAT, IEND), "not four letters"],
  [
    "a million chunks",
    pngOf(IHDR, ...Array.from({ length: CARD_LIMITS.pngChunks }, () => pngChunk("tEXt", "a\0")), IEND),
    "more than 10,000 chunks",
  ],
  ["a large picture", Buffer.concat([whole, Buffer.alloc(CARD_LIMITS.pngBytes)]), "The picture is larger than 10 MiB"],
  ["a picture without a card", pngWith(), "The picture carries no character card."],
  ["two cards of one version", pngWith(cardChunk(odo), cardChunk(odo)), "The picture carries two cards (chara)."],
  [
    "two cards by letters of either case",
    pngWith(cardChunk(odo, "ccv3"), cardChunk(odo, "CCV3")),
    "carries two cards (ccv3)",
  ],
  [
    "a card compressed a thousandfold",
    pngWith(pngChunk("zTXt", Buffer.concat([Buffer.from("chara\0\0"), deflateSync(Buffer.alloc(8_000_000))]))),
    "in a chunk zTXt, which may be compressed",
  ],
  [
    "a newer card that is compressed",
    pngWith(cardChunk(odo), pngChunk("iTXt", "ccv3\0\u0001\0\0\0x")),
    "in a chunk iTXt, which may be compressed",
  ],
  [
    "a text without a keyword",
    carries("\0e30="),
    "The keyword of a text (tEXt) has no end, or not 1 to 79 characters.",
  ],
  ["a keyword without an end", carries("chara"), "The keyword of a text (tEXt) has no end"],
  ["a card that is not base64", carries("chara\0{}{}"), "The card in the picture is not valid base64."],
  ["a card in bytes that are no text", carries("chara\0\xff\xfe"), "The card in the picture is not base64."],
  [
    "a card that is not UTF-8",
    carries(`chara\0${base64(Uint8Array.of(0x7b, 0xff, 0x7d))}`),
    "The card in the picture is not text in UTF-8.",
  ],
  [
    "a card compressed before base64",
    carries(`chara\0${base64(gzipSync(odo))}`),
    "The card in the picture is not text in UTF-8.",
  ],
  [
    "a card larger than a card may be",
    carries(`chara\0${"QUFB".repeat(CARD_LIMITS.jsonBytes / 3 + 1)}`),
    "The JSON is larger than 2 MiB",
  ],
  ["an archive", Buffer.from("PK\u0003\u0004card.json"), "The file is a zip archive (CHARX)"],
  ["a picture of another kind", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "The file is a JPEG picture."],
  ["a text in UTF-16", Buffer.from(`\ufeff${odo}`, "utf16le"), "nor text in UTF-8"],
  ["a JSON larger than a card may be", " ".repeat(CARD_LIMITS.jsonBytes + 1), "The JSON is larger than 2 MiB"],
  ["half a JSON", odo.slice(0, -1), "The content is not JSON."],
  ["JSON with a comma too many", odo.replace("}}", ",}}"), "The content is not JSON."],
  ["JSON with a line break in a text", odo.replace("Keeper", "Keep\ner"), "The content is not JSON."],
  ["JSON with a wrong escape", odo.replace("Keeper", "\\x"), "The content is not JSON."],
  ["two values", `${odo}${odo}`, "The content is not JSON."],
  ["a number of no JSON", card({}).replace('"2.0"', "0x2"), "The content is not JSON."],
  ["nesting without an end", "[".repeat(1_000_000), "nested deeper than 64 levels"],
  [
    "nesting in an extension",
    odo.replace('"Odo"', `"Odo","extensions":${'{"a":'.repeat(100)}1${"}".repeat(100)}`),
    "nested deeper than 64 levels",
  ],
  ["values without an end", `[${"0,".repeat(CARD_LIMITS.jsonValues)}0]`, "more than 100,000 values"],
  ["a name twice", odo.replace('"name"', '"name":"Mara","name"'), "The name “name” occurs twice in one object."],
  ["a name twice by an escape", odo.replace('"name"', '"n\\u0061me":"Mara","name"'), "occurs twice in one object"],
  ["a prototype", odo.replace('"name"', '"__proto__":{"name":"Mara"},"name"'), "The name “__proto__” is reserved."],
  [
    "a prototype by an escape",
    odo.replace('"name"', '"extensions":{"__pr\\u006fto__":{}},"name"'),
    "The name “__proto__” is reserved.",
  ],
  ["a text in place of an object", JSON.stringify(odo), "The content must be an object."],
  ["a list in place of an object", `[${odo}]`, "The content must be an object."],
  ["null", "null", "The content must be an object."],
  ["fields that are no object", '{"spec":"chara_card_v2","data":[]}', "/data must be an object."],
  ["no fields", '{"spec":"chara_card_v3"}', "The card has no fields: /data is absent."],
  ["an unknown format", '{"spec":"chara_card_v9","data":{}}', "of the unknown format “chara_card_v9”"],
  ["a format that is no text", '{"spec":3,"data":{}}', "/spec must be text."],
  ["a lorebook", '{"spec":"lorebook_v3","data":{"entries":[]}}', "a lorebook, not a character card"],
  ["any JSON", '{"name":"fabula","version":"1.0.0"}', "The file is not a character card."],
  ["no name", card({ name: " " }), "/data/name is empty"],
  ["a name that is no text", card({ name: { toString: "Odo" } }), "/data/name must be text."],
  ["a list that is none", card({ alternate_greetings: "Hello." }), "/data/alternate_greetings must be a list."],
  ["a list of other things", card({ tags: ["a", 1] }), "/data/tags/1 must be text."],
  ["a list without an end", card({ tags: Array(201).fill("a") }), "/data/tags has more than 200 texts"],
  ["a NUL character", card({ description: "a\0b" }), "/data/description contains a NUL character"],
  ["half of a surrogate pair", card({ description: "\ud83d" }), "half of a surrogate pair"],
  ["a lorebook that is no object", card({ character_book: 7 }), "/data/character_book must be an object."],
  [
    "entries that are no list",
    card({ character_book: { entries: { 0: {} } } }),
    "/data/character_book/entries must be a list.",
  ],
  [
    "an entry that is no object",
    card({ character_book: { entries: ["a"] } }),
    "/data/character_book/entries/0 must be an object.",
  ],
  [
    "an order that is no number",
    card({ character_book: { entries: [{ insertion_order: "1" }] } }),
    "/insertion_order must be a number.",
  ],
  [
    "an order out of range",
    card({ character_book: { entries: [{ insertion_order: 5 }] } }).replace("5}", "1e999}"),
    "must be a number",
  ],
  ["entries without an end", card({ character_book: { entries: Array(1_001).fill({}) } }), "more than 1,000 entries"],
];

describe("a hostile file", () => {
  test.each(HOSTILE)("is refused: %s", (_, content, reason) => {
    let refusal: unknown = null;
    try {
      readCard(content);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ImportError);
    expect(String(refusal)).toContain(reason);
  });

  test("leaves nothing behind at the prototype of objects", () => {
    readCard(card({ extensions: { constructor: { prototype: { polluted: 1 } }, fabula: { goals: "all", style: 3 } } }));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
