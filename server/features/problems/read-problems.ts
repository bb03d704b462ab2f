import { sql } from "drizzle-orm";
import type { z } from "zod";
import { nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import type { DialogueNode } from "#domain/dialogue/wire.ts";
import { findProblems, nodeProblems, type ProblemContext, type ProblemNode } from "#domain/problems/find-problems.ts";
import type { Existence, Problem } from "#domain/problems/problem.ts";
import { describeProblem, type ProblemNames } from "#domain/problems/problem-text.ts";
import { placesNamedIn } from "#domain/problems/reference-problems.ts";
import { entitiesChangedAt } from "#domain/runtime/story.ts";
import type { Steps } from "#domain/steps.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions, holds } from "../../record/versions.ts";
import {
  findPlaces,
  type GraphVersion,
  graphResource,
  type NodeVersion,
  nodeResource,
  toNode,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import type { DialogueProblem, WaivedProblem } from "./schemas.ts";
import { type WaiverVersion, waiverResource } from "./waiver.ts";

/** The problems of one dialogue, those that are ignored apart. */
export interface GraphProblems {
  problems: z.input<typeof DialogueProblem>[];
  waived: z.input<typeof WaivedProblem>[];
  /** Whether its logic names nodes or branches of other dialogues, so that changes there can change what is found. */
  namesElsewhere: boolean;
}

/**
 * Finds the problems of dialogues at a sequence by the rules of `domain/problems`, over the wire form of the nodes. The
 * studio runs the same rules over the same form, so both find the same problems.
 */
export async function problemsOf(
  db: Db,
  projectId: string,
  graphs: readonly GraphVersion[],
  atSeq: number | null,
): Promise<GraphProblems[]> {
  const graph_id = graphs.map(({ id }) => id);
  const stored = await findVersions(db, nodeResource, projectId, { graph_id }, atSeq);
  const waivers = await findVersions(db, waiverResource, projectId, { graph_id }, atSeq);
  const context = await contextOf(db, projectId, stored, atSeq);
  const byGraph = Map.groupBy(stored, (node) => node.graph_id);
  const waiversByGraph = Map.groupBy(waivers, (waiver) => waiver.graph_id);
  const reports: GraphProblems[] = [];
  for (const { id, start_node_id } of graphs) {
    const { nodes, ofNodes } = await runYielding(checkedNodes(id, byGraph.get(id) ?? [], context));
    const found = findProblems({ id, start_node_id, nodes }, context, (node) => ofNodes.get(node) ?? []);
    const shown = split(id, found, waiversByGraph.get(id) ?? [], namesOf(nodes, context));
    reports.push({ ...shown, namesElsewhere: placesNamedIn(nodes).size > 0 });
  }
  return reports;
}

/** Nodes whose problems are looked for in one step. */
const NODES_A_STEP = 50;

/** The nodes of a dialogue in their wire form, and the problems of each by itself. */
function* checkedNodes(
  graphId: string,
  stored: readonly NodeVersion[],
  context: Context,
): Steps<{ nodes: DialogueNode[]; ofNodes: Map<ProblemNode, readonly Problem[]> }> {
  const nodes: DialogueNode[] = [];
  const ofNodes = new Map<ProblemNode, readonly Problem[]>();
  for (const version of stored) {
    // The wire schema says of an expression only that it is an object with an id; the domain knows the closed union.
    const node = toNode(version) as DialogueNode;
    nodes.push(node);
    ofNodes.set(node, nodeProblems(node, graphId, context));
    if (nodes.length % NODES_A_STEP === 0) yield;
  }
  return { nodes, ofNodes };
}

type Context = ProblemContext & { variableNames: ReadonlyMap<string, string> };

async function contextOf(
  db: Db,
  projectId: string,
  nodes: readonly NodeVersion[],
  atSeq: number | null,
): Promise<Context> {
  const variables = await findVersions(db, variableResource, projectId, {}, atSeq);
  const logic = nodes.map(({ id, extensions, ...node }) => ({ id, extensions, ...nodeListsFromKeyed(node) }));
  const named = entitiesChangedAt(logic);
  const places = placesNamedIn(logic);
  const graphs = new Set<string>();
  for (const node of nodes) {
    if (node.speaker_id !== null) named.add(node.speaker_id);
    if (node.exit_to !== null) graphs.add(node.exit_to.graph_id);
    for (const branch of Object.values(node.branches)) {
      if (branch.target_graph_id !== null) graphs.add(branch.target_graph_id);
    }
  }
  return {
    variables: new Map(variables.map((variable) => [variable.id, variable])),
    variableNames: new Map(variables.map((variable) => [variable.id, variable.name])),
    entities: await existence(db, entityResource, projectId, named, atSeq),
    dialogues: await existence(db, graphResource, projectId, graphs, atSeq),
    places: existenceOf(places, new Set((await findPlaces(db, projectId, [...places], atSeq)).map(({ id }) => id))),
  };
}

async function existence(
  db: Db,
  resource: Pick<Resource, "table">,
  projectId: string,
  ids: ReadonlySet<string>,
  atSeq: number | null,
): Promise<Existence> {
  if (ids.size === 0) return new Map();
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId} AND ${holds(atSeq)}
        AND id = ANY(${textArray([...ids])})`,
  );
  return existenceOf(ids, new Set(rows.map(({ id }) => id)));
}

function existenceOf(ids: ReadonlySet<string>, found: ReadonlySet<string>): Existence {
  return new Map([...ids].map((id) => [id, found.has(id)]));
}

function namesOf(nodes: readonly DialogueNode[], context: Context): ProblemNames {
  let titles: Map<string, string> | null = null;
  return {
    variable: (id) => context.variableNames.get(id),
    node: (id) => {
      titles ??= new Map(nodes.map((node) => [node.id, node.title ?? node.text]));
      return titles.get(id);
    },
  };
}

function split(
  graphId: string,
  found: readonly Problem[],
  waivers: readonly WaiverVersion[],
  names: ProblemNames,
): Omit<GraphProblems, "namesElsewhere"> {
  const places = new Map(waivers.map((waiver) => [placeOf(waiver), waiver]));
  const problems: GraphProblems["problems"] = [];
  const waived: GraphProblems["waived"] = [];
  for (const each of found) {
    const { code, severity, node_id, branch_id, variable_id, cause, data } = each;
    const message = describeProblem(each, names);
    const shown = { graph_id: graphId, code, severity, node_id, branch_id, variable_id, cause, message, data };
    const waiver = places.get(placeOf(each));
    if (waiver === undefined) problems.push(shown);
    else {
      const { id, reason, by, updated_at } = waiver;
      waived.push({ ...shown, waiver_id: id, reason, by, waived_at: updated_at });
    }
  }
  return { problems, waived };
}

function placeOf({ code, node_id, branch_id }: Pick<Problem, "code" | "node_id" | "branch_id">): string {
  return `${code} ${node_id ?? ""} ${branch_id ?? ""}`;
}
