import type { StudioClient } from "../../frame/api/client.ts";
import { nodeFrom } from "../model/loaded.ts";
import type { Node } from "../model/model.ts";
import type { RecordedEvent } from "./recorded-change.ts";

/** A card as the record has it, and the sequence of its last change. */
export interface FetchedNode {
  readonly node: Node;
  readonly seq: number;
}

/** Reads what the record says about one project. Everything may reject. */
export interface Feed {
  /** Events after a sequence, and whether there are more. */
  events(afterSeq: number): Promise<{ events: readonly RecordedEvent[]; hasMore: boolean }>;
  /** Cards by id; those that are gone are left out. */
  nodes(ids: readonly string[]): Promise<FetchedNode[]>;
}

const PAGE = 500;
/** From this many cards on, the whole dialogue is read in one go. */
const MANY = 40;

/** The feed through the studio's own operations. */
export function studioFeed(client: StudioClient, projectId: string, graphId: string): Feed {
  return {
    async events(afterSeq) {
      const input = { project_id: projectId, after_seq: afterSeq, limit: PAGE };
      const { events, has_more } = await client.record.events.query(input);
      return { events, hasMore: has_more };
    },
    async nodes(ids) {
      if (ids.length >= MANY) {
        const wanted = new Set(ids);
        const { nodes } = await client.dialogues.get.query({ project_id: projectId, graph_id: graphId });
        return nodes.filter(({ id }) => wanted.has(id)).map(fetched);
      }
      const answers = await Promise.allSettled(
        ids.map((node_id) => client.dialogues.getNode.query({ project_id: projectId, node_id })),
      );
      return answers.flatMap((answer) => (answer.status === "fulfilled" ? [fetched(answer.value)] : []));
    },
  };
}

function fetched(node: Parameters<typeof nodeFrom>[0]): FetchedNode {
  return { node: nodeFrom(node), seq: node.valid_from_seq ?? 0 };
}
