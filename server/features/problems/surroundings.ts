import { addToList } from "#domain/add-to-list.ts";
import type { Elsewhere } from "#domain/problems/play-problems.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { dialogueLinks, variableChanges, variableResource } from "../dialogues/public.ts";

/** Changes of variables and ways by which the dialogues of a project decide for one another. */
export interface Surroundings {
  /** Returns the part that all others decide for one dialogue. */
  of(graphId: string): Elsewhere;
  /** The whole as text: equal for equal surroundings. */
  readonly stamp: string;
}

/** Reads which dialogues change which variables, and which dialogues lead to others. */
export async function surroundingsIn(db: Db, projectId: string, atSeq: number | null): Promise<Surroundings> {
  const variables = (await findVersions(db, variableResource, projectId, {}, atSeq)).map(({ id }) => id);
  const changes = variables.length === 0 ? [] : await variableChanges(db, projectId, variables, atSeq);
  const links = await dialogueLinks(db, projectId, atSeq);
  const changedBy = new Map<string, string[]>();
  for (const { graph_id, variable_id } of changes) addToList(changedBy, variable_id, graph_id);
  const ledTo = new Map<string, string[]>();
  for (const { from_graph_id, to_graph_id } of links) addToList(ledTo, to_graph_id, from_graph_id);
  const isOther = (ids: readonly string[] | undefined, graphId: string) => ids?.some((id) => id !== graphId) === true;
  return {
    of: (graphId) => ({
      changed: new Set([...changedBy].flatMap(([id, graphs]) => (isOther(graphs, graphId) ? [id] : []))),
      leadsHere: isOther(ledTo.get(graphId), graphId),
    }),
    stamp: [
      ...changes.map(({ graph_id, variable_id }) => `${graph_id} ${variable_id}`),
      ...links.map(({ from_graph_id, to_graph_id }) => `${from_graph_id} ${to_graph_id}`),
    ].join(),
  };
}
