import type { Job } from "../queue/job.ts";
import type { ApiForm, plainForm } from "../record/api-form.ts";
import type { CommitGuard } from "../record/commit-guard.ts";
import type { Operation } from "./operation.ts";
import type { ShownResource } from "./resource-screen.ts";
import type { Tag } from "./tags.ts";

/** A kind of subject as the feed and comparisons show it: a form of its own, or its state. */
export type Subject = ApiForm<never> | Parameters<typeof plainForm<never>>[0];

/** An area of the product, as everything outside of its folder knows it. */
export interface Area<Operations extends Readonly<Record<string, Operation>>> {
  /** Group of its operations in the reference; null for one of its own name. */
  readonly tag: Tag | null;
  /** Kinds of subjects that the record keeps for it. */
  readonly resources: readonly Subject[];
  readonly operations: Operations;
  /** Kinds of generation, each made by `generator()`. */
  readonly generators: readonly { readonly kind: string }[];
  /** Work beside requests. */
  readonly jobs: readonly Job[];
  /** Checks over all changes of a commit. */
  readonly guards: readonly CommitGuard[];
  /** Names of the operations that forms of the studio feed. */
  readonly forms: readonly string[];
  /** Words for kinds of its subjects on screens, one and many, where they are not those of its type. */
  readonly words: Words;
  /** Resource whose screen the studio makes of its declaration. */
  readonly screen: ShownResource | null;
}

type Words = Readonly<Record<string, readonly [one: string, many: string]>>;

/** Declares an area. The interface and its reference, the record's registry and the studio's procedures follow from the list of areas. */
export function area<Operations extends Readonly<Record<string, Operation>>>(declaration: {
  readonly tag?: Tag;
  readonly resources?: readonly (Pick<Subject, "resource"> | { readonly resource: { readonly type: string } })[];
  readonly operations: Operations;
  readonly generators?: readonly { readonly kind: string }[];
  readonly jobs?: readonly Job[];
  readonly guards?: readonly CommitGuard[];
  readonly forms?: readonly (keyof Operations & string)[];
  readonly words?: Words;
  readonly screen?: Omit<ShownResource, "states"> & { readonly states: unknown };
}): Area<Operations> {
  const { resources = [], screen = null } = declaration;
  // What shows a subject is asked for its own versions alone.
  return {
    tag: null,
    generators: [],
    jobs: [],
    guards: [],
    forms: [],
    words: {},
    ...declaration,
    resources: resources as readonly Subject[],
    screen: screen as ShownResource | null,
  };
}

/** Adds the operations and generators of a feature to the area of another on which it stands. */
export function withOperations<
  Own extends Readonly<Record<string, Operation>>,
  More extends Readonly<Record<string, Operation>>,
>(of: Area<Own>, { operations, generators }: Area<More>): Area<Own & More> {
  return { ...of, operations: { ...of.operations, ...operations }, generators: [...of.generators, ...generators] };
}
