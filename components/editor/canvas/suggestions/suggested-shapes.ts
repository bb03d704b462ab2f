import { nodeMetrics, PORT_Y, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Outputs } from "../../../frame/api/client.ts";
import type { Node } from "../../model/model.ts";
import type { Point, Rect } from "../../model/rects.ts";

export type Suggestion = Outputs["suggestions"]["list"]["suggestions"][number];
export type SuggestedPart = Suggestion["parts"][number];

/** A suggested node as it is drawn: what it says, and where. */
export interface SuggestedNode {
  readonly kind: "node";
  readonly part: SuggestedPart;
  readonly nodeId: string;
  readonly title: string;
  readonly text: string;
  readonly speakerId: string | null;
  readonly isEnding: boolean;
  readonly branches: readonly { readonly id: string; readonly text: string; readonly to: string | null }[];
  readonly rect: Rect;
}

/** A suggested change of a node that is there: a strip under it. */
export interface SuggestedChange {
  readonly kind: "change";
  readonly part: SuggestedPart;
  /** The node it is about; null where it is about the dialogue. */
  readonly nodeId: string | null;
  readonly words: string;
  readonly rect: Rect;
  /** A branch it adds, and where that leads. */
  readonly leads: { readonly from: string; readonly to: string } | null;
}

export type SuggestedShape = SuggestedNode | SuggestedChange;

/** A line between two nodes, one of them suggested, or a branch that is. */
export interface SuggestedEdge {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
}

/** The operations of a part; the wire calls them free, the record keeps only gestures. */
export function operationsOf(part: SuggestedPart): readonly Operation[] {
  return part.operations as unknown as readonly Operation[];
}

/** Strips hang this far under their node, one below another. */
const STRIP = { height: 30, gap: 6 } as const;
/** Position of nodes without one, and of changes to the dialogue itself. */
const LOST: Point = { x: 0, y: 0 };

/**
 * Returns the shapes of a suggestion's open parts: new nodes as nodes, all other changes as strips under the nodes they
 * change, in the order of the parts.
 */
export function suggestedShapes(
  suggestion: Suggestion,
  rectOf: (id: string) => Rect | null,
): readonly SuggestedShape[] {
  const strips = new Map<string, number>();
  return suggestion.parts
    .filter(({ status }) => status === "open")
    .map((part): SuggestedShape => {
      const operations = operationsOf(part);
      const made = operations.find((each) => each.op === "node.create");
      return made === undefined ? changeOf(part, operations, rectOf, strips) : nodeOf(part, made.node);
    });
}

function nodeOf(part: SuggestedPart, node: Extract<Operation, { op: "node.create" }>["node"]): SuggestedNode {
  const branches = node.branches ?? [];
  const { width, height } = nodeMetrics({ kind: node.kind ?? "line", text: node.text ?? "", branches } as Node);
  return {
    kind: "node",
    part,
    nodeId: node.id,
    title: node.title ?? "",
    text: node.text ?? "",
    speakerId: node.speaker_id ?? null,
    isEnding: node.kind === "end",
    branches: branches.map(({ id, choice_text, target_node_id }) => ({ id, text: choice_text, to: target_node_id })),
    rect: { x: node.canvas_x ?? LOST.x, y: node.canvas_y ?? LOST.y, width, height },
  };
}

function changeOf(
  part: SuggestedPart,
  operations: readonly Operation[],
  rectOf: (id: string) => Rect | null,
  strips: Map<string, number>,
): SuggestedChange {
  const [first] = operations;
  const nodeId = first === undefined ? null : "node_id" in first ? first.node_id : "id" in first ? first.id : null;
  const under = nodeId === null ? null : rectOf(nodeId);
  const above = strips.get(nodeId ?? "") ?? 0;
  strips.set(nodeId ?? "", above + 1);
  const y = (under === null ? LOST.y : under.y + under.height) + STRIP.gap + above * (STRIP.height + STRIP.gap);
  const added = operations.find((each) => each.op === "branch.create");
  const to = added?.branch.target_node_id ?? null;
  return {
    kind: "change",
    part,
    nodeId,
    words: wordsOf(first, part.label),
    rect: { x: under?.x ?? LOST.x, y, width: WIDTH, height: STRIP.height },
    leads: added === undefined || to === null ? null : { from: added.node_id, to },
  };
}

/** Returns a change in words of the dialogue. */
function wordsOf(operation: Operation | undefined, label: string): string {
  switch (operation?.op) {
    case "branch.create":
      return `New choice: ${operation.branch.choice_text || "without words"}`;
    case "node.update":
      return operation.patch.text === undefined ? label : `New words: ${operation.patch.text}`;
    case "branch.update":
      return operation.patch.choice_text === undefined ? label : `New choice: ${operation.patch.choice_text}`;
    case "node.delete":
      return "Delete this card";
    default:
      return label;
  }
}

/** The lines of a suggestion: from suggested nodes, and from nodes that are there to suggested ones. */
export function edgesBetween(
  shapes: readonly SuggestedShape[],
  rectOf: (id: string) => Rect | null,
): readonly SuggestedEdge[] {
  const nodes = new Map(shapes.flatMap((shape) => (shape.kind === "node" ? [[shape.nodeId, shape] as const] : [])));
  const place = (id: string): Rect | null => nodes.get(id)?.rect ?? rectOf(id);
  return shapes.flatMap((suggested): SuggestedEdge[] => {
    if (suggested.kind === "change") {
      const to = suggested.leads === null ? null : place(suggested.leads.to);
      if (to === null) return [];
      const { x, y, width, height } = suggested.rect;
      return [{ id: suggested.part.id, from: { x: x + width, y: y + height / 2 }, to: { x: to.x, y: to.y + PORT_Y } }];
    }
    const { x, y, width, height } = suggested.rect;
    const first = y + height - suggested.branches.length * ROW;
    return suggested.branches.flatMap((branch, at) => {
      const to = branch.to === null ? null : place(branch.to);
      if (to === null) return [];
      const from = { x: x + width, y: first + at * ROW + ROW / 2 - 6 };
      return [{ id: branch.id, from, to: { x: to.x, y: to.y + PORT_Y } }];
    });
  });
}

/** A field of a part that a person can write anew before accepting it. */
export interface EditableWords {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly isLong: boolean;
}

/** The words of a part. */
export function wordsIn(operations: readonly Operation[]): readonly EditableWords[] {
  return operations.flatMap((each, at): EditableWords[] => {
    const field = (name: string, label: string, value: unknown, isLong = false): EditableWords[] =>
      typeof value === "string" ? [{ key: `${at}/${name}`, label, value, isLong }] : [];
    switch (each.op) {
      case "node.create":
        return [
          ...field("title", "Title", each.node.title ?? ""),
          ...field("text", "Text", each.node.text ?? "", true),
          ...(each.node.branches ?? []).flatMap((branch, place) =>
            field(`branch/${place}`, `Choice ${place + 1}`, branch.choice_text),
          ),
        ];
      case "node.update":
        return [...field("title", "Title", each.patch.title), ...field("text", "Text", each.patch.text, true)];
      case "branch.create":
        return field("choice", "Choice", each.branch.choice_text);
      case "branch.update":
        return field("choice", "Choice", each.patch.choice_text);
      default:
        return [];
    }
  });
}

/** The operations of a part with other words. */
export function withWords(operations: readonly Operation[], words: ReadonlyMap<string, string>): readonly Operation[] {
  return operations.map((each, at): Operation => {
    const said = (name: string): string | undefined => words.get(`${at}/${name}`);
    const titled = (title: string | undefined) => (title === undefined ? {} : { title: title === "" ? null : title });
    const texted = (text: string | undefined) => (text === undefined ? {} : { text });
    switch (each.op) {
      case "node.create": {
        const branches = (each.node.branches ?? []).map((branch, place) => ({
          ...branch,
          choice_text: said(`branch/${place}`) ?? branch.choice_text,
        }));
        return { ...each, node: { ...each.node, ...titled(said("title")), ...texted(said("text")), branches } };
      }
      case "node.update":
        return { ...each, patch: { ...each.patch, ...titled(said("title")), ...texted(said("text")) } };
      case "branch.create":
        return { ...each, branch: { ...each.branch, choice_text: said("choice") ?? each.branch.choice_text } };
      case "branch.update": {
        const eachBranch = said("choice");
        return { ...each, patch: { ...each.patch, ...(eachBranch !== undefined && { choice_text: eachBranch }) } };
      }
      default:
        return each;
    }
  });
}

/** A suggested shape in words, for those who do not see it. */
export function suggestedLabel(shape: SuggestedShape, at: number, of: number): string {
  const what =
    shape.kind === "change"
      ? shape.words
      : [
          `${shape.isEnding ? "Ending" : "Card"} ${shape.title}`,
          shape.text,
          shape.branches.length > 0 ? `choices: ${shape.branches.map(({ text }) => text).join("; ")}` : null,
        ]
          .filter((part) => part !== null && part !== "")
          .map((part) => part?.replace(/[.\s]+$/u, ""))
          .join(". ");
  return `Suggested, ${at + 1} of ${of}, not part of the dialogue. ${what}`;
}

type Preview = Outputs["suggestions"]["preview"];

/** Returns the dangling references that accepting some parts would leave, a sentence each. */
export function danglingInWords(
  dangling: Preview["dangling"],
  nameOf: (id: string | null) => string,
): readonly string[] {
  return dangling.map(({ kind, node_id, choice_text, target_node_id }) => {
    if (kind === "start") return `The dialogue would start at a missing card.`;
    if (kind === "unreached") return `Nothing would lead to ${nameOf(node_id)}.`;
    const branch = choice_text === "" ? "A way on" : `The choice “${choice_text}”`;
    return `${branch} of ${nameOf(node_id)} would lead nowhere: ${nameOf(target_node_id)} would not be there.`;
  });
}

/** The parts that would have to be accepted too, for nothing to dangle and nothing to be refused. */
export function neededParts({ parts, dangling }: Preview): readonly string[] {
  const needed = [
    ...parts.flatMap(({ needs_parts }) => needs_parts),
    ...dangling.flatMap(({ needs_part_id }) => needs_part_id ?? []),
  ];
  return [...new Set(needed)];
}
