import type { Threads } from "../../../operation/threads.ts";
import type { StoryFile } from "./read-story.ts";
import { joinStory, type OpenStory, work } from "./story-parts.ts";

/** Characters of text, and values of JSON, that are read where they are: some 20 ms, less than a thread needs to begin. */
const SMALL_TEXT = 64 * 1024;
const SMALL_VALUES = 2_000;

/** Reads a file, a large one in a thread of its own. Whatever is wrong with it is a 422 at `content`. */
export async function readAside(threads: Threads, file: StoryFile): Promise<OpenStory> {
  if (isSmall(file.content)) return joinStory(work(file));
  const module = new URL("./story-parts.ts", import.meta.url).href;
  return joinStory(threads.values({ module, input: file, work }));
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
