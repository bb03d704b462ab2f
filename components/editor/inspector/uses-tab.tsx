"use client";

import type { ReactNode } from "react";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters, useDialogueNames, useVariables } from "../../frame/project/project-queries.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { speakerShown } from "../fields/use-speaker.ts";
import { useDialogue, useDialogueState, useNodeOfMoment, useSelected } from "../session/dialogue-context.ts";
import { nodeOfMoment, nodesOfMoment } from "../store/dialogue-state.ts";
import { inboundOf, otherLines, variablesOf } from "./node-uses.ts";

/** Nodes that lead to a node, its targets, and the variables it reads and writes. */
export function UsesTab({ id }: { id: string }) {
  const node = useNodeOfMoment(id);
  if (node === undefined) return null;
  const { read, written } = variablesOf(node);
  return (
    <div className="space-y-5 text-13">
      <Part title="Leads here">
        <Inbound id={id} />
      </Part>
      <Part title="Leads to">
        <Outbound id={id} />
      </Part>
      <Part title="Reads">
        <Variables ids={read} none="Reads no variables." />
      </Part>
      <Part title="Writes">
        <Variables ids={written} none="Changes no variables." />
      </Part>
      <Speaker id={id} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-12 text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

function None({ children }: { children: ReactNode }) {
  return <p className="text-ink-3">{children}</p>;
}

const LINK = "link min-h-6 cursor-pointer break-words text-start";

function Inbound({ id }: { id: string }) {
  const session = useDialogue();
  const found = useSelected((state) =>
    inboundOf({ nodes: nodesOfMoment(state) }, id).map(({ nodeId, branchId }) => {
      const from = state.nodes.get(nodeId);
      const branch = from?.branches.find((each) => each.id === branchId);
      return { nodeId, branchId, node: from && nodeName(from), branchWords: branch && branchName(branch) };
    }),
  );
  if (found.length === 0) return <None>Nothing leads here.</None>;
  return (
    <ul className="space-y-1.5">
      {found.map(({ nodeId, branchId, node, branchWords }) => (
        <li key={branchId}>
          <button type="button" className={LINK} dir="auto" onClick={() => session.reveal(nodeId)}>
            {node}
          </button>
          <span className="block text-12 text-ink-2" dir="auto">
            {branchWords}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Outbound({ id }: { id: string }) {
  const session = useDialogue();
  const projectId = useProjectId();
  const dialogues = useDialogueNames();
  const found = useSelected((state) =>
    (nodeOfMoment(state, id)?.branches ?? []).map((branch) => {
      const to = branch.target_node_id === null ? undefined : state.nodes.get(branch.target_node_id);
      const graphId = branch.target_graph_id === state.graph.id ? null : branch.target_graph_id;
      return {
        branchId: branch.id,
        branchWords: branchName(branch),
        graphId,
        nodeId: graphId === null ? (to?.id ?? null) : null,
        node: to === undefined ? null : nodeName(to),
        isMissing: graphId === null && branch.target_node_id !== null && to === undefined,
      };
    }),
  );
  if (found.length === 0) return <None>It has no choices.</None>;
  return (
    <ul className="space-y-1.5">
      {found.map(({ branchId, branchWords, graphId, nodeId, node, isMissing }) => (
        <li key={branchId}>
          {nodeId !== null && (
            <button type="button" className={LINK} dir="auto" onClick={() => session.reveal(nodeId)}>
              {node}
            </button>
          )}
          {graphId !== null && (
            <PageLink className={LINK} href={`/projects/${projectId}/dialogues/${graphId}`} dir="auto">
              The dialogue “{dialogues.get(graphId) ?? "…"}”
            </PageLink>
          )}
          {nodeId === null && graphId === null && (
            <span className={isMissing ? "text-error" : "text-ink-3"}>
              {isMissing ? "A card that is gone" : "Nowhere yet"}
            </span>
          )}
          <span className="block text-12 text-ink-2" dir="auto">
            {branchWords}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Variables({ ids, none }: { ids: readonly string[]; none: string }) {
  const projectId = useProjectId();
  const variables = useVariables();
  if (ids.length === 0) return <None>{none}</None>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {ids.map((id) => {
        const variable = variables.get(id);
        return (
          <li key={id} className="min-w-0 break-words font-code text-12">
            {variable === undefined ? (
              <span className="text-on-warn-soft">{variables.isWhole ? "not declared" : "…"}</span>
            ) : (
              <PageLink className="link" href={`/projects/${projectId}/variables?variable=${id}`} dir="auto">
                {variable.name}
              </PageLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Speaker({ id }: { id: string }) {
  const node = useNodeOfMoment(id);
  const characters = useCharacters();
  const others = useDialogueState((state) => {
    const now = nodeOfMoment(state, id);
    return now === undefined ? 0 : otherLines({ nodes: nodesOfMoment(state) }, now);
  });
  const shown = node === undefined ? null : speakerShown(node, characters);
  if (shown === null) return null;
  const lines = others === 0 ? "no other line" : others === 1 ? "one other line" : `${others} other lines`;
  return (
    <Part title="Speaker">
      <p dir="auto">
        {shown.name} has {lines} in this dialogue.
      </p>
    </Part>
  );
}
