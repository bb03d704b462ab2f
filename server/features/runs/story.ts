import { nodeFromState } from "#domain/dialogue/from-state.ts";
import type { DialogueNode, Recorded } from "#domain/dialogue/wire.ts";
import { collectEffectUses, collectUses, noUses } from "#domain/expression.ts";
import { graphsOf, logicOf, type PlayedDialogue, type PlayGraph, type PlayVariable } from "#domain/runtime/story.ts";
import { namesSaidAt } from "#domain/runtime/words.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { type GraphVersion, graphResource, nodeResource, requireGraph, variableResource } from "../dialogues/public.ts";
import { readWorld } from "./world.ts";

/** Dialogues, and nodes in all of them, that one playthrough can reach. What lies beyond is left for. */
const MAX_DIALOGUES = 200;
const MAX_NODES = 50_000;

/** Stories that are kept, and nodes of all of them. */
const KEPT_STORIES = 100;
const KEPT_NODES = 300_000;

/** A node without when it was recorded. */
type StoryNode = Omit<DialogueNode, keyof Recorded | "project_id">;

/** A dialogue at one sequence with everything that playing it takes. */
export interface Story {
  readonly dialogue: PlayedDialogue;
  readonly nodes: ReadonlyMap<string, StoryNode>;
}

/** Where a story is read. */
export interface StoryPlace {
  readonly projectId: string;
  readonly graphId: string;
  readonly seq: number;
}

/** Stories by project, dialogue and sequence, the one used longest ago first. What a sequence held never changes. */
const kept = new Map<string, Promise<Story>>();
const sizes = new Map<string, number>();

/**
 * Reads a dialogue with all that it leads to, the variables it uses and the world its conditions ask for, as they were at a sequence.
 * It is read once for all who play it.
 *
 * @throws {@link Problem} `not_found` where the dialogue does not exist then.
 */
export async function readStory(db: Db, place: StoryPlace): Promise<Story> {
  const key = `${place.projectId} ${place.graphId} ${place.seq}`;
  let story = kept.get(key);
  if (story === undefined) {
    story = loadStory(db, place);
    story.then(
      ({ nodes }) => sizes.set(key, nodes.size),
      () => forget(key),
    );
  }
  kept.delete(key);
  kept.set(key, story);
  trim();
  return story;
}

function forget(key: string): void {
  kept.delete(key);
  sizes.delete(key);
}

function trim(): void {
  let nodes = [...sizes.values()].reduce((sum, each) => sum + each, 0);
  for (const key of [...kept.keys()].slice(0, -1)) {
    if (kept.size <= KEPT_STORIES && nodes <= KEPT_NODES) return;
    nodes -= sizes.get(key) ?? 0;
    forget(key);
  }
}

async function loadStory(db: Db, { projectId, graphId, seq }: StoryPlace): Promise<Story> {
  const first = await requireGraph(db, projectId, graphId, seq);
  const nodes = new Map<string, StoryNode>();
  const graphs = new Map<string, PlayGraph>();
  let level: GraphVersion[] = [first];
  while (level.length > 0) {
    const found = await findVersions(db, nodeResource, projectId, { graph_id: level.map(({ id }) => id) }, seq);
    const leadsTo = new Set<string>();
    for (const { id, start_node_id: start } of level) {
      const own = found.filter(({ graph_id }) => graph_id === id).map((version) => nodeFromState(version.id, version));
      graphs.set(id, { id, start, nodes: new Map(own.map((node) => [node.id, node])) });
      for (const node of own) {
        nodes.set(node.id, node);
        for (const to of [node.exit_to?.graph_id, ...node.branches.map((branch) => branch.target_graph_id)]) {
          if (typeof to === "string" && !graphs.has(to)) leadsTo.add(to);
        }
      }
    }
    const next = [...leadsTo].filter((id) => !graphs.has(id)).slice(0, MAX_DIALOGUES - graphs.size);
    level =
      next.length === 0 || nodes.size > MAX_NODES
        ? []
        : await findVersions(db, graphResource, projectId, { id: next }, seq);
  }
  const [start, ...others] = [...graphs.values()];
  if (start === undefined) throw new Error(`${graphId} has no graph`);
  const played = { ...start, others: new Map(others.map((graph) => [graph.id, graph])) };
  const { conditions, effects } = logicOf(
    graphsOf({ ...played, variables: new Map() }).flatMap((graph) => [...graph.nodes.values()]),
  );
  const uses = noUses();
  for (const condition of conditions) collectUses(condition, uses);
  for (const effect of effects) collectEffectUses(effect, uses);
  const named = new Set([...nodes.values()].flatMap(namesSaidAt));
  const variables = await readVariables(db, projectId, { ids: [...uses.variables], names: [...named] }, seq);
  const world = await readWorld(db, projectId, { conditions, effects, variables: [...variables.values()] }, seq);
  return { dialogue: { ...played, variables, world }, nodes };
}

/** The variables that logic names by their ids, and texts by their names. */
async function readVariables(
  db: Db,
  projectId: string,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
  seq: number,
): Promise<Map<string, PlayVariable>> {
  const found = await Promise.all([
    ids.length === 0 ? [] : findVersions(db, variableResource, projectId, { id: [...ids] }, seq),
    names.length === 0 ? [] : findVersions(db, variableResource, projectId, { name: [...names] }, seq),
  ]);
  return new Map(
    found
      .flat()
      .map(({ id, name, type, default: initial, enum_values, scope, min, max }) => [
        id,
        { id, name, type, default: initial, enum_values, scope, min, max },
      ]),
  );
}
