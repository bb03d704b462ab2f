import { isJsonObject, type JsonObject } from "../../json.ts";
import { FORMAT_NAMES } from "../format-names.ts";
import { ImportError } from "../import-error.ts";
import type { ImportOptions, TextFile } from "../import-options.ts";
import { IncludeLookup, includesOf } from "../ink/includes.ts";
import { field, idsField } from "../json-fields.ts";
import { quoted, Report } from "../report.ts";
import type { ImportFormat, ReportItem } from "../story.ts";
import { isTwineHtml, storiesOfHtml } from "../twee/twine-html.ts";
import { connected, namesOfTwee, namesOfYarn } from "./connected.ts";
import { isHidden } from "./file-limits.ts";
import { matchesGlob } from "./glob.ts";
import { type ImportFile, type RecognizedFile, recognizeFile } from "./recognize-file.ts";

/** A story of an import: its main file, and what else it is made of. */
export interface StorySource extends Pick<ImportOptions, "file" | "others" | "project" | "linesBefore"> {
  readonly format: ImportFormat;
  readonly content: unknown;
  /** Paths of all its files. */
  readonly files: readonly string[];
}

/** File of an import by what it was recognised as. */
export interface FileKind {
  readonly name: string;
  /** Kind in words: `ink`, `Twine HTML`, `an image`. */
  readonly kind: string;
  readonly format: ImportFormat | null;
}

/** Stories that were found in files, and the files that are none. */
export interface FoundStories {
  readonly stories: readonly StorySource[];
  readonly files: readonly FileKind[];
  readonly leftOut: readonly RecognizedFile[];
  /** Remarks on files that are missing or cannot be read as they should. */
  readonly report: readonly ReportItem[];
}

/** Stories of an import, and the files that are none. */
export interface GatheredStories {
  readonly stories: readonly StorySource[];
  readonly files: readonly FileKind[];
  /** Remarks on files that are left out. */
  readonly report: readonly ReportItem[];
}

/**
 * Finds the stories of an import; of a single file of a told format it is not asked what it looks like.
 *
 * @param format - format of all stories that are wanted.
 * @throws {ImportError} where there is no story, with what the files are instead
 */
export function gatherStories(given: readonly ImportFile[], format?: ImportFormat): GatheredStories {
  const [only, ...more] = given;
  if (format !== undefined && only !== undefined && more.length === 0) return asTold(only, format);
  const { stories, files, leftOut, report } = findStories(given, format);
  if (stories.length === 0) throw noStory(given.filter(isShown).map(recognizeFile), format);
  return { stories, files, report: [...report, ...leftOutRemarks(leftOut)] };
}

/**
 * Finds the stories in files, each with all of its files. ink: by what includes what. Yarn: by projects, else by jumps and
 * declarations. Twee: by story data, folders and links. Twine's archives: each of their stories. articy:draft X: by folders.
 */
export function findStories(given: readonly ImportFile[], format?: ImportFormat): FoundStories {
  const files = given.filter(isShown).map(recognizeFile);
  const report = new Report();
  const wanted = files.filter((file) => file.format !== null && (format === undefined || file.format === format));
  const of = (name: ImportFormat): RecognizedFile[] => wanted.filter((file) => file.format === name);
  const stories = [
    ...inkStories(of("ink"), report),
    ...yarnStories(of("yarn"), report),
    ...tweeStories(of("twee3")),
    ...articyStories(of("articy_json")),
    ...[...of("arcweave_json"), ...of("fabula_json")].map(alone),
  ];
  const order = new Map(files.map(({ name }, at) => [name, at]));
  const placeOf = (story: StorySource): number => order.get(story.file ?? "") ?? 0;
  return {
    stories: stories.sort((a, b) => placeOf(a) - placeOf(b)),
    files: files.map(({ name, words, format: own }) => ({ name, kind: words, format: own })),
    leftOut: files.filter((file) => !wanted.includes(file)),
    report: report.items,
  };
}

function isShown({ name }: ImportFile): boolean {
  return name === "" || !isHidden(name);
}

/** One file that is read as it is told to be. */
function asTold({ name, content }: ImportFile, format: ImportFormat): GatheredStories {
  const file: RecognizedFile = { name, content, words: FORMAT_NAMES[format], format, part: null, other: null };
  const stories =
    format === "twee3" && typeof content === "string" && isTwineHtml(content) ? htmlStories(file) : [alone(file)];
  return { stories, files: [{ name, kind: file.words, format }], report: [] };
}

function alone({ name, content, format }: RecognizedFile): StorySource {
  // Every file that comes here has a format.
  return { format: format ?? "fabula_json", content, file: name || undefined, files: name === "" ? [] : [name] };
}

/** A story of several texts, the main one first. */
function together(files: readonly RecognizedFile[], main: RecognizedFile): StorySource {
  const others = files.filter((file) => file !== main);
  return {
    ...alone(main),
    others: others.map(({ name, content }): TextFile => ({ name, text: wordsOf(content) })),
    files: [main, ...others].map(({ name }) => name),
  };
}

function wordsOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

function inkStories(files: readonly RecognizedFile[], report: Report): StorySource[] {
  const lookup = new IncludeLookup(files.map(({ name }) => name));
  const includes = new Map(files.map(({ name, content }) => [name, includesOf(wordsOf(content))]));
  const includedBy = (from: string, main: string): string[] =>
    (includes.get(from) ?? []).flatMap(({ path }) => lookup.find(path, from, main) ?? []);
  const included = new Map(files.map(({ name }) => [name, includedBy(name, name)]));
  const reach = (main: string): Set<string> => {
    const reached = new Set([main]);
    for (const from of reached) for (const found of includedBy(from, main)) reached.add(found);
    return reached;
  };
  const inner = new Set(Array.from(included).flatMap(([name, all]) => all.filter((each) => each !== name)));
  const stories: StorySource[] = [];
  const used = new Set<string>();
  const add = (main: RecognizedFile): void => {
    const reached = reach(main.name);
    for (const name of reached) used.add(name);
    stories.push(
      together(
        files.filter(({ name }) => reached.has(name)),
        main,
      ),
    );
  };
  for (const file of files) if (!inner.has(file.name)) add(file);
  for (const file of files) {
    if (used.has(file.name)) continue;
    const message = `The ink files include one another in a circle; ${quoted(file.name)} is read as the main one.`;
    report.add("warning", "import_include_circle", message, { source: file.name });
    add(file);
  }
  return stories;
}

function yarnStories(files: readonly RecognizedFile[], report: Report): StorySource[] {
  const projects = files.filter(({ part }) => part === "yarn_project");
  const scripts = files.filter(({ part }) => part === null);
  const stories: StorySource[] = [];
  const used = new Set<RecognizedFile>();
  for (const project of projects) {
    const { sources, excluded, tables } = readProject(project, report);
    const folder = folderOf(project.name);
    const isIn = (patterns: readonly string[], name: string): boolean =>
      name.startsWith(folder) && patterns.some((pattern) => matchesGlob(pattern, name.slice(folder.length)));
    const own = scripts.filter(({ name }) => isIn(sources, name) && !isIn(excluded, name));
    const [first] = own;
    if (first === undefined) {
      const message = `The Yarn project ${quoted(project.name)} names ${sources.join(", ")}, but no such file is there.`;
      report.add("warning", "import_file_missing", message, { source: project.name });
      continue;
    }
    for (const file of own) used.add(file);
    if (tables.length > 0) {
      const message = `The translations of the Yarn project ${quoted(project.name)} are not imported: ${tables.join(", ")}.`;
      report.add("warning", "yarn_translations", message, { source: project.name });
    }
    const story = together(own, mainOf(own, /^title\s*:\s*Start\s*$/m) ?? first);
    stories.push({ ...story, project: project.name, files: [project.name, ...story.files] });
  }
  const left = scripts.filter((file) => !used.has(file));
  for (const group of connected(left, ({ content }) => namesOfYarn(wordsOf(content)))) {
    const main =
      mainOf(group, /^title\s*:\s*Start\s*$/m) ?? mainOf(group, /^(?!.*<<\s*(?:declare|enum)).*\S/m) ?? group[0];
    if (main !== undefined) stories.push(together(group, main));
  }
  return stories;
}

/** Reads a Yarn project: which files are its own, and the tables of its translations. */
function readProject({ name, content }: RecognizedFile, report: Report) {
  const fallback = { sources: ["**/*.yarn"], excluded: [], tables: [] };
  let project: unknown = content;
  if (typeof content === "string") {
    try {
      project = JSON.parse(content.replace(/^\uFEFF/, "").trim() || "{}");
    } catch {
      project = null;
    }
  }
  if (!isJsonObject(project as JsonObject)) {
    const message = `The Yarn project ${quoted(name)} is not a JSON object; all .yarn files beside it are read.`;
    report.add("warning", "yarn_project_unread", message, { source: name });
    return fallback;
  }
  const record = project as JsonObject;
  const sources = idsField(record, "sourceFiles").filter((each) => each.length <= 500);
  const localisation = field(record, "localisation");
  const base = field(record, "baseLanguage");
  const tables = isJsonObject(localisation) ? Object.keys(localisation).filter((language) => language !== base) : [];
  return {
    sources: sources.length > 0 ? sources.slice(0, 100) : fallback.sources,
    excluded: idsField(record, "excludeFiles").slice(0, 100),
    tables,
  };
}

function mainOf(files: readonly RecognizedFile[], sign: RegExp): RecognizedFile | undefined {
  return files.find(({ content }) => sign.test(wordsOf(content)));
}

const STORY_DATA = /^::[^\S\n]*StoryData\b/m;
const STORY_TITLE = /^::[^\S\n]*StoryTitle\b/m;

function tweeStories(all: readonly RecognizedFile[]): StorySource[] {
  const html = all.filter(({ content }) => isTwineHtml(wordsOf(content)));
  const files = all.filter((file) => !html.includes(file));
  return [...html.flatMap(htmlStories), ...tweeGroups(files).map(({ group, main }) => together(group, main))];
}

function htmlStories(file: RecognizedFile): StorySource[] {
  return storiesOfHtml(wordsOf(file.content)).map(({ text, linesBefore }) => ({
    ...alone(file),
    content: text,
    linesBefore,
  }));
}

/** Groups Twee files: those with story data are main files of the files in their folder, the others belong together by their links. */
function tweeGroups(files: readonly RecognizedFile[]): { group: RecognizedFile[]; main: RecognizedFile }[] {
  const withData = files.filter(({ content }) => STORY_DATA.test(wordsOf(content)));
  const roots = withData.length > 0 ? withData : files.filter(({ content }) => STORY_TITLE.test(wordsOf(content)));
  const [root] = roots;
  if (root !== undefined && roots.length === 1) return [{ group: [...files], main: root }];
  const groups = new Map(roots.map((each) => [each, [each]]));
  const left: RecognizedFile[] = [];
  for (const file of files) {
    if (groups.has(file)) continue;
    const holding = roots.filter(({ name }) => file.name.startsWith(folderOf(name)));
    const deepest = Math.max(0, ...holding.map(({ name }) => folderOf(name).length));
    const nearest = holding.filter(({ name }) => folderOf(name).length === deepest);
    const [own] = nearest;
    if (own !== undefined && nearest.length === 1) groups.get(own)?.push(file);
    else left.push(file);
  }
  // What lies beside several stories belongs to the one it is linked with.
  const rest = connected([...roots, ...left], ({ content }) => namesOfTwee(wordsOf(content)));
  for (const group of rest) {
    const own = group.filter((file) => roots.includes(file));
    const others = group.filter((file) => !roots.includes(file));
    const [main] = own;
    const [first] = others;
    if (main !== undefined) groups.get(main)?.push(...others);
    else if (first !== undefined) groups.set(mainOf(others, /^::[^\S\n]*Start[^\S\n]*(?:$|[[{])/m) ?? first, others);
  }
  return Array.from(groups, ([main, group]) => ({ group, main }));
}

function articyStories(files: readonly RecognizedFile[]): StorySource[] {
  const parts = files.filter(({ part }) => part === "articy");
  const manifests = parts.filter(({ content }) => isManifestFile(content));
  const byFolder = Map.groupBy(parts, (file) => {
    const [only] = manifests;
    // One manifest takes in parts of any folder; of several, each takes in those beside it.
    return only !== undefined && manifests.length === 1 ? folderOf(only.name) : folderOf(file.name);
  });
  const joined = [...byFolder.values()].flatMap((group) => {
    const main =
      group.find(({ content }) => isManifestFile(content)) ??
      group.find(({ words }) => words.includes("objects of")) ??
      group[0];
    return main === undefined ? [] : [together(group, main)];
  });
  return [...files.filter(({ part }) => part === null).map(alone), ...joined];
}

function isManifestFile(content: unknown): boolean {
  return typeof content === "object" && content !== null && Object.hasOwn(content, "Packages");
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
}

/** Returns a remark for each kind of file that is left out. */
function leftOutRemarks(files: readonly RecognizedFile[]): ReportItem[] {
  const report = new Report();
  for (const [words, all] of Map.groupBy(files, (file) => file.words)) {
    const named = all.slice(0, 8).map(({ name }) => name);
    const more = all.length > 8 ? ` and ${all.length - 8} more` : "";
    const [first] = all;
    const severity = first?.other?.isBeside === true ? "info" : "warning";
    const message = `Not imported: ${named.join(", ")}${more} (${words}).${first === undefined ? "" : adviceOn(first)}`;
    report.add(severity, "import_file_left_out", message, { source: first?.name ?? null });
  }
  return report.items;
}

function adviceOn({ other }: RecognizedFile): string {
  return other?.advice === undefined ? "" : ` ${other.advice}`;
}

/** Returns a sentence on a file that is no story. */
export function refusalWords(file: RecognizedFile, name = "The file"): string {
  return `${name} is ${file.words}, which cannot be imported.${adviceOn(file)}`;
}

const SUPPORTED = "Supported are ink, Yarn, Twee, HTML from Twine, and JSON from articy:draft, Arcweave and Fabula.";

function noStory(files: readonly RecognizedFile[], format: ImportFormat | undefined): ImportError {
  const projects = files.filter(({ part }) => part === "yarn_project");
  if (projects.length > 0 && files.every(({ part, other }) => part === "yarn_project" || other !== null))
    return new ImportError(
      "unknown_format",
      "A Yarn project only names its files. Import it together with its .yarn files.",
    );
  const [only, ...more] = files;
  if (only === undefined) return new ImportError("empty_story", "The import has no files.");
  if (more.length > 0) {
    const named = files.slice(0, 8).map(({ name, words }) => `${name} is ${words}`);
    const rest = files.length > 8 ? ` and ${files.length - 8} more` : "";
    const what = format === undefined ? "a story" : FORMAT_NAMES[format];
    return new ImportError("unknown_format", `None of the files is ${what}: ${named.join(", ")}${rest}. ${SUPPORTED}`);
  }
  const { name } = only;
  const sentence = refusalWords(only, name === "" ? "The file" : quoted(name));
  return new ImportError("unknown_format", `${sentence} ${SUPPORTED}`, {
    ...(name !== "" && { file: name }),
  });
}
