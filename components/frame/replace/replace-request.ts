import { counted } from "#domain/counted.ts";
import type { Inputs, Outputs } from "../api/client.ts";
import { leftLine } from "../changes/left-line.ts";

/** Result of a dry run. */
export type ReplaceResult = Outputs["dialogues"]["replace"];
/** A place whose words would be others. */
export type Hit = ReplaceResult["hits"][number];
/** Kind of field in which words are replaced. */
type ReplacedIn = Hit["in"];

/** Words to replace, as the dialog holds them. */
export interface ReplaceWords {
  readonly find: string;
  readonly replace: string;
  readonly match_case: boolean;
  readonly whole_word: boolean;
  readonly regex: boolean;
  readonly in: readonly ReplacedIn[];
}

export const NO_WORDS: ReplaceWords = {
  find: "",
  replace: "",
  match_case: false,
  whole_word: false,
  regex: false,
  in: ["texts", "choices"],
};

/** Names of the kinds of fields. */
export const PLACES: readonly { readonly value: ReplacedIn; readonly label: string; readonly one: string }[] = [
  { value: "texts", label: "Lines", one: "Line" },
  { value: "choices", label: "Choices", one: "Choice" },
  { value: "titles", label: "Titles", one: "Title" },
  { value: "speaker_labels", label: "Speakers’ labels", one: "Speaker’s label" },
  { value: "tags", label: "Tags", one: "Tag" },
];

/** The name of a place among those found, as the operation takes it. */
export const keyOf = ({ node_id, pointer }: Pick<Hit, "node_id" | "pointer">): string => `${node_id} ${pointer}`;

/** The request that commits what was found, without the places that are to stay as they are. */
export function commitOf(
  project_id: string,
  words: ReplaceWords,
  { seq }: Pick<ReplaceResult, "seq">,
  spared: readonly Pick<Hit, "node_id" | "pointer">[],
): Inputs["dialogues"]["replace"] {
  const except = spared.map(({ node_id, pointer }) => ({ node_id, pointer }));
  return { project_id, ...words, in: [...words.in], except, base_seq: seq };
}

/** The places found, by the dialogue that they are in, in the order in which they were found. */
export function byDialogue(hits: readonly Hit[]): readonly { id: string; name: string; hits: readonly Hit[] }[] {
  const found = new Map<string, { id: string; name: string; hits: Hit[] }>();
  for (const hit of hits) {
    const group = found.get(hit.graph_id) ?? { id: hit.graph_id, name: hit.graph_name, hits: [] };
    group.hits.push(hit);
    found.set(hit.graph_id, group);
  }
  return [...found.values()];
}

/** Says what was replaced: "Replaced 12 times in 3 dialogues." */
export function saidOf({ replacements, changed }: Pick<ReplaceResult, "replacements" | "changed">): string {
  return `Replaced ${counted(replacements, "time")} in ${counted(changed.dialogues, "dialogue")}.`;
}

type Undone = Outputs["dialogues"]["undoReplace"];

/** Says what was taken back, and how many places could not be. */
export function undoneOf({ restored, left_total }: Pick<Undone, "restored" | "left_total">): string {
  if (left_total === 0) return `Taken back: ${counted(restored, "place")} as before.`;
  const back = restored === 0 ? "Nothing was taken back" : `${counted(restored, "place")} as before`;
  return `${back}; ${left_total} ${left_total === 1 ? "stays as it is" : "stay as they are"}:`;
}

/** Names the places that stay as they are, each with why; beyond those the answer names, how many more there are. */
export function stayingOf({ left, left_total }: Pick<Undone, "left" | "left_total">): readonly string[] {
  const lines = left.map(({ node_name, field_name, reason }) => leftLine({ name: node_name, field_name, reason }));
  return left_total > left.length ? [...lines, `… and ${left_total - left.length} more`] : lines;
}
