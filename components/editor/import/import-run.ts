import { isRefusal, type Outputs, type StudioClient } from "../../frame/api/client.ts";
import { faultWords, isUnanswered } from "../../ui/call-failure.ts";
import { faultSentence } from "../../ui/form/fault-words.ts";
import type { PickedProject, PickedStory } from "./find-items.ts";
import { type ImportChoice, NO_CHOICE } from "./import-choice.ts";
import type { PickedRows } from "./picked-rows.ts";

export type ImportResult = Outputs["dialogues"]["import"];

/** Item on its way in: a story of one file or several, rows, a project, or a file that is none of them. */
export type ImportItem = { readonly id: number; readonly name: string } & (
  | { readonly state: "reading" }
  | { readonly state: "unreadable"; readonly why: string; readonly isBeside: boolean }
  | { readonly state: "rows"; readonly rows: PickedRows }
  | { readonly state: "project"; readonly project: PickedProject }
  | {
      readonly state: "tried" | "importing";
      readonly story: PickedStory;
      readonly choice: ImportChoice;
      /** Whether the result is of an earlier choice, and the one of this choice is awaited. */
      readonly isStale: boolean;
      /** Whether its result has become another by the stories that were imported before it. */
      readonly isOther: boolean;
      readonly result: ImportResult;
    }
  | {
      readonly state: "refused";
      readonly why: readonly string[];
      readonly requestId: string | null;
      /** Story and choice to try again, where the server did not answer; null where it refused them. */
      readonly again: { readonly story: PickedStory; readonly choice: ImportChoice } | null;
    }
  | { readonly state: "imported"; readonly choice: ImportChoice; readonly result: ImportResult }
);

export type TriedItem = Extract<ImportItem, { state: "tried" | "importing" }>;

interface ImportCall {
  readonly client: StudioClient;
  readonly projectId: string;
}

async function send(
  { client, projectId }: ImportCall,
  { files }: PickedStory,
  { isCopy, replace, join, language }: ImportChoice,
  dryRun: boolean,
): Promise<ImportResult> {
  return client.dialogues.import.mutate({
    project_id: projectId,
    files: files.map(({ name, content }) => ({ name, content })),
    on_conflict: isCopy ? "copy" : "update",
    replace: isCopy ? {} : replace,
    join_variables: [...join],
    ...(language !== null && { language }),
    dry_run: dryRun,
  });
}

type StoryItem = Pick<TriedItem, "id" | "name" | "story" | "choice">;

/** Item of a story that was not imported, as far as is known: an import whose answer was lost can have been one. */
function refused({ id, name, story, choice }: StoryItem, error: unknown, wasDryRun: boolean): ImportItem {
  if (!isRefusal(error)) {
    const why = !isUnanswered(error)
      ? faultWords(error)
      : wasDryRun
        ? "The server could not be reached. Nothing was imported."
        : "The server did not answer. The story may have been imported: the preview will show it.";
    return { id, name, state: "refused", why: [why], requestId: null, again: { story, choice } };
  }
  const { detail, problem } = error.data ?? {};
  const why = detail?.map((item) => faultWithPlace(item, name)) ?? [problem?.message ?? error.message];
  return {
    ...{ id, name, state: "refused", requestId: problem?.request_id ?? null, again: null },
    why: [...new Set(why), "Nothing was imported."],
  };
}

/** Fault that the server found in a file; its context has the place. */
interface Fault {
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Returns what is wrong with a story, with its file, where that is not its main one, and its line and column. */
function faultWithPlace({ msg, ctx: { file, line, column } = {} }: Fault, main: string): string {
  const sentence = faultSentence(msg);
  const places = [
    typeof file === "string" && file !== main ? file : [],
    typeof line !== "number" || /^Line \d/.test(sentence)
      ? []
      : typeof column === "number"
        ? `Line ${line}, column ${column}`
        : `Line ${line}`,
  ];
  return [...places.flat(), sentence].join(": ");
}

/** Has the server do everything for a story but keep it. */
export function tryStory(
  call: ImportCall,
  id: number,
  story: PickedStory,
  choice: ImportChoice = NO_CHOICE,
): Promise<ImportItem> {
  return tryAgain(call, { id, name: story.name, story, choice, isOther: false });
}

/** Has the server do everything again for another choice. */
export async function tryAgain(
  call: ImportCall,
  { id, name, story, choice, isOther }: StoryItem & Pick<TriedItem, "isOther">,
): Promise<ImportItem> {
  const item = { id, name, story, choice };
  try {
    return { ...item, state: "tried", isStale: false, isOther, result: await send(call, story, choice, true) };
  } catch (error) {
    return refused(item, error, true);
  }
}

/**
 * Has the server do everything again for a story that others were imported before. What becomes of its dialogues or variables can
 * be something else then, which a person has not read yet.
 */
export async function tryAfter(call: ImportCall, item: TriedItem): Promise<ImportItem> {
  const again = await tryAgain(call, item);
  return again.state === "tried" ? { ...again, isOther: fateOf(again.result) !== fateOf(item.result) } : again;
}

/** Returns what becomes of dialogues and variables, as a text to compare. */
function fateOf({ graphs, variable_conflicts: conflicts }: ImportResult): string {
  return JSON.stringify([
    graphs.map(({ key, name, outcome, existing, other }) => [key, name, outcome, existing?.id, other?.id]),
    conflicts.map(({ name, called, joined, differs }) => [name, called, joined, differs]),
  ]);
}

/** Imports a story that was tried. */
export async function importItem(call: ImportCall, item: TriedItem): Promise<ImportItem> {
  const { id, name, choice } = item;
  try {
    return { id, name, state: "imported", choice, result: await send(call, item.story, choice, false) };
  } catch (error) {
    return refused(item, error, false);
  }
}
