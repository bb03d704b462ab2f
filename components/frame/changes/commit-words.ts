import { counted } from "#domain/counted.ts";
import { subjectWord } from "../project/subject-words.ts";

/** A change of a commit, as far as words are made of it. */
export interface WordedChange {
  readonly subject_type: string;
  readonly name: string;
  readonly verb: string;
  readonly fields: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly names: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Returns an event's verb in the past tense: "created", "changed". */
export function verbWord(verb: string): string {
  return verb === "updated" ? "changed" : verb.replaceAll("_", " ");
}

/** The fields that a change names, in words; the first few. */
const FIELDS: Readonly<Record<string, string>> = {
  text: "the words",
  title: "the title",
  name: "the name",
  speaker_id: "the speaker",
  speaker_label: "the name shown",
  branches: "the choices",
  parent_id: "the place",
  external_id: "the ID in your game",
  canvas_x: "the position",
  canvas_y: "the position",
  group_id: "the group",
  status: "the status",
  conditions: "the conditions",
  on_enter_effects: "the effects",
  text_marks: "the emphasis",
  start_node_id: "the start",
  default: "the default",
  final_text: "",
  type: "the type",
  description: "the description",
};
const FIELDS_SAID = 3;

function fieldsSaid(fields: readonly string[]): string {
  const said = fields.map((pointer) => {
    const [, first = "", second] = pointer.split("/");
    return first === "properties" && second !== undefined
      ? `“${second}”`
      : (FIELDS[first] ?? first.replaceAll("_", " "));
  });
  const each = [...new Set(said)].filter((word) => word !== "");
  const left = each.length - FIELDS_SAID;
  return `${each.slice(0, FIELDS_SAID).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

/** Returns one change in words, without its author: "moved “The inn” to “The harbour”, 14 paths followed". */
export function changeWords(change: WordedChange): string {
  const { verb, name, fields, values, names, data } = change;
  const what = name === "" ? `a ${subjectWord(change.subject_type)}` : `“${name}”`;
  const place = values["/parent_id"];
  if (verb === "moved" && change.subject_type === "entity" && place !== undefined) {
    const to = place === null ? "to the top" : `to “${names[String(place)] ?? "somewhere that is gone"}”`;
    const along = Number(data?.descendants ?? 0);
    return `moved ${what} ${to}${along > 0 ? `, ${counted(along, "path")} followed` : ""}`;
  }
  const changed = verb === "updated" ? fieldsSaid(fields) : "";
  return changed === "" ? `${verbWord(verb)} ${what}` : `changed ${changed} of ${what}`;
}

/**
 * Returns a commit in words, without its author. Its own label comes first, then its first change; the others are
 * counted.
 */
export function commitWords(commit: {
  readonly label: string | null;
  readonly changes: readonly WordedChange[];
  readonly change_total: number;
}): string {
  const [first] = commit.changes;
  const left = commit.change_total - 1;
  if (commit.label !== null && commit.label !== "") return commit.label.charAt(0).toLowerCase() + commit.label.slice(1);
  if (first === undefined) return `changed ${counted(commit.change_total, "item")}`;
  return `${changeWords(first)}${left > 0 ? `, and ${left} more` : ""}`;
}

/** Returns the changes of one sitting in words, each verb once where it repeats: "created 5 cards, 1 group, changed 2 dialogues". */
export function sittingWords(kinds: readonly { readonly kind: string; readonly subjects: number }[]): string {
  const counts = kinds.slice(0, FIELDS_SAID).map(({ kind, subjects }) => {
    const at = kind.lastIndexOf(".");
    const type = kind.slice(0, at);
    return { verb: verbWord(kind.slice(at + 1)), count: counted(subjects, subjectWord(type), subjectWord(type, 2)) };
  });
  const said = counts.map(({ verb, count }, at) => (verb === counts[at - 1]?.verb ? count : `${verb} ${count}`));
  const left = kinds.length - said.length;
  return `${said.join(", ")}${left > 0 ? ", and more" : ""}`;
}
