import type { Branch, DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode } from "#domain/dialogue/wire.ts";

/** What a person may change of a card. */
export type NodePatch = Partial<
  Pick<
    DialogueNode,
    | "kind"
    | "title"
    | "text"
    | "speaker_id"
    | "speaker_label"
    | "tags"
    | "group_id"
    | "canvas_x"
    | "canvas_y"
    | "conditions"
    | "on_enter_effects"
    | "exit_to"
  >
>;

export type BranchPatch = Partial<Omit<Branch, "id">>;
export type GraphPatch = Partial<Pick<DialogueGraph, "name" | "description" | "start_node_id">>;
export type GroupPatch = Partial<Pick<DialogueGroup, "title" | "color">>;
export type AnnotationPatch = Partial<Omit<DialogueAnnotation, "id" | "graph_id">>;

/** A new card: its id is made here, everything else is optional. Branches come with their ids. */
export type NewNode = { readonly id: string } & NodePatch & { readonly branches?: readonly Branch[] };

/**
 * One step of a gesture, as the batch operation takes it. `base_seq` is never written by hand: the store adds what the
 * person was looking at.
 */
export type Operation =
  | { readonly op: "node.create"; readonly node: NewNode }
  | { readonly op: "node.update"; readonly id: string; readonly patch: NodePatch }
  | { readonly op: "node.move"; readonly id: string; readonly canvas_x: number; readonly canvas_y: number }
  | { readonly op: "node.delete"; readonly id: string }
  | { readonly op: "node.restore"; readonly id: string }
  | {
      readonly op: "branch.create";
      readonly node_id: string;
      readonly branch: Branch;
      /** The branch it goes before; null or absent: at the end. */
      readonly before?: string | null;
    }
  | { readonly op: "branch.update"; readonly node_id: string; readonly id: string; readonly patch: BranchPatch }
  | { readonly op: "branch.delete"; readonly node_id: string; readonly id: string }
  | { readonly op: "branch.move"; readonly node_id: string; readonly id: string; readonly before: string | null }
  | { readonly op: "dialogue.update"; readonly patch: GraphPatch }
  | {
      readonly op: "group.create";
      readonly group: { readonly id: string; readonly title: string; readonly color: string };
    }
  | { readonly op: "group.update"; readonly id: string; readonly patch: GroupPatch }
  | { readonly op: "group.delete"; readonly id: string }
  | { readonly op: "group.restore"; readonly id: string }
  | { readonly op: "annotation.create"; readonly annotation: Omit<DialogueAnnotation, "graph_id"> }
  | { readonly op: "annotation.update"; readonly id: string; readonly patch: AnnotationPatch }
  | { readonly op: "annotation.delete"; readonly id: string }
  | { readonly op: "annotation.restore"; readonly id: string };
