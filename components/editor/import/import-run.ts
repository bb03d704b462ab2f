import { detectFormat } from "#domain/import/detect-format.ts";
import type { ImportFormat } from "#domain/import/story.ts";
import { isRefusal, type Outputs, type StudioClient } from "../../frame/api/client.ts";
import { faultSentence } from "../../ui/form/fault-words.ts";

export type ImportResult = Outputs["dialogues"]["import"];

/** One file on its way in. */
export type ImportItem = { readonly id: number; readonly name: string } & (
  | { readonly state: "reading" }
  | { readonly state: "unreadable"; readonly why: string }
  | {
      readonly state: "tried" | "importing";
      readonly content: string;
      readonly format: ImportFormat;
      readonly result: ImportResult;
    }
  | { readonly state: "refused"; readonly why: readonly string[]; readonly requestId: string | null }
  | { readonly state: "imported"; readonly result: ImportResult }
);

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
  dryRun: boolean,
): Promise<ImportResult> {
  return client.dialogues.import.mutate({
    project_id: projectId,
    format,
    content,
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
    return { id, name: file.name, state: "tried", ...read, result: await send(call, read, true) };
  } catch (error) {
    return refused(id, file.name, error);
  }
}

/** Imports a file that was tried. */
export async function importItem(call: ImportCall, item: Extract<ImportItem, { state: "tried" | "importing" }>) {
  try {
    return { id: item.id, name: item.name, state: "imported" as const, result: await send(call, item, false) };
  } catch (error) {
    return refused(item.id, item.name, error);
  }
}
