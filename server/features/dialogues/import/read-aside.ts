import { isZipText } from "#domain/import/files/unzip.ts";
import { type Asker, fileValues, type Threads } from "../../../operation/threads.ts";
import type { StoryInput } from "./read-story.ts";
import { joinImport, type OpenImport, work } from "./story-parts.ts";

/** Characters of text, and values of JSON, up to which a file is small: some 20 ms. */
const SMALL_TEXT = 64 * 1024;
const SMALL_VALUES = 2_000;
/** Milliseconds that reading a file may take. */
const SMALL_MS = 10_000;
const LARGE_MS = 60_000;

const module = new URL("./story-parts.ts", import.meta.url).href;

/** Reads a small import of ours where it is asked for. */
export function readHere(input: StoryInput): Promise<OpenImport> {
  return joinImport(work(input));
}

/**
 * Reads the files of an import in a thread.
 *
 * @throws {@link ValidationProblem} at `content` or `files` for whatever is wrong with a file, and where reading it takes too long.
 */
export function readAside(threads: Threads, input: StoryInput, asker: Asker): Promise<OpenImport> {
  const isZip = isZipText(input.content) || (input.files ?? []).some(({ content }) => isZipText(content));
  const deadlineMs = !isZip && isSmall([input.content, input.files]) ? SMALL_MS : LARGE_MS;
  return joinImport(fileValues(threads, { module, input, work }, { ...asker, deadlineMs }, "reading the file"));
}

function isSmall(content: unknown): boolean {
  let characters = 0;
  let values = 0;
  const waiting: unknown[] = [content];
  while (waiting.length > 0) {
    const value = waiting.pop();
    values += 1;
    if (typeof value === "string") characters += value.length;
    else if (typeof value === "object" && value !== null) {
      const inside = Object.values(value);
      values += inside.length;
      if (values <= SMALL_VALUES) waiting.push(...inside);
    }
    if (characters > SMALL_TEXT || values > SMALL_VALUES) return false;
  }
  return true;
}
