import { ImportError, type ImportIssue } from "#domain/import/import-error.ts";
import { importStory } from "#domain/import/import-story.ts";
import type { ImportedStory, ImportFormat } from "#domain/import/story.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import type { ValidationItem } from "../../../kernel/validation/item.ts";
import { checkJsonValue, MAX_KEPT_DEPTH } from "../../../kernel/validation/json-values.ts";
import { fitStory } from "./fit-story.ts";
import { CONTENT } from "./import-writer.ts";

const MAX_ISSUES = 100;

/** Formats of one dialogue a file, which often does not say what it is called. */
const NAMED_BY_FILE: ReadonlySet<ImportFormat> = new Set(["twee3", "ink", "yarn"]);

/** A file to be imported. */
export interface StoryFile {
  readonly format: ImportFormat;
  /** Text of the file or, for JSON formats, its value. */
  readonly content: unknown;
  /** A name for its dialogue, where it holds one. */
  readonly name: string | undefined;
  /** Language of the texts, where the file has them in several. */
  readonly language?: string | undefined;
}

/**
 * Parses the content of an import.
 *
 * @throws {@link ValidationProblem} at `content`, whatever is wrong with it.
 */
export function readStory({ format, content, name, language }: StoryFile): ImportedStory {
  try {
    const options = { language, ...(NAMED_BY_FILE.has(format) && { name }) };
    const story = fitStory(named(importStory(format, content, options), name));
    const unstorable = checkJsonValue(story, CONTENT, MAX_KEPT_DEPTH);
    if (unstorable.length > 0) throw new ValidationProblem(unstorable.map((item) => ({ ...item, loc: CONTENT })));
    return story;
  } catch (error) {
    throw error instanceof ImportError ? refusal(error) : error;
  }
}

/** A name given with the import is that of its dialogue, where there is one. */
function named(story: ImportedStory, name: string | undefined): ImportedStory {
  const [graph, ...others] = story.graphs;
  if (name === undefined || graph === undefined) return story;
  if (others.length === 0) return { ...story, graphs: [{ ...graph, name }] };
  const message = `The file contains ${story.graphs.length} dialogues, so the given name was not used.`;
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

function refusal(error: ImportError): ValidationProblem {
  const { code, message, pointer, line, column, issues } = error;
  const whole = { pointer, message, ...(line !== null && { line }), ...(column !== null && { column }) };
  const where: readonly ImportIssue[] = issues.length > 0 ? issues.slice(0, MAX_ISSUES) : [whole];
  return new ValidationProblem(
    where.map(
      (issue): ValidationItem => ({
        type: "value_error",
        loc: [...CONTENT],
        msg: `Value error, ${issue.message}`,
        ctx: {
          error: issue.message,
          code,
          ...(issue.pointer !== null && { pointer: issue.pointer }),
          ...(issue.line !== undefined && { line: issue.line }),
          ...(issue.column !== undefined && { column: issue.column }),
        },
      }),
    ),
  );
}
