import { pathOf, refuseMoreFiles } from "#domain/import/files/file-limits.ts";
import { type GatheredStories, gatherStories, type StorySource } from "#domain/import/files/gather-stories.ts";
import { type ImportFile, recognizeFile } from "#domain/import/files/recognize-file.ts";
import { bytesOfBase64, filesOfZip, isZipText } from "#domain/import/files/unzip.ts";
import { FORMAT_NAMES } from "#domain/import/format-names.ts";
import { ImportError, type ImportIssue } from "#domain/import/import-error.ts";
import { importStory } from "#domain/import/import-story.ts";
import { withFile } from "#domain/import/line-places.ts";
import { quoted } from "#domain/import/report.ts";
import type { ImportedStory, ImportFormat } from "#domain/import/story.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import type { ValidationItem } from "../../../kernel/validation/item.ts";
import { checkJsonValue, MAX_KEPT_DEPTH } from "../../../kernel/validation/json-values.ts";
import { fitStory } from "./fit-story.ts";
import { CONTENT } from "./import-writer.ts";

const MAX_ISSUES = 100;

/** Formats of one dialogue a file, which often does not say what it is called. */
const NAMED_BY_FILE: ReadonlySet<ImportFormat> = new Set(["twee3", "ink", "yarn"]);

/** Files to be imported: one as `content`, or any number as `files`. */
export interface StoryInput {
  /** Format of all stories; absent where it is to be recognised. */
  readonly format?: ImportFormat | undefined;
  /** Text of the file or, for JSON formats, its value; a zip archive in base64. */
  readonly content?: unknown;
  readonly files?: readonly ImportFile[] | undefined;
  /** A name for its dialogue, where the import holds one. */
  readonly name?: string | undefined;
  /** Language of the texts, where a file has them in several. */
  readonly language?: string | undefined;
}

/**
 * Unpacks the archives of an import and finds its stories.
 *
 * @throws {@link ValidationProblem} at `content` or `files`, where there is no story or more than an import may hold.
 */
export function openFiles(input: StoryInput): GatheredStories {
  try {
    return gatherStories(unpacked(input), input.format);
  } catch (error) {
    throw error instanceof ImportError ? refusal(error, input) : error;
  }
}

function unpacked({ content, files }: StoryInput): ImportFile[] {
  if (files === undefined) return isZipText(content) ? filesOfZip(bytesOfBase64(content)) : [{ name: "", content }];
  const all = files.flatMap((file): ImportFile[] => {
    const path = pathOf(file.name);
    if (!isZipText(file.content)) return [{ name: path, content: file.content }];
    const own = filesOfZip(bytesOfBase64(file.content));
    // Archives beside other files have folders of their own.
    const folder = files.length === 1 ? "" : `${path.replace(/\.zip$/i, "")}/`;
    return own.map((each) => ({ ...each, name: pathOf(folder + each.name) }));
  });
  refuseMoreFiles(all.length);
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name))
      throw new ImportError("invalid_shape", `Two files are called ${quoted(name)}.`, { file: name });
    names.add(name);
  }
  return all;
}

/**
 * Reads a story of an import.
 *
 * @param count - number of stories of the import: a name that is given is that of the only one.
 * @throws {@link ValidationProblem} at `content` or `files`, whatever is wrong with a file.
 */
export function readStory(source: StorySource, input: StoryInput, count: number): ImportedStory {
  const { format, content, file } = source;
  const { name, language } = input;
  try {
    const own = count === 1 ? name : undefined;
    const options = { ...source, language, ...(NAMED_BY_FILE.has(format) && { name: own }) };
    const story = fitStory(named(importStory(format, content, options), name, count));
    const unstorable = checkJsonValue(story, CONTENT, MAX_KEPT_DEPTH);
    if (unstorable.length > 0) throw new ValidationProblem(unstorable.map((item) => ({ ...item, loc: CONTENT })));
    return story;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const told = input.format === undefined ? error : withKind(error, source);
    throw refusal(file === undefined || told.file !== null ? told : withFile(told, file), input);
  }
}

/** Returns an error that says what a file is, where that is something else than its format says. */
function withKind(error: ImportError, { format, content, file = "" }: StorySource): ImportError {
  const seen = recognizeFile({ name: file, content });
  if (seen.format === format || seen.other?.isVague === true) return error;
  const { code, message, line, column } = error;
  const advice = seen.other?.advice === undefined ? "" : ` ${seen.other.advice}`;
  return new ImportError(code, `The file is ${seen.words}, not ${FORMAT_NAMES[format]}.${advice} ${message}`, {
    ...(line !== null && { line }),
    ...(column !== null && { column }),
  });
}

/** A name given with the import is that of its dialogue, where there is one. */
function named(story: ImportedStory, name: string | undefined, count: number): ImportedStory {
  const [graph, ...others] = story.graphs;
  if (name === undefined || graph === undefined) return story;
  if (others.length === 0 && count === 1) return { ...story, graphs: [{ ...graph, name }] };
  const what =
    count > 1 ? `The import contains ${count} stories` : `The file contains ${story.graphs.length} dialogues`;
  const message = `${what}, so the given name was not used.`;
  const remark = {
    severity: "info",
    code: "import_name_unused",
    message,
    graph_key: null,
    node_key: null,
    source: name,
  } as const;
  return { ...story, report: [...story.report, remark] };
}

function refusal(error: ImportError, { files }: StoryInput): ValidationProblem {
  const { code, message, pointer, line, column, file, issues } = error;
  const whole = {
    ...{ pointer, message },
    ...(line !== null && { line }),
    ...(column !== null && { column }),
    ...(file !== null && { file }),
  };
  const locOf = (path: string | undefined): (string | number)[] => {
    if (code === "unknown_language") return ["body", "language"];
    if (files === undefined) return [...CONTENT];
    const at = files.findIndex(({ name }) => name === path);
    return at === -1 ? ["body", "files"] : ["body", "files", at, "content"];
  };
  const where: readonly ImportIssue[] = issues.length > 0 ? issues.slice(0, MAX_ISSUES) : [whole];
  return new ValidationProblem(
    where.map(
      (issue): ValidationItem => ({
        type: "value_error",
        loc: locOf(issue.file),
        msg: `Value error, ${issue.message}`,
        ctx: {
          error: issue.message,
          code,
          ...(issue.file !== undefined && { file: issue.file }),
          ...(issue.pointer !== null && { pointer: issue.pointer }),
          ...(issue.line !== undefined && { line: issue.line }),
          ...(issue.column !== undefined && { column: issue.column }),
        },
      }),
    ),
  );
}
