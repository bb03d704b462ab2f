/** Kind of a file that is no story of ours: its words, with an article, and what can be done instead. */
export interface OtherKind {
  readonly words: string;
  readonly advice?: string;
  /** Whether it belongs to a story without being one: a picture, a style sheet. */
  readonly isBeside?: true;
  /** Whether nothing but the absence of signs tells it. */
  readonly isVague?: true;
}

const image: OtherKind = { words: "an image", isBeside: true };
const sound: OtherKind = { words: "a sound", isBeside: true };
const film: OtherKind = { words: "a film", isBeside: true };
const font: OtherKind = { words: "a font", isBeside: true };
const style: OtherKind = { words: "a style sheet", isBeside: true };
const script: OtherKind = { words: "a script", isBeside: true };
const table: OtherKind = { words: "a table of texts", isBeside: true };
const notes: OtherKind = { words: "a text", isBeside: true };
const word: OtherKind = {
  words: "a text document",
  advice: "Copy its text into a dialogue, or export from the tool that holds the story.",
};
const sheet: OtherKind = {
  words: "a spreadsheet",
  advice: "Import it by itself to make characters, places or things of its rows.",
};
const archive: OtherKind = { words: "an archive", advice: "Unpack it, or send it as a zip archive by itself." };
const renpy: OtherKind = { words: "a Ren'Py script" };
const fountain: OtherKind = { words: "a Fountain screenplay" };
const unity: OtherKind = { words: "an articy:draft export for Unity", advice: "In articy:draft, export as JSON." };
const unreal: OtherKind = { words: "an articy:draft export for Unreal", advice: "In articy:draft, export as JSON." };
const articy: OtherKind = { words: "an articy:draft project", advice: "In articy:draft, export as JSON." };

/** Kinds by the end of the name. */
const BY_ENDING: ReadonlyMap<string, OtherKind> = new Map([
  ...["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "avif", "ico", "psd", "tga"].map(
    (end) => [end, image] as const,
  ),
  ...["mp3", "ogg", "wav", "flac", "m4a", "aac", "opus"].map((end) => [end, sound] as const),
  ...["mp4", "webm", "mov", "mkv", "ogv"].map((end) => [end, film] as const),
  ...["ttf", "otf", "woff", "woff2"].map((end) => [end, font] as const),
  ...["css", "scss", "less"].map((end) => [end, style] as const),
  ...["js", "mjs", "ts", "lua", "py", "cs", "gd"].map((end) => [end, script] as const),
  ...["csv", "tsv"].map((end) => [end, table] as const),
  ...["md", "markdown", "license", "yml", "yaml", "toml", "ini", "cfg", "log"].map((end) => [end, notes] as const),
  ...["docx", "doc", "odt", "rtf", "pdf", "pages"].map((end) => [end, word] as const),
  ...["xlsx", "xls", "ods"].map((end) => [end, sheet] as const),
  ...["zip", "7z", "rar", "gz", "tar", "tgz"].map((end) => [end, archive] as const),
  ["articyu3d", unity],
  ...["articyue", "articyue4", "articyue5"].map((end) => [end, unreal] as const),
  ...["adpd", "adp", "aph"].map((end) => [end, articy] as const),
  ...["rpy", "rpym", "rpyc"].map((end) => [end, renpy] as const),
  ...["fountain", "spmd"].map((end) => [end, fountain] as const),
  ["fdx", { words: "a Final Draft screenplay" }],
  ["celtx", { words: "a Celtx project" }],
  ["scriv", { words: "a Scrivener project" }],
  ["dtl", { words: "a timeline of Dialogic" }],
  ["dch", { words: "a character of Dialogic", isBeside: true }],
  ["dialogue", { words: "a dialogue of Godot's Dialogue Manager" }],
  ["nani", { words: "a Naninovel script" }],
  ["yarnc", { words: "a compiled Yarn program", advice: "Import its source, the .yarn files." }],
  ["canvas", { words: "a canvas of Obsidian" }],
  ["drawio", { words: "a diagram of draw.io" }],
]);

/** Returns the kind of a file by the end of its name; null where that says nothing. */
export function kindByName(name: string): OtherKind | null {
  const last = (name.split("/").at(-1) ?? "").toLowerCase();
  return BY_ENDING.get(last.slice(last.lastIndexOf(".") + 1)) ?? null;
}

/** Kinds of text by what stands in them, the surest first. */
const BY_TEXT: readonly (readonly [pattern: RegExp, kind: OtherKind])[] = [
  [/^%PDF-/, word],
  [/^\{\\rtf/, word],
  [/^<\?xml[\s\S]{0,2000}<FinalDraft/, { words: "a Final Draft screenplay" }],
  [
    /^<\?xml[\s\S]{0,2000}articy/i,
    { words: "an articy:draft export as XML", advice: "In articy:draft, export as JSON." },
  ],
  [/^<!doctype html|^<html[\s>]/i, { words: "an HTML page without a Twine story" }],
  [/^<(?:\?xml|svg)/i, { words: "an XML file" }],
  [/^label\s+\w+(?:\([^)\n]{0,200}\))?:\s*$/m, renpy],
  [/^\*(?:choice|page_break|scene_list|create|finish|goto_scene)\b/m, { words: "a ChoiceScript scene" }],
  [/^join \w+|^\[(?:background|end_timeline|style name=)/m, { words: "a timeline of Dialogic" }],
  [/^(?:INT|EXT|EST|INT\.?\/EXT)\.? \S/m, fountain],
];

/** Returns the kind of a text that is no story of ours by what stands in it; null where nothing gives it away. */
export function kindByText(text: string): OtherKind | null {
  if (text.startsWith("PK\u0003\u0004")) return archive;
  if (text.includes("\0")) return { words: "a binary file" };
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Returns the kind of a JSON value that is no story of ours. */
export function kindOfJson(value: unknown): OtherKind {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const has = (...names: string[]): boolean =>
    typeof first === "object" && first !== null && names.every((name) => Object.hasOwn(first, name));
  if (has("inkVersion")) return { words: "a compiled ink story", advice: "Import its source, the .ink files." };
  if (Array.isArray(value) && has("title", "body"))
    return { words: "a JSON file of the editor of Yarn Spinner 1", advice: "Save it there as a .yarn file." };
  if (has("passages"))
    return { words: "a Twine story as JSON", advice: "Import the HTML that Twine publishes, or Twee." };
  if (has("actors", "conversations")) return { words: "a database of the Dialogue System for Unity" };
  if (has("Assets") || has("Conversations")) return { words: "a Chat Mapper project" };
  if (has("timelines") || has("events")) return { words: "a timeline of Dialogic" };
  return { words: "a JSON file of another kind", isVague: true };
}
