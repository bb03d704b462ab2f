import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from "graphql";
import { Problem, ValidationProblem } from "../kernel/problem.ts";
import { itemAt } from "../kernel/validation/item.ts";
import { singular } from "./names.ts";
import { COST, DEFAULT_FIRST, type FieldCost, MAX_FIRST } from "./reads.ts";
import { MAX_NODES } from "./session.ts";

/** Limits of a document. */
export const LIMITS = {
  tokens: 1_000,
  depth: 8,
  aliases: 15,
  directives: 50,
  /** Fields that ask what the schema says of itself; one within it under another name counts as one more. */
  introspections: 1,
  /** Fields, with fragments in the place of their spreads. */
  fields: 1_000,
  cost: 1_000,
  nodes: MAX_NODES,
} as const;

/** Objects of lists that cost as much as one read. */
const NODES_PER_POINT = 100;

/** Cost of what the schema says of itself, a megabyte of text; fields of fields are many times that. */
const INTROSPECTION_POINTS = 100;
const NESTED_FACTOR = 10;
/** Fields of the introspection that list fields. */
const FIELD_LISTS: ReadonlySet<string> = new Set(["fields", "inputFields"]);

/** Entries reckoned for a list that takes no `first`, where something is read of each. */
const UNPAGED = 100;

/** A field as far as it costs something. */
interface Planned {
  readonly cost: FieldCost;
  /** Length of its list: given in the document, by a variable, or not at all. */
  readonly first: ValueNode | null;
  /** Whether it goes on at a cursor: then it is read for one subject. */
  readonly after: ValueNode | null;
  readonly isList: boolean;
  readonly inner: readonly Planned[];
}

/** Cost plan of a document's operation, made once. */
export interface Plan {
  readonly fields: readonly Planned[];
  /** Values of variables that are not given. */
  readonly defaults: ReadonlyMap<string, ValueNode>;
  /** Points for what the schema says of itself. */
  readonly introspection: number;
  /** Whether the answer is the same every time: it asks the schema alone, and has no variables. */
  readonly isConstant: boolean;
}

/** Cost of a request. */
export interface Cost {
  /** Taken from the caller's allowance. */
  readonly points: number;
  /** Objects that its lists may hold. */
  readonly nodes: number;
}

/** The refusal of a document that exceeds a limit. */
export function tooComplex(limit: keyof typeof LIMITS, found: number | null = null): Problem {
  const maximum: number = LIMITS[limit];
  const detail = { limit, maximum, ...(found !== null && { found }) };
  return new Problem("query_too_complex", {
    message: `The document exceeds its limit of ${maximum} ${maximum === 1 ? singular(limit) : limit}.`,
    detail,
  });
}

/**
 * Plans a document that is valid, within the limits that do not depend on variables.
 *
 * @throws Problem `query_too_complex`
 */
export function planOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Plan {
  countNodes(document);
  const root = operation.operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
  const defaults = new Map<string, ValueNode>();
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue !== undefined) defaults.set(variable.name.value, defaultValue);
  }
  if (root == null) return { fields: [], defaults, introspection: 0, isConstant: false };
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  let fields = 0;
  let introspections = 0;
  let levels = 0;
  let asksSchemaAlone = true;

  const countField = () => {
    fields += 1;
    if (fields > LIMITS.fields) throw tooComplex("fields", fields);
  };
  const countIntrospection = () => {
    introspections += 1;
    if (introspections > LIMITS.introspections) throw tooComplex("introspections", introspections);
  };
  const introspect = (selections: SelectionSetNode | undefined, level: number): void => {
    levels = Math.max(levels, level);
    for (const selection of selections?.selections ?? []) {
      countField();
      if (selection.kind === Kind.FIELD) {
        if (selection.alias !== undefined) countIntrospection();
        introspect(selection.selectionSet, level + (FIELD_LISTS.has(selection.name.value) ? 1 : 0));
      } else {
        const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        introspect(inner?.selectionSet, level);
      }
    }
  };

  const walk = (selections: SelectionSetNode, type: GraphQLObjectType, depth: number): Planned[] =>
    selections.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return plan(selection, type, depth);
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      countField();
      return inner === undefined ? [] : walk(inner.selectionSet, type, depth);
    });

  const plan = (field: FieldNode, type: GraphQLObjectType, depth: number): Planned[] => {
    countField();
    const name = field.name.value;
    if (name.startsWith("__")) {
      if (name === "__typename") return [];
      countIntrospection();
      introspect(field.selectionSet, 0);
      return [];
    }
    asksSchemaAlone = false;
    if (depth > LIMITS.depth) throw tooComplex("depth", depth);
    const definition = type.getFields()[name];
    if (definition === undefined) return [];
    const target = getNamedType(definition.type);
    const inner =
      field.selectionSet !== undefined && isObjectType(target) ? walk(field.selectionSet, target, depth + 1) : [];
    const declared = definition.extensions[COST] as FieldCost | undefined;
    if (declared === undefined && inner.length === 0) return [];
    const bare = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
    return [
      {
        cost: declared ?? FREE,
        first: argument(field, "first"),
        after: argument(field, "after"),
        isList: isListType(bare),
        inner,
      },
    ];
  };

  const planned = walk(operation.selectionSet, root, 1);
  return {
    fields: planned,
    defaults,
    introspection: introspections === 0 ? 0 : INTROSPECTION_POINTS * (levels > 1 ? NESTED_FACTOR : 1),
    isConstant: asksSchemaAlone && introspections > 0 && (operation.variableDefinitions ?? []).length === 0,
  };
}

const FREE: FieldCost = { reads: false, together: false, pages: false };

function argument(field: FieldNode, name: string): ValueNode | null {
  return field.arguments?.find((each) => each.name.value === name)?.value ?? null;
}

function countNodes(document: DocumentNode): void {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias !== undefined) aliases += 1;
    },
    Directive: () => {
      directives += 1;
    },
  });
  if (aliases > LIMITS.aliases) throw tooComplex("aliases", aliases);
  if (directives > LIMITS.directives) throw tooComplex("directives", directives);
}

/**
 * Returns the cost of a planned operation with these variables: a point for each read, times the objects it is done for
 * where those are not read together, and one for every hundred objects that are looked up or listed.
 *
 * @throws Problem `query_too_complex`
 * @throws ValidationProblem where a `first` is out of its bounds.
 */
export function costOf({ fields, defaults, introspection }: Plan, variables: Readonly<Record<string, unknown>>): Cost {
  let reads = 0;
  let nodes = 0;
  const given = (node: ValueNode | null): unknown => {
    if (node === null) return null;
    if (node.kind === Kind.INT) return Number(node.value);
    if (node.kind !== Kind.VARIABLE) return node.kind === Kind.NULL ? null : node;
    const name = node.name.value;
    return Object.hasOwn(variables, name) ? variables[name] : given(defaults.get(name) ?? null);
  };
  const add = (planned: readonly Planned[], parents: number, isPage: boolean): void => {
    for (const { cost, first, after, isList, inner } of planned) {
      if (cost.reads) reads += cost.together && given(after) === null ? 1 : parents;
      const page = cost.pages ? pageOf(given(first)) : null;
      if (page !== null) nodes += parents * page;
      else if (cost.reads) nodes += parents;
      if (reads > LIMITS.cost) throw tooComplex("cost", reads);
      if (nodes > LIMITS.nodes) throw tooComplex("nodes", nodes);
      // The objects of a page were counted with it.
      add(inner, parents * (page ?? (isList && !isPage ? UNPAGED : 1)), page !== null);
    }
  };
  add(fields, 1, false);
  const points = Math.max(1, Math.ceil(reads + nodes / NODES_PER_POINT) + introspection);
  if (points > LIMITS.cost) throw tooComplex("cost", points);
  return { points, nodes };
}

/** Returns the length of a page; a value that is no number is refused by the execution. */
function pageOf(first: unknown): number {
  if (first === null || first === undefined) return DEFAULT_FIRST;
  if (typeof first !== "number") return MAX_FIRST;
  if (first >= 1 && first <= MAX_FIRST) return first;
  const isLow = first < 1;
  const bound = isLow ? 1 : MAX_FIRST;
  const failure = {
    type: isLow ? "greater_than_equal" : "less_than_equal",
    msg: `Input should be ${isLow ? "greater" : "less"} than or equal to ${bound}`,
    ctx: { [isLow ? "ge" : "le"]: bound },
  };
  throw new ValidationProblem([itemAt(["query", "first"], failure, first)]);
}
