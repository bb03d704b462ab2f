import { cut } from "#domain/code-points.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { quoted, Report } from "#domain/import/report.ts";
import type {
  ImportedAnnotation,
  ImportedBranch,
  ImportedEntity,
  ImportedGraph,
  ImportedNode,
  ImportedStory,
  ImportFormat,
} from "#domain/import/story.ts";
import type { JsonObject } from "#domain/json.ts";
import { oneLine } from "#domain/one-line.ts";
import { withFewerLiterals } from "#domain/text-marks/fewer-literals.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import { MAX_PROPERTIES_BYTES } from "../../entities/public.ts";
import { MAX_BRANCHES, MAX_EXTENSIONS_BYTES, MAX_LOGIC_ENTRIES, MAX_MARKS } from "../limits.ts";
import { fitExtensions } from "./fit-extensions.ts";
import { clamped } from "./fit-text.ts";

/** Bounds of what the interface itself accepts, so that everything imported can be edited afterwards. */
export const LIMITS = {
  name: 200,
  title: 500,
  text: 100_000,
  label: 200,
  tag: 100,
  tags: 100,
  choice: 10_000,
  description: 10_000,
  note: 20_000,
  variable: 100,
  variableText: 5_000,
  entityName: 500,
  entityType: 100,
  coordinate: 10_000_000,
  size: 100_000,
  weight: 1_000_000,
} as const;
const COLOR = /^[a-z][a-z0-9-]{0,31}$/;
const DEFAULT_COLOR = "stone";

/**
 * Brings a story within the bounds of the record. Names and labels are shortened and reported; what cannot be shortened
 * without losing the author's words is refused. Nodes are replaced one by one in the story given: a hundred thousand of them
 * are not in memory twice.
 */
export function fitStory(story: ImportedStory): ImportedStory {
  const fitter = new Fitter(story.format);
  requireDistinct("dialogue", story.graphs);
  requireDistinct("entity", story.entities);
  requireDistinct(
    "variable",
    story.variables.map(({ name }) => ({ key: name })),
  );
  for (const { name } of story.variables) {
    if (name === "" || oneLine(name, LIMITS.variable) !== name) {
      throw new ImportError(
        "invalid_shape",
        `The variable ${quoted(name)} needs a name of 1 to ${LIMITS.variable} characters on one line.`,
      );
    }
  }
  return {
    ...story,
    graphs: story.graphs.map((graph) => fitter.graph(graph)),
    variables: story.variables.map((variable) => ({
      ...variable,
      description: cut(variable.description, LIMITS.variableText),
    })),
    entities: story.entities.map((entity) => fitter.entity(entity)),
    report: [...story.report, ...fitter.report.items],
  };
}

function requireDistinct(what: string, items: readonly { key: string }[]): void {
  const seen = new Set<string>();
  for (const { key } of items) {
    if (seen.has(key))
      throw new ImportError("invalid_shape", `The file contains more than one ${what} called ${quoted(key)}.`);
    seen.add(key);
  }
}

function requireAtMost(max: number, what: string, list: readonly unknown[], nodeKey: string): void {
  if (list.length <= max) return;
  throw new ImportError("too_large", `${quoted(nodeKey)} has ${list.length} ${what}; at most ${max} are allowed.`);
}

class Fitter {
  readonly report = new Report();
  private readonly format: ImportFormat;

  constructor(format: ImportFormat) {
    this.format = format;
  }

  graph(graph: ImportedGraph): ImportedGraph {
    requireDistinct("node", graph.nodes);
    requireDistinct("group", graph.groups);
    requireDistinct("note", graph.annotations);
    const about = { graph: graph.key };
    for (const [index, node] of graph.nodes.entries()) graph.nodes[index] = this.node(node, graph.key);
    return {
      ...graph,
      name: this.line("name", graph.name, LIMITS.name, about) ?? "Untitled",
      description: this.text("description", graph.description, LIMITS.description, about),
      extensions: this.extensions(`the dialogue ${quoted(graph.name)}`, graph.extensions, about),
      groups: graph.groups.map((group) => ({
        ...group,
        title: this.line("title of a group", group.title, LIMITS.name, about) ?? "",
        color: colorOf(group.color),
      })),
      annotations: graph.annotations.map((annotation) => this.annotation(annotation, graph.key)),
    };
  }

  node(node: ImportedNode, graphKey: string): ImportedNode {
    const about = { graph: graphKey, node: node.key };
    if (cut(node.text, LIMITS.text) !== node.text) {
      throw new ImportError("too_large", `The text of ${quoted(node.key)} is longer than ${LIMITS.text} characters.`);
    }
    requireAtMost(MAX_BRANCHES, "branches", node.branches, node.key);
    requireAtMost(MAX_LOGIC_ENTRIES, "conditions", node.conditions, node.key);
    requireAtMost(MAX_LOGIC_ENTRIES, "effects", node.on_enter_effects, node.key);
    this.requireFew(node.properties, `the card ${quoted(node.key)}`);
    const tags = node.tags.flatMap((tag) => this.line("tag", tag, LIMITS.tag, about) ?? []);
    if (tags.length > LIMITS.tags) {
      const message = `${tags.length - LIMITS.tags} tags beyond the first ${LIMITS.tags} were left out.`;
      this.report.add("warning", "import_tags_left_out", message, about);
    }
    return {
      ...node,
      text_marks: this.marks("text", node.text, node.text_marks, about),
      title: node.title === null ? null : this.line("title", node.title, LIMITS.title, about),
      tags: tags.slice(0, LIMITS.tags),
      speaker_label: node.speaker_label === null ? null : this.line("label", node.speaker_label, LIMITS.label, about),
      canvas_x: clamped(node.canvas_x, LIMITS.coordinate),
      canvas_y: clamped(node.canvas_y, LIMITS.coordinate),
      branches: node.branches.map((branch) => this.branch(branch, about)),
      extensions: this.extensions(quoted(node.key), node.extensions, about),
    };
  }

  branch(branch: ImportedBranch, about: { graph: string; node: string }): ImportedBranch {
    const name = `a branch of ${quoted(about.node)}`;
    requireAtMost(MAX_LOGIC_ENTRIES, "conditions on a branch", branch.conditions, about.node);
    requireAtMost(MAX_LOGIC_ENTRIES, "effects on a branch", branch.effects, about.node);
    return {
      ...branch,
      extensions: this.extensions(name, branch.extensions, about),
      choice_text: this.text("choice", branch.choice_text, LIMITS.choice, about),
      text_marks: this.marks("choice", branch.choice_text, branch.text_marks, about),
      weight: Math.min(Math.max(branch.weight, 0), LIMITS.weight),
    };
  }

  annotation(annotation: ImportedAnnotation, graphKey: string): ImportedAnnotation {
    const size = (value: number | null) => (value === null ? null : Math.min(Math.max(value, 1), LIMITS.size));
    return {
      ...annotation,
      text: this.text("note", annotation.text, LIMITS.note, { graph: graphKey }),
      canvas_x: clamped(annotation.canvas_x, LIMITS.coordinate),
      canvas_y: clamped(annotation.canvas_y, LIMITS.coordinate),
      width: size(annotation.width),
      height: size(annotation.height),
      color: colorOf(annotation.color),
    };
  }

  entity(entity: ImportedEntity): ImportedEntity {
    const about = { source: entity.key };
    this.requireFew(entity.properties, `the entity ${quoted(entity.name)}`);
    return {
      ...entity,
      name: this.line("name of an entity", entity.name, LIMITS.entityName, about) ?? cut(entity.key, LIMITS.entityName),
      type: this.line("type of an entity", entity.type, LIMITS.entityType, about) ?? "entity",
    };
  }

  private requireFew(properties: JsonObject | undefined, of: string): void {
    if (properties === undefined || Buffer.byteLength(JSON.stringify(properties)) <= MAX_PROPERTIES_BYTES) return;
    throw new ImportError("too_large", `The properties of ${of} are larger than ${MAX_PROPERTIES_BYTES} bytes.`);
  }

  /** Marks within their bound: literal ones become fewer where nothing between two of them could be read otherwise. */
  private marks(what: string, text: string, marks: TextMark[] = [], about: object): TextMark[] {
    if (marks.length <= MAX_MARKS) return marks;
    const fitted = withFewerLiterals({ text, marks });
    if (fitted.length > MAX_MARKS) {
      const message = `Marks on a ${what} beyond the first ${MAX_MARKS} were left out.`;
      this.report.add("warning", "import_marks_left_out", message, { source: text, ...about });
    }
    return fitted.slice(0, MAX_MARKS);
  }

  /** One line within the bounds; null when nothing is left. */
  private line(what: string, value: string, max: number, about: object): string | null {
    const fitted = oneLine(value, max);
    if (fitted !== value) this.shortened(what, value, about);
    return fitted === "" ? null : fitted;
  }

  private text(what: string, value: string, max: number, about: object): string {
    const fitted = cut(value, max);
    if (fitted !== value) this.shortened(what, value, about);
    return fitted;
  }

  /**
   * Extensions within their bound. What a foreign format carries beside the story, such as a stylesheet, is left out with
   * a remark; our own format says what is to be there, so there it is refused.
   */
  private extensions(of: string, value: JsonObject, about: object): JsonObject {
    const { extensions, leftOut } = fitExtensions(value, MAX_EXTENSIONS_BYTES);
    if (leftOut.length > 0 && this.format === "fabula_json") {
      throw new ImportError("too_large", `The extensions of ${of} are larger than ${MAX_EXTENSIONS_BYTES} bytes.`);
    }
    for (const { name, bytes } of leftOut) {
      const message = `${quoted(name)} of ${of} (${bytes} bytes) was left out: extensions hold at most ${MAX_EXTENSIONS_BYTES} bytes.`;
      this.report.add("warning", "import_extension_left_out", message, { source: name, ...about });
    }
    return extensions;
  }

  private shortened(what: string, value: string, about: object): void {
    this.report.add("warning", "import_shortened", `A ${what} was shortened or put on one line.`, {
      source: value,
      ...about,
    });
  }
}

function colorOf(color: string): string {
  return COLOR.test(color) ? color : DEFAULT_COLOR;
}
