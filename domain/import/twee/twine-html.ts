import { decodeHTML } from "entities/decode";
import { quoted, type Report } from "../report.ts";
import { IMPORT_LIMITS } from "../story.ts";
import { refuseAbove } from "../story-limits.ts";
import type { TweeFile, TweePassage } from "./passages.ts";

/** Passages of a published file. */
export interface HtmlSource extends TweeFile {
  /** Line of the file for each numbered line, where several lines of a passage are one line of the file. */
  readonly lines?: readonly number[];
}

/** A story within a published file or an archive, as it stands there. */
export interface HtmlStory {
  readonly name: string;
  readonly text: string;
  /** Number of lines before it. */
  readonly linesBefore: number;
}

const STORY_OR_SCRIPT = /<(?:tw-storydata(?=[\s>])|script(?=[\s>]))/gi;
const STORY_END = "</tw-storydata>";
const STORE = /<div\b[^>]{0,500}\bid=["']?store-?area\b/i;

/** Whether a text is a file that Twine 1 or 2 published, or an archive of Twine 2. */
export function isTwineHtml(text: string): boolean {
  if (!/^\uFEFF?\s*</.test(text)) return false;
  return storyStarts(text).length > 0 || isTwineOne(text);
}

/** Returns the indexes of the elements of stories: a script, such as the engine of the story, may name one and holds none. */
function storyStarts(text: string): number[] {
  const starts: number[] = [];
  const NEXT = new RegExp(STORY_OR_SCRIPT);
  for (let found = NEXT.exec(text); found !== null; found = NEXT.exec(text)) {
    if (/^<tw/i.test(found[0])) starts.push(found.index);
    else NEXT.lastIndex = indexOfEnd(text, "</script", found.index);
  }
  return starts;
}

/** Whether a text is a file that Twine 1 published: its passages lie in an area of their own. */
export function isTwineOne(text: string): boolean {
  return /<div\s[^>]{0,500}\btiddler=/i.test(text) && STORE.test(text);
}

/** Cuts an archive of Twine into its stories; a file of Twine 1 is one. */
export function storiesOfHtml(text: string): HtmlStory[] {
  const lines = new LineCounter(text);
  const stories: HtmlStory[] = [];
  for (const index of storyStarts(text)) {
    const end = endOf(text, STORY_END, index);
    const { attributes } = tagAt(text, index);
    stories.push({
      name: attributes.get("name") ?? "",
      text: text.slice(index, end),
      linesBefore: lines.at(index) - 1,
    });
  }
  return stories.length === 0 ? [{ name: "", text, linesBefore: 0 }] : stories;
}

/** Reads the passages of a story that Twine published. Of several in one archive it reads the first, and says so. */
export function readTwineHtml(text: string, report: Report): HtmlSource {
  if (isTwineOne(text) && storyStarts(text).length === 0) return readTwineOne(text, report);
  const [first, ...more] = storiesOfHtml(text);
  if (more.length > 0) {
    const message = `The archive holds ${more.length + 1} stories; only the first is read.`;
    report.add("warning", "twine_archive", message);
  }
  return readStory(text, { from: text.indexOf(first?.text ?? ""), length: first?.text.length ?? 0 }, report);
}

function readStory(whole: string, { from, length }: { from: number; length: number }, report: Report): HtmlSource {
  const text = whole.slice(0, from + length);
  const lines = new LineCounter(text);
  const { attributes: story, end } = tagAt(text, from);
  const passages: TweePassage[] = [];
  const data: Record<string, unknown> = {};
  for (const name of ["ifid", "format", "format-version", "zoom"]) {
    const value = story.get(name);
    if (value !== undefined && value !== "") data[name] = name === "zoom" ? Number(value) : value;
  }
  const colors: Record<string, string> = {};
  const ELEMENT = /<(tw-passagedata|tw-tag|style|script)(?=[\s>])/gi;
  ELEMENT.lastIndex = end;
  for (let found = ELEMENT.exec(text); found !== null; found = ELEMENT.exec(text)) {
    const kind = (found[1] ?? "").toLowerCase();
    const { attributes, end: begin } = tagAt(text, found.index);
    if (kind === "tw-tag") {
      colors[attributes.get("name") ?? ""] = attributes.get("color") ?? "";
      ELEMENT.lastIndex = begin;
      continue;
    }
    const close = indexOfEnd(text, `</${kind}`, begin);
    const body = text.slice(begin, close);
    ELEMENT.lastIndex = close;
    // The line of a passage is the one before its text, where its header stands in Twee.
    const line = lines.at(begin) - 1;
    if (kind === "tw-passagedata") {
      const name = attributes.get("name") ?? "";
      // Of several passages with one number, engines take the first.
      if (attributes.get("pid") === story.get("startnode")) data.start ??= name;
      if (close === text.length) tellCut(name, report);
      passages.push(passage(name, decodeHTML(body), line, attributes));
      refuseAbove("passages", passages.length, IMPORT_LIMITS.nodes + 1_000);
    } else if (body.trim() !== "") {
      const isScript = kind === "script";
      const name = isScript ? "Story JavaScript" : "Story Stylesheet";
      passages.push({ ...passage(name, body, line, new Map()), tags: [isScript ? "script" : "stylesheet"] });
    }
  }
  const startNode = story.get("startnode") ?? "";
  if (data.start === undefined && passages.length > 0) {
    const which =
      startNode === "" ? "names no passage as its start" : `begins with passage ${startNode}, which is missing`;
    report.add("warning", "twee_start_unknown", `The story ${which}; it starts where Twee would.`);
  }
  if (Object.keys(colors).length > 0) data["tag-colors"] = colors;
  const line = lines.at(from);
  const head = [passage("StoryData", JSON.stringify(data), line, new Map())];
  const title = story.get("name") ?? "";
  if (title !== "") head.unshift(passage("StoryTitle", title, line, new Map()));
  return { preamble: "", passages: [...head, ...passages] };
}

/** Reads a file of Twine 1: each passage is one line of an element, with its line breaks escaped. */
function readTwineOne(text: string, report: Report): HtmlSource {
  const lines = new LineCounter(text);
  const numbered: number[] = [];
  const format = /sugar-?cube/i.test(text) ? "SugarCube" : "Sugarcane";
  const passages: TweePassage[] = [passage("StoryData", JSON.stringify({ format }), 1, new Map())];
  numbered.push(1);
  const ELEMENT = /<div\s(?=[^>]{0,500}\btiddler=)/gi;
  for (let found = ELEMENT.exec(text); found !== null; found = ELEMENT.exec(text)) {
    const { attributes, end } = tagAt(text, found.index);
    const close = indexOfEnd(text, "</div", end);
    ELEMENT.lastIndex = close;
    const name = attributes.get("tiddler") ?? "";
    const tags = tagsOf(attributes);
    if (tags.includes("Twine.image")) {
      report.add("warning", "twine_image", `The image “${name}” is not imported.`);
      continue;
    }
    if (close === text.length) tellCut(name, report);
    const body = unescapeOne(decodeHTML(text.slice(end, close)));
    if (name === "StorySettings" && /^obfuscate\s*:\s*(?!off)\S/im.test(body)) {
      const message = "The words of the story are encoded. Publish it without obfuscation to import it.";
      report.add("warning", "twine_obfuscated", message);
    }
    const at = lines.at(found.index);
    const first = numbered.length + 1;
    for (let count = body.split("\n").length + 1; count > 0; count--) numbered.push(at);
    const position = attributes.get("twine-position");
    const place = new Map(position === undefined ? [] : [["position", position]]);
    passages.push({ ...passage(name, body, first, place), tags });
    refuseAbove("passages", passages.length, IMPORT_LIMITS.nodes + 1_000);
  }
  return { preamble: "", passages, lines: numbered };
}

/** Tells that a file ends before a passage does. */
function tellCut(name: string, report: Report): void {
  report.add("warning", "twine_cut", `The file ends within the passage ${quoted(name)}: what follows is missing.`);
}

const SIGNS: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\s": "\\", "\\\\": "\\" };

function unescapeOne(text: string): string {
  return text.replace(/\\[nts\\]/g, (sign) => SIGNS[sign] ?? sign);
}

function passage(name: string, text: string, line: number, attributes: ReadonlyMap<string, string>): TweePassage {
  const kept = ["position", "size"].flatMap((each) => {
    const value = attributes.get(each);
    return value === undefined ? [] : [[each, value] as const];
  });
  return {
    name,
    tags: tagsOf(attributes),
    metadata: kept.length === 0 ? null : Object.fromEntries(kept),
    unreadMetadata: null,
    text: text.replace(/\r\n?/g, "\n").trimEnd(),
    line,
  };
}

function tagsOf(attributes: ReadonlyMap<string, string>): string[] {
  const tags = (attributes.get("tags") ?? "").split(/\s+/).filter((tag) => tag !== "");
  return [...new Set(tags)];
}

const ATTRIBUTE = /\s*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?|\s*(\/?>)|\s*[^\s]/y;

/** Returns the attributes of the tag that begins at an index, and the index behind it. */
function tagAt(text: string, index: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = index + 1;
  while (at < text.length && !/[\s>]/.test(text.charAt(at))) at += 1;
  ATTRIBUTE.lastIndex = at;
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    const [, name, double, single, bare, end] = found;
    if (end !== undefined) return { attributes, end: ATTRIBUTE.lastIndex };
    if (name !== undefined && !attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), decodeHTML(double ?? single ?? bare ?? ""));
  }
  return { attributes, end: text.length };
}

function endOf(text: string, tag: string, from: number): number {
  const at = indexOfEnd(text, tag, from);
  return at === text.length ? at : at + tag.length;
}

/** Returns the index of an end tag in any case, or the length of the text. */
function indexOfEnd(text: string, tag: string, from: number): number {
  const END = new RegExp(tag, "gi");
  END.lastIndex = from;
  return END.exec(text)?.index ?? text.length;
}

/** Lines of positions that are asked for from first to last. */
class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  at(position: number): number {
    if (position < this.#at) {
      this.#at = 0;
      this.#line = 1;
    }
    for (let next = this.#text.indexOf("\n", this.#at); next !== -1 && next < position; ) {
      this.#line += 1;
      this.#at = next + 1;
      next = this.#text.indexOf("\n", this.#at);
    }
    return this.#line;
  }
}
