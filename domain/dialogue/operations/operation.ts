import type { BranchInput, Optional } from "../branch-identity.ts";
import type { Branch, DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode } from "../wire.ts";

/** Fields that may be absent; undefined says as much. */
type Patch<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** Changeable fields of a node. Lists are replaced whole, `properties` and `extensions` are merged. */
export type NodePatch = Patch<Omit<DialogueNode, NotPatched | "id" | "source">>;
type NotPatched = "project_id" | "graph_id" | "created_at" | "updated_at" | "valid_from_seq" | "valid_to_seq";

export type BranchPatch = Patch<Omit<Branch, "id">>;
export type GraphPatch = Patch<
  Pick<DialogueGraph, "external_id" | "name" | "description" | "folder" | "start_node_id" | "extensions">
>;
export type GroupPatch = Patch<Pick<DialogueGroup, "title" | "color">>;
export type AnnotationPatch = Patch<Omit<DialogueAnnotation, "id" | "graph_id">>;

/** A new node under an id chosen by whoever makes it; what is not said of it is as in every new node. */
export type NewNode = { readonly id: string } & NodePatch;
export type NewBranch = { readonly id: string } & BranchPatch;

interface Based {
  /** The sequence whose state the edit started from. */
  readonly base_seq?: number | undefined;
}

/** One step of a gesture, as a batch takes it. */
export type Operation =
  | { readonly op: "node.create"; readonly node: NewNode }
  | ({ readonly op: "node.update"; readonly id: string; readonly patch: NodePatch } & Based)
  | {
      readonly op: "node.move";
      readonly id: string;
      readonly canvas_x: number | null;
      readonly canvas_y: number | null;
    }
  | { readonly op: "node.delete"; readonly id: string }
  | {
      readonly op: "node.restore";
      readonly id: string;
      /** The group it returns to, none where that is gone; the one it was in last when absent. */
      readonly group_id?: string | null | undefined;
    }
  | {
      readonly op: "branch.create";
      readonly node_id: string;
      readonly branch: NewBranch;
      /** The branch it goes in front of; null, absent, or one that is gone: last. */
      readonly before?: string | null | undefined;
    }
  | ({
      readonly op: "branch.update";
      readonly node_id: string;
      readonly id: string;
      readonly patch: BranchPatch;
    } & Based)
  | { readonly op: "branch.delete"; readonly node_id: string; readonly id: string }
  | { readonly op: "branch.move"; readonly node_id: string; readonly id: string; readonly before: string | null }
  | ({ readonly op: "dialogue.update"; readonly patch: GraphPatch } & Based)
  | { readonly op: "group.create"; readonly group: Omit<DialogueGroup, "graph_id"> }
  | ({ readonly op: "group.update"; readonly id: string; readonly patch: GroupPatch } & Based)
  | { readonly op: "group.delete"; readonly id: string }
  | {
      readonly op: "group.restore";
      readonly id: string;
      /** Nodes that return to it, where they are in no group; those its last deletion took out when absent. */
      readonly node_ids?: readonly string[] | undefined;
    }
  | { readonly op: "annotation.create"; readonly annotation: Omit<DialogueAnnotation, "graph_id"> }
  | ({ readonly op: "annotation.update"; readonly id: string; readonly patch: AnnotationPatch } & Based)
  | { readonly op: "annotation.delete"; readonly id: string }
  | { readonly op: "annotation.restore"; readonly id: string };

/** The operation of one name. */
export type OperationNamed<Op extends Operation["op"]> = Extract<Operation, { op: Op }>;

/** The lists of a node as they may be sent: entries with or without ids. */
export type OpenNode<T> = Omit<T, "branches" | "conditions" | "on_enter_effects"> & {
  readonly branches?: readonly BranchInput[] | undefined;
  readonly conditions?: readonly Optional<DialogueNode["conditions"][number]>[] | undefined;
  readonly on_enter_effects?: readonly Optional<DialogueNode["on_enter_effects"][number]>[] | undefined;
};
export type OpenBranch<T> = Omit<T, "conditions" | "effects"> & {
  readonly conditions?: readonly Optional<Branch["conditions"][number]>[] | undefined;
  readonly effects?: readonly Optional<Branch["effects"][number]>[] | undefined;
};

/** Operations with their optional ids left open; operations that are not named leave nothing open. */
interface OpenForms {
  "node.create": { readonly op: "node.create"; readonly node: OpenNode<NewNode> };
  "node.update": Omit<OperationNamed<"node.update">, "patch"> & { readonly patch: OpenNode<NodePatch> };
  "branch.create": Omit<OperationNamed<"branch.create">, "branch"> & { readonly branch: OpenBranch<NewBranch> };
  "branch.update": Omit<OperationNamed<"branch.update">, "patch"> & { readonly patch: OpenBranch<BranchPatch> };
}

/** An operation of one name that may lack ids of branches, conditions and effects. */
export type OpenNamed<Op extends Operation["op"]> = Op extends keyof OpenForms ? OpenForms[Op] : OperationNamed<Op>;

/** An operation that may lack ids of branches, conditions and effects; normalising fills them in. */
export type OpenOperation = { [Op in Operation["op"]]: OpenNamed<Op> }[Operation["op"]];
