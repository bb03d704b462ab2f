import { type SQL, sql } from "drizzle-orm";
import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import { excerptOf, findText } from "#domain/find-text.ts";
import { searchForm } from "#domain/search-form.ts";
import { column } from "../../record/list/row.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import type { MatchedField, SearchableType, SearchedField } from "./search-match.ts";
import type { AnnotationVersion, GraphVersion, GroupVersion, NodeState, NodeVersion } from "./states.ts";

/** Conditions of a search, all of which must hold. */
export interface SearchConditions {
  q?: string | undefined;
  speaker_id?: string | undefined;
  speaker_label?: string | undefined;
  variable_id?: string | undefined;
  kind?: NodeState["kind"] | undefined;
  tag?: string | undefined;
  graph_id?: string | undefined;
}

/** A text of a subject, and where it stands there. */
interface SubjectText {
  readonly field: SearchedField;
  readonly text: string;
  readonly branchId?: string;
}

/** Search of subjects of one type. */
interface SearchedSubject {
  readonly resource: Resource<never>;
  /** Columns that hold search forms. */
  readonly forms: readonly string[];
  /** The column that names the dialogue. */
  readonly graph: string;
  /** Returns its texts, in the order in which they are shown. */
  places(version: never): SubjectText[];
}

function subject<S>(
  resource: Resource<S>,
  declaration: Pick<SearchedSubject, "forms" | "graph"> & { places: (version: Version<S>) => SubjectText[] },
): SearchedSubject {
  return { resource, ...declaration };
}

export const SUBJECTS: Readonly<Record<SearchableType, SearchedSubject>> = {
  dialogue: subject(graphResource, {
    forms: ["name_search", "description_search"],
    graph: "id",
    places: ({ name, description }: GraphVersion) => [
      { field: "name", text: name },
      { field: "description", text: description },
    ],
  }),
  dialogue_group: subject(groupResource, {
    forms: ["title_search"],
    graph: "graph_id",
    places: ({ title }: GroupVersion) => [{ field: "title", text: title }],
  }),
  dialogue_annotation: subject(annotationResource, {
    forms: ["text_search"],
    graph: "graph_id",
    places: ({ text }: AnnotationVersion) => [{ field: "text", text }],
  }),
  dialogue_node: subject(nodeResource, {
    forms: ["text_search", "more_search"],
    graph: "graph_id",
    places: placesOfNode,
  }),
};

function placesOfNode(node: NodeVersion): SubjectText[] {
  const choices = branchesFromKeyed(node.branches);
  return [
    { field: "title", text: node.title ?? "" },
    { field: "text", text: node.text },
    ...choices.map(({ id, choice_text }): SubjectText => ({ field: "choice_text", text: choice_text, branchId: id })),
    { field: "speaker_label", text: node.speaker_label ?? "" },
    ...node.tags.map((tag): SubjectText => ({ field: "tag", text: tag })),
  ];
}

/**
 * Returns the conditions on rows of a type; null where no such subject can match, because nodes alone have speakers.
 */
export function conditionsOf(type: SearchableType, wanted: SearchConditions): SQL[] | null {
  const where: SQL[] = [];
  const equal = (name: string, value: string | undefined): void => {
    if (value !== undefined) where.push(sql`${column(name)} = ${value}`);
  };
  equal("kind", wanted.kind);
  equal("speaker_id", wanted.speaker_id);
  equal("speaker_label", wanted.speaker_label);
  if (wanted.variable_id !== undefined) {
    // The index has only nodes that mention something.
    where.push(sql`${column("mentions")} <> '{}'`, sql`${column("mentions")} @> ARRAY[${wanted.variable_id}]`);
  }
  if (wanted.tag !== undefined) where.push(sql`${column("tags")} @> ${JSON.stringify([wanted.tag])}::jsonb`);
  if (where.length > 0 && type !== "dialogue_node") return null;
  const { graph, forms } = SUBJECTS[type];
  equal(graph, wanted.graph_id);
  if (wanted.q !== undefined) {
    const form = searchForm(wanted.q);
    const any = forms.map((name) => sql`strpos(${column(name)}, ${form}) > 0`);
    where.push(sql`(${sql.join(any, sql` OR `)})`);
  }
  return where;
}

/** Every place of a subject in which the text is found; without one, where it begins. */
export function foundIn(
  type: SearchableType,
  version: Version<object>,
  q: string | undefined,
): [MatchedField, ...MatchedField[]] {
  const places = SUBJECTS[type].places(version as never);
  const found = places.flatMap(({ field, text, branchId = null }): MatchedField[] => {
    const ranges = q === undefined ? [] : findText(text, q);
    if (ranges.length === 0) return [];
    const excerpt = excerptOf(text, ranges);
    return [{ branch_id: branchId, field, excerpt: excerpt.text, ranges: excerpt.ranges }];
  });
  const [first, ...more] = found;
  return first === undefined ? [beginning(places)] : [first, ...more];
}

/** Returns the excerpt of a subject when no words were searched: its text, or its name where it has none. */
function beginning(places: readonly SubjectText[]): MatchedField {
  const isCalled = ({ field, text }: SubjectText) => (field === "title" || field === "name") && text !== "";
  const shown =
    places.find(({ field, text }) => field === "text" && text.trim() !== "") ??
    places.find(isCalled) ??
    places.find(({ field }) => field === "text");
  return {
    branch_id: null,
    field: shown?.field ?? "title",
    excerpt: excerptOf(shown?.text ?? "", []).text,
    ranges: [],
  };
}
