import { createHash } from "node:crypto";
import { isUntitled } from "#domain/import/fingerprint.ts";
import type { ImportedStory, ImportFormat } from "#domain/import/story.ts";
import { isId } from "../../../kernel/ids.ts";
import { sourceKey } from "./source-key.ts";

/** Formats whose dialogues have ids of their own, which no other story has. */
const KNOWN_BY_DIALOGUE: ReadonlySet<ImportFormat> = new Set(["fabula_json", "arcweave_json"]);
/** Formats of several dialogues a file that are known by their project. */
const KNOWN_BY_PROJECT: ReadonlySet<ImportFormat> = new Set(["articy_json"]);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Identity of a story: what says that a file is one that was imported before.
 *
 * - `id`: the file states it, by an IFID, the GUID of a project, or ids of its dialogues;
 * - `key`: keys of its dialogues that are words of somebody's own, such as `intro`;
 * - `name`: a title or the name of the file, which another story may have as well;
 * - `content`: nothing names it, so that it is known only by being the same.
 */
export interface StoryIdentity {
  readonly kind: "id" | "key" | "name" | "content";
  readonly key: string;
}

/** Returns the identity of a story; `content` is the file it was read from. */
export function identityOf(story: ImportedStory, content: unknown): StoryIdentity {
  const { format, id = null, name, graphs } = story;
  const first = graphs[0]?.key ?? "";
  if (KNOWN_BY_DIALOGUE.has(format)) {
    return { kind: graphs.every(({ key }) => isId("dlg", key) || UUID.test(key)) ? "id" : "key", key: id ?? first };
  }
  if (id !== null && id.trim() !== "") return { kind: "id", key: id.trim().toUpperCase() };
  const named = KNOWN_BY_PROJECT.has(format) ? name : isUntitled(first) ? null : first;
  return named === null ? { kind: "content", key: `untitled: ${digestOf(content)}` } : { kind: "name", key: named };
}

function digestOf(content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Sources of a story's dialogues, as the record keeps them. `copy` tells stories of one identity apart, from 1 on. */
export class StorySources {
  readonly #format: ImportFormat;
  readonly #key: string;
  readonly #mark: string;

  constructor(format: ImportFormat, { key }: StoryIdentity, copy: number) {
    this.#format = format;
    this.#key = key;
    this.#mark = copy === 1 ? "" : `~${copy}`;
  }

  /** Story that variables belong to. */
  get story(): string {
    return sourceKey(this.#key + this.#mark);
  }

  /** Source of a dialogue, by its key in the file. */
  dialogue(key: string): string {
    if (KNOWN_BY_DIALOGUE.has(this.#format)) return sourceKey(key + this.#mark);
    return KNOWN_BY_PROJECT.has(this.#format) ? sourceKey(`${this.#key}${this.#mark} ${key}`) : this.story;
  }

  /** Source of an entity: in most formats its own id or name, in others one that is counted in every project. */
  entity(key: string): string {
    return sourceKey(KNOWN_BY_PROJECT.has(this.#format) ? `${this.#key}${this.#mark} ${key}` : key);
  }
}

/** Source that a dialogue of an import had before stories had identities of their own. */
export function earlierSource(key: string): string {
  return sourceKey(key);
}
