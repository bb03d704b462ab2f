"use client";

import { branchName, nodeName } from "../dialogue/model/names.ts";
import { useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { speakerShown } from "../fields/use-speaker.ts";
import { useCharacters } from "../project/project-queries.ts";

/** The whole script on paper, for reading aloud: numbered sections, speakers, words, and where each choice goes on. */
export function PrintedScript({ ids }: { ids: readonly string[] }) {
  const nodes = useDialogueState((state) => state.nodes);
  const name = useDialogueState((state) => state.graph.name);
  const characters = useCharacters();
  const numbers = new Map(ids.map((id, at) => [id, at + 1]));
  return (
    <article className="hidden text-ink print:block">
      <h1 className="mb-6 font-reading font-semibold text-28">{name}</h1>
      {ids.map((id) => {
        const node = nodes.get(id);
        if (node === undefined) return null;
        const speaker = speakerShown(node, characters);
        return (
          <section key={id} className="mb-4 break-inside-avoid">
            <h2 className="font-medium text-11 text-ink-3">
              {numbers.get(id)} · {nodeName(node)}
              {node.kind === "end" && " · ending"}
            </h2>
            {speaker !== null && <p className="font-semibold text-12 uppercase tracking-wide">{speaker.name}</p>}
            <p dir="auto" className="whitespace-pre-wrap font-reading text-14">
              {node.text}
            </p>
            <ul className="ms-6 font-reading text-12">
              {node.branches.map((branch) => {
                const to = branch.target_node_id === null ? undefined : numbers.get(branch.target_node_id);
                return (
                  <li key={branch.id}>
                    {branchName(branch)} {to === undefined ? "" : `→ ${to}`}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </article>
  );
}
