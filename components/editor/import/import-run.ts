import { detectFormat } from "#domain/import/detect-format.ts";
import type { ImportFormat } from "#domain/import/story.ts";
import { isRefusal, type Outputs, type StudioClient } from "../../frame/api/client.ts";
import { faultSentence } from "../../ui/form/fault-words.ts";
import { type ImportChoice, NO_CHOICE } from "./import-choice.ts";

export type ImportResult = Outputs["dialogues"]["import"];

/** One file on its way in. */
export type ImportItem = { readonly id: number; readonly name: string } & (
  | { readonly state: "reading" }
  | { readonly state: "unreadable"; readonly why: string }
  | {
      readonly state: "tried" | "importing";
      readonly content: string;
      readonly format: ImportFormat;
      readonly choice: ImportChoice;
      /** Whether the result is of an earlier choice, and the one of this choice is awaited. */
      readonly isStale: boolean;
      readonly result: ImportResult;
    }
  | { readonly state: "refused"; readonly why: readonly string[]; readonly requestId: string | null }
  | { readonly state: "imported"; readonly choice: ImportChoice; readonly result: ImportResult }
);

export type TriedItem = Extract<ImportItem, { state: "tried" | "importing" }>;

/** Greatest size of one import, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a file as text and says what it is; throws a sentence where it is nothing that can be imported. */
async function readFile(file: File): Promise<{ content: string; format: ImportFormat }> {
  if (file.size > MAX_BYTES) throw new Error("The file is larger than 16 MB.");
  const bytes = await file.arrayBuffer();
  let content: string;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The file is not UTF-8 text.");
  }
  const format = detectFormat(file.name, content);
  if (format === null)
    throw new Error(
      "The format was not recognized. Supported are ink, Yarn, Twee 3 and JSON from Arcweave, articy or Fabula.",
    );
  return { content, format };
}

/** The name of a file without its ending, for a story that has none of its own. */
function storyName(file: string): string {
  return file.replace(/\.[^.]+$/, "").slice(0, 200) || "Imported dialogue";
}

/** Whether a file says itself what its dialogues are called. */
function hasTitle(format: ImportFormat, content: string): boolean {
  if (format === "twee3") return /^::[^\S\r\n]*StoryTitle\b/m.test(content);
  return (format !== "ink" && format !== "yarn") || /^\s*#\s*title:/im.test(content);
}

interface ImportCall {
  readonly client: StudioClient;
  readonly projectId: string;
  readonly name: string;
}

async function send(
  { client, projectId, name }: ImportCall,
  { content, format }: { content: string; format: ImportFormat },
  { isCopy, replace, join }: ImportChoice,
  dryRun: boolean,
): Promise<ImportResult> {
  return client.dialogues.import.mutate({
    project_id: projectId,
    format,
    content,
    on_conflict: isCopy ? "copy" : "update",
    replace: isCopy ? {} : replace,
    join_variables: [...join],
    dry_run: dryRun,
    ...(!hasTitle(format, content) && { name: storyName(name) }),
  });
}

function refused(id: number, name: string, error: unknown): ImportItem {
  if (!isRefusal(error)) {
    return {
      id,
      name,
      state: "refused",
      why: ["The server could not be reached."],
      requestId: null,
    };
  }
  const { detail, problem } = error.data ?? {};
  const why = detail?.map(({ msg }) => faultSentence(msg)) ?? [problem?.message ?? error.message];
  return { id, name, state: "refused", why, requestId: problem?.request_id ?? null };
}

/** Reads a file and has the server do everything but keep it. */
export async function tryFile(call: ImportCall, id: number, file: File): Promise<ImportItem> {
  let read: { content: string; format: ImportFormat };
  try {
    read = await readFile(file);
  } catch (error) {
    return {
      id,
      name: file.name,
      state: "unreadable",
      why: error instanceof Error ? error.message : "The file cannot be read.",
    };
  }
  try {
    const choice = NO_CHOICE;
    const result = await send(call, read, choice, true);
    return { id, name: file.name, state: "tried", ...read, choice, isStale: false, result };
  } catch (error) {
    return refused(id, file.name, error);
  }
}

/** Has the server do everything again for another choice. */
export async function tryAgain(call: ImportCall, item: TriedItem): Promise<ImportItem> {
  try {
    return { ...item, isStale: false, result: await send(call, item, item.choice, true) };
  } catch (error) {
    return refused(item.id, item.name, error);
  }
}

/** Imports a file that was tried. */
export async function importItem(call: ImportCall, item: TriedItem): Promise<ImportItem> {
  const { id, name, choice } = item;
  try {
    return { id, name, state: "imported", choice, result: await send(call, item, choice, false) };
  } catch (error) {
    return refused(item.id, item.name, error);
  }
}
