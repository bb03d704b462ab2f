import { sql } from "drizzle-orm";
import type { z } from "zod";
import { nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import type { ProblemContext } from "#domain/problems/find-problems.ts";
import type { KnownElsewhere } from "#domain/problems/knowledge-problems.ts";
import type { Elsewhere } from "#domain/problems/play-problems.ts";
import type { Problem } from "#domain/problems/problem.ts";
import { describeProblem } from "#domain/problems/problem-text.ts";
import { entitiesNamedIn, logicOf } from "#domain/runtime/story.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions, holds } from "../../record/versions.ts";
import {
  choiceTexts,
  findPlaces,
  type GraphVersion,
  graphResource,
  type NodeVersion,
  nodeBatches,
  nodeResource,
  type VariableVersion,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { DialogueCheck } from "./check-dialogue.ts";
import { knowledgeElsewhere } from "./knowledge-elsewhere.ts";
import type { DialogueProblem } from "./schemas.ts";
import { type Surroundings, surroundingsIn } from "./surroundings.ts";
import { type WaiverVersion, waiver } from "./waiver.ts";

/** Project and sequence that problems are found in; null for the present, in a snapshot. */
interface ProblemSource {
  readonly db: Db;
  readonly projectId: string;
  readonly atSeq: number | null;
}

/** The problems of one dialogue, those that are ignored apart. */
export interface FoundProblems {
  readonly graph: GraphVersion;
  readonly problems: readonly Problem[];
  readonly waived: readonly { readonly problem: Problem; readonly waiver: WaiverVersion }[];
  /** Whether its logic names nodes or branches of other dialogues, so that changes there can change what is found. */
  readonly namesElsewhere: boolean;
  /** Whether its conditions ask for variables, so that what other dialogues change can change what is found. */
  readonly asksVariables: boolean;
  /** Whether its logic names facts or quests, so that changes of those can change what is found. */
  readonly namesFacts: boolean;
  /** Whether characters are talked to, so that changes of them and of their voices can change what is found. */
  readonly hasTalks: boolean;
  /** Entities that speak in it or that its logic names, each with whether it is there. */
  readonly entities: ReadonlyMap<string, boolean>;
  /** The part that other dialogues decide. */
  readonly elsewhere: Elsewhere;
  /** Answer of the rest of the project about the facts that it names. */
  readonly knowledge: KnownElsewhere;
  /** Shows some of its problems. */
  show(problems: readonly Problem[]): Promise<z.input<typeof DialogueProblem>[]>;
}

/**
 * Finds the problems of dialogues by the rules of `domain/problems`, one dialogue after another. The studio runs the same rules over
 * the whole dialogue; here a page of its nodes is in memory at a time.
 *
 * @param known surroundings of the dialogues, where the caller has read them; null to read them here
 */
export async function* findProblemsIn(
  source: ProblemSource,
  graphs: readonly GraphVersion[],
  known: Surroundings | null = null,
): AsyncGenerator<FoundProblems, void, undefined> {
  const { db, projectId, atSeq } = source;
  if (graphs.length === 0) return;
  const graph_id = graphs.map(({ id }) => id);
  const waivers = Map.groupBy(
    await findVersions(db, waiver.resource, projectId, { graph_id }, atSeq),
    (waiver) => waiver.graph_id,
  );
  const surroundings = known ?? (await surroundingsIn(db, projectId, atSeq));
  const subjects = new KnownSubjects(source, await findVersions(db, variableResource, projectId, {}, atSeq));
  for await (const { graph, nodes } of nodeBatches(db, projectId, graphs, atSeq)) {
    const check = new DialogueCheck(graph);
    const named = new Set<string>();
    for await (const page of nodes) {
      for (const id of await subjects.lookUp(page)) named.add(id);
      await runYielding(check.add(page, subjects));
    }
    const elsewhere = check.placesElsewhere();
    const places = await existingPlaces(source, elsewhere);
    const around = surroundings.of(graph.id);
    const knowledge = await knowledgeElsewhere(source, graph.id, check);
    const found = await runYielding(check.problems(places, subjects.variables, { ...around, knowledge }));
    const namesFacts = check.knowledge.facts().size > 0 || check.quests.names().size > 0;
    const hasTalks = !check.talks.isEmpty;
    yield {
      graph,
      ...withoutWaived(found, waivers.get(graph.id) ?? []),
      namesElsewhere: elsewhere.size > 0 || namesFacts,
      namesFacts,
      hasTalks,
      entities: new Map([...named].map((id) => [id, subjects.entities.get(id) === true])),
      asksVariables: check.asksVariables(),
      elsewhere: around,
      knowledge,
      show: (problems) => shown(source, graph.id, problems, { check, known: subjects }),
    };
  }
}

/** Subjects outside of dialogues that the checks of their nodes ask for, looked up once each. */
class KnownSubjects implements Omit<ProblemContext, "places" | "elsewhere"> {
  readonly variables: ReadonlyMap<string, VariableVersion>;
  readonly entities = new Map<string, boolean>();
  readonly dialogues = new Map<string, boolean>();
  readonly #source: ProblemSource;

  constructor(source: ProblemSource, variables: readonly VariableVersion[]) {
    this.#source = source;
    this.variables = new Map(variables.map((variable) => [variable.id, variable]));
  }

  /** Looks up what nodes name; returns the entities among it. */
  async lookUp(nodes: readonly NodeVersion[]): Promise<ReadonlySet<string>> {
    const entities = entitiesNamedIn(logicOf(nodes.map(nodeListsFromKeyed)));
    const dialogues = new Set<string>();
    for (const { speaker_id, exit_to, branches } of nodes) {
      if (speaker_id !== null) entities.add(speaker_id);
      if (exit_to !== null) dialogues.add(exit_to.graph_id);
      for (const { target_graph_id } of Object.values(branches)) {
        if (target_graph_id !== null) dialogues.add(target_graph_id);
      }
    }
    await lookUp(this.#source, entityResource, entities, this.entities);
    await lookUp(this.#source, graphResource, dialogues, this.dialogues);
    return entities;
  }
}

/** Looks up which of some subjects exist, and adds it to what is known. */
async function lookUp(
  { db, projectId, atSeq }: ProblemSource,
  { table }: Pick<Resource, "table">,
  ids: Iterable<string>,
  known: Map<string, boolean>,
): Promise<void> {
  const asked = [...ids].filter((id) => !known.has(id));
  if (asked.length === 0) return;
  const found = await thereAmong({ db, projectId, atSeq }, { table }, asked);
  for (const id of asked) known.set(id, found.has(id));
}

/** Returns which of some subjects are there. */
export async function thereAmong(
  { db, projectId, atSeq }: ProblemSource,
  { table }: Pick<Resource, "table">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND ${holds(atSeq)}
        AND id = ANY(${textArray(ids)})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Looks up which nodes, choices and dialogues exist. */
async function existingPlaces(source: ProblemSource, ids: ReadonlySet<string>): Promise<Map<string, boolean>> {
  const places = new Map<string, boolean>();
  const of = (prefix: string) => [...ids].filter((id) => id.startsWith(prefix));
  await lookUp(source, nodeResource, of("node_"), places);
  await lookUp(source, graphResource, of("dlg_"), places);
  const branches = of("br_");
  const found = new Set((await findPlaces(source.db, source.projectId, branches, source.atSeq)).map(({ id }) => id));
  for (const id of branches) places.set(id, found.has(id));
  return places;
}

function withoutWaived(
  found: readonly Problem[],
  waivers: readonly WaiverVersion[],
): Pick<FoundProblems, "problems" | "waived"> {
  const places = new Map(waivers.map((waiver) => [placeOf(waiver), waiver]));
  const problems: Problem[] = [];
  const waived: { problem: Problem; waiver: WaiverVersion }[] = [];
  for (const problem of found) {
    const waiver = places.get(placeOf(problem));
    if (waiver === undefined) problems.push(problem);
    else waived.push({ problem, waiver });
  }
  return { problems, waived };
}

function placeOf({ code, node_id, branch_id }: Pick<Problem, "code" | "node_id" | "branch_id">): string {
  return `${code} ${node_id ?? ""} ${branch_id ?? ""}`;
}

/** Problems on the wire; the words of their choices are read for them. */
async function shown(
  { db, projectId, atSeq }: ProblemSource,
  graphId: string,
  problems: readonly Problem[],
  { check, known }: { check: DialogueCheck; known: KnownSubjects },
): Promise<z.input<typeof DialogueProblem>[]> {
  const placed = problems.flatMap(({ node_id, branch_id, data }) =>
    data.choice_text === undefined || node_id === null || branch_id === null ? [] : [{ node_id, branch_id }],
  );
  const texts = await choiceTexts(db, projectId, placed, atSeq);
  const names = {
    variable: (id: string) => known.variables.get(id)?.name,
    node: (id: string) => check.nameOf(id),
  };
  return problems.map((each) => {
    const { code, severity, node_id, branch_id, variable_id, cause } = each;
    const data =
      each.data.choice_text === undefined ? each.data : { ...each.data, choice_text: texts.get(branch_id ?? "") ?? "" };
    const message = describeProblem({ ...each, data }, names);
    return { graph_id: graphId, code, severity, node_id, branch_id, variable_id, cause, message, data };
  });
}
