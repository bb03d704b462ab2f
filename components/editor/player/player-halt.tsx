"use client";

import Link from "next/link";
import { branchName } from "#domain/dialogue/names.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Halt } from "#domain/play/play.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { PlayerBranches } from "./player-branches.tsx";

interface PlayerHaltProps {
  halt: Halt;
  author: boolean;
  onChoose: (branch: Branch) => void;
}

/** What comes after the words: branches, a way on, or why there is none. */
export function PlayerHalt({ halt, author, onChoose }: PlayerHaltProps) {
  const projectId = useProjectId();
  const dialogues = useDialogueNames();
  switch (halt.kind) {
    case "choices":
      return <PlayerBranches branches={halt.choices} author={author} onChoose={onChoose} />;
    case "continue":
      return (
        <button
          type="button"
          data-branch={1}
          onClick={() => onChoose(halt.choice.branch)}
          className="mt-4 inline-flex min-h-9 cursor-pointer items-baseline gap-3 rounded-control border border-line bg-panel px-3.5 py-1.5 font-medium text-14 text-ink hover:border-line-strong"
        >
          <span className="numerals font-code text-12 text-ink-3">1</span> Continue
        </button>
      );
    case "ending":
      return <Closing title="The end">An ending of this dialogue was reached.</Closing>;
    case "leaves": {
      const name = dialogues.get(halt.graphId);
      return (
        <>
          <Closing title="On to another dialogue">{name ?? "It leads to a dialogue that is gone."}</Closing>
          {name !== undefined && (
            <p className="mt-2 text-13 text-ink-3">
              <Link className="link" href={playingThere(projectId, halt.graphId, halt.nodeId)}>
                Go on there
              </Link>{" "}
              · values begin anew
            </p>
          )}
        </>
      );
    }
    case "dead-end":
      return <Closing title="Dead end">This card has no way on, and is not marked as an ending.</Closing>;
    case "blocked":
      return (
        <>
          <Closing title="No way on">Every choice of this card is closed as things stand.</Closing>
          <PlayerBranches branches={halt.choices} author={author} onChoose={onChoose} />
        </>
      );
    case "missing":
      return (
        <Closing title="This choice goes nowhere yet">
          “{branchName(halt.branch)}” leads to no card. Once it is connected, the playthrough goes on.
        </Closing>
      );
    case "circle":
      return <Closing title="Round in circles">Cards without words lead to one another for ever here.</Closing>;
    case "nothing":
      return <Closing title="Nothing here to play">The card is gone. Step back, or begin again.</Closing>;
  }
}

/** Where another dialogue opens with its player. */
function playingThere(projectId: string, graphId: string, nodeId: string | null): string {
  const node = nodeId === null ? "" : `card=${nodeId}&`;
  return `/projects/${projectId}/dialogues/${graphId}?${node}play=1`;
}

function Closing({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mt-6 border-line-strong border-t-2 pt-3">
      <p className="font-medium text-14 text-ink">{title}</p>
      <p dir="auto" className="mt-0.5 text-13 text-ink-2">
        {children}
      </p>
    </div>
  );
}
