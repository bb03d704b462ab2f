import { type NodeLists, nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import { collectNodeUses } from "#domain/export/outline.ts";
import { type ExpressionUses, noUses } from "#domain/expression.ts";
import { namesSaidAt } from "#domain/runtime/words.ts";
import type { Db } from "../../../record/database.ts";
import type { Resource } from "../../../record/resource.ts";
import { fieldsOfVersions } from "../../../record/version-pages.ts";
import { findVersions } from "../../../record/versions.ts";
import { type EntityState, entityResource } from "../../entities/public.ts";
import { isStandIn } from "../import/stand-in-id.ts";
import { graphResource, nodeResource } from "../resources.ts";
import type { NodeVersion } from "../states.ts";
import { type VariableVersion, variableResource } from "../variable.ts";

interface Sourced {
  id: string;
  source_format: string | null;
  source_key: string | null;
}

/** Returns the export key of a subject: its key from our own format's import, else its id. */
export function exportKey({ id, source_format, source_key }: Sourced): string {
  return source_format === "fabula_json" && source_key !== null ? source_key : id;
}

/** A node with its lists in order. */
export interface ListedNode {
  node: NodeVersion;
  lists: NodeLists;
}

export function listed(node: NodeVersion): ListedNode {
  return { node, lists: nodeListsFromKeyed(node) };
}

type NamedEntity = Pick<EntityState, "external_id" | "type" | "name"> & { id: string };

/** Subjects that a dialogue names and does not contain, as of one sequence. */
export interface ExportNames {
  /** Ids of the dialogue's own nodes. */
  own: ReadonlySet<string>;
  /** Keys of other dialogues that it leads to, by id. */
  graphs: ReadonlyMap<string, string>;
  /** Keys of nodes of other dialogues, by id. */
  nodes: ReadonlyMap<string, string>;
  variables: readonly VariableVersion[];
  entities: ReadonlyMap<string, NamedEntity>;
}

/** Gathers what a dialogue names while its nodes come by. */
export class NamesOfDialogue {
  /** Subjects that the logic of the nodes names; speakers count as entities. */
  readonly uses: ExpressionUses = noUses();
  /** Names in braces of its texts: those of variables stand for their values. */
  private readonly inTexts = new Set<string>();
  private readonly graphId: string;
  private readonly own = new Set<string>();
  private readonly graphs = new Set<string>();
  private readonly nodes = new Set<string>();

  constructor(graphId: string) {
    this.graphId = graphId;
  }

  add({ node, lists }: ListedNode): void {
    this.own.add(node.id);
    collectNodeUses({ ...lists, speaker_id: node.speaker_id }, this.uses);
    for (const name of namesSaidAt({ ...lists, text: node.text, text_marks: node.text_marks })) this.inTexts.add(name);
    const leaving = lists.branches.map((each) => ({ graph_id: each.target_graph_id, node_id: each.target_node_id }));
    for (const end of [node.exit_to, ...leaving]) {
      if (end === null || end.graph_id === null || end.graph_id === this.graphId) continue;
      this.graphs.add(end.graph_id);
      if (end.node_id !== null) this.nodes.add(end.node_id);
    }
  }

  /** Whether the logic names a branch. */
  get namesBranches(): boolean {
    return [...this.uses.refs].some((id) => !id.startsWith("node_"));
  }

  /** Looks up all that was named and lies outside the dialogue. */
  async find(db: Db, projectId: string, seq: number): Promise<ExportNames> {
    const refs = [...this.uses.refs].filter((id) => id.startsWith("node_") && !this.own.has(id));
    const known = (ids: Iterable<string>): string[] => [...new Set(ids)].filter((id) => !isStandIn(id));
    const keys = async (resource: Resource<Omit<Sourced, "id">>, ids: Iterable<string>) => {
      const fields = ["source_format", "source_key"] as const;
      const found = await fieldsOfVersions(db, resource, projectId, known(ids), fields, seq);
      return new Map(found.map((each) => [each.id, exportKey(each)]));
    };
    const variables = await this.variables(db, projectId, seq);
    const fields = ["external_id", "type", "name"] as const;
    const entities = await fieldsOfVersions(db, entityResource, projectId, known(this.uses.entities), fields, seq);
    return {
      own: this.own,
      graphs: await keys(graphResource, this.graphs),
      nodes: await keys(nodeResource, [...refs, ...this.nodes]),
      variables,
      entities: new Map(entities.map((each) => [each.id, each])),
    };
  }

  /** The variables that its logic names by id and its texts by name, which count as used from then on. */
  private async variables(db: Db, projectId: string, seq: number): Promise<VariableVersion[]> {
    const ids = [...this.uses.variables].filter((id) => !isStandIn(id));
    const find = (where: { id: string[] } | { name: string[] }) =>
      findVersions(db, variableResource, projectId, where, seq);
    const found = ids.length === 0 ? [] : await find({ id: ids });
    const named = this.inTexts.size === 0 ? [] : await find({ name: [...this.inTexts] });
    const more = named.filter(({ id }) => !this.uses.variables.has(id));
    for (const { id } of more) this.uses.variables.add(id);
    return [...found, ...more];
  }
}
