"use client";

import { CircleHelp, Lock, RotateCcw } from "lucide-react";
import { type DescribedNames, describeExpression } from "#domain/describe-logic.ts";
import { branchName } from "#domain/dialogue/names.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Obstacle, OfferedBranch } from "#domain/runtime/offers.ts";
import type { Halt } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { TalkNews } from "#domain/runtime/talk.ts";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { OfferWords } from "./offer-words.tsx";
import type { PlayerTalkProps } from "./player-talk.tsx";
import { whyUnknown } from "./unknown-words.ts";

const PlayerTalkLate = latePart<PlayerTalkProps>(() => import("./player-talk.tsx").then((part) => part.PlayerTalk));

interface PlayerHaltProps {
  halt: Halt;
  dialogue: PlayedDialogue;
  names: DescribedNames;
  author: boolean;
  /** Number of pages so far: a card that is come to again is another talk. */
  turn: number;
  onChoose: (branch: Branch) => void;
  /** Told what came up in the talk of a card. */
  onHear: (news: TalkNews) => void;
  /** The game has done what a card asks of it. */
  onDone: () => void;
  /** Begins once more where there is nothing to go on with. */
  onAgain: () => void;
}

/** End of a page: branches, a way on, or the reason why there is none. */
export function PlayerHalt({
  halt,
  dialogue,
  names,
  author,
  turn,
  onChoose,
  onHear,
  onDone,
  onAgain,
}: PlayerHaltProps) {
  const dialogues = useDialogueNames();
  const again = (
    <Button className="mt-3" icon={<RotateCcw aria-hidden className="size-4" />} onClick={onAgain}>
      Play again
    </Button>
  );
  switch (halt.kind) {
    case "choices":
      return (
        <>
          {halt.talk !== undefined && (
            <PlayerTalkLate
              key={`${turn} ${halt.talk.nodeId}`}
              talk={halt.talk}
              choices={halt.choices}
              onHear={onHear}
              onChoose={onChoose}
            />
          )}
          <PlayerBranches
            dialogue={dialogue}
            names={names}
            branches={halt.choices}
            author={author}
            onChoose={onChoose}
          />
        </>
      );
    case "continue":
      return <Continue onClick={() => onChoose(halt.choice.branch)} />;
    case "command":
      return (
        <>
          <Closing title="The game does">{halt.text.trim() || "No text yet."}</Closing>
          <Continue onClick={onDone} />
        </>
      );
    case "waiting":
      return (
        <>
          <Closing title="Waiting">Waiting for one of these events in the game.</Closing>
          <PlayerBranches
            dialogue={dialogue}
            names={names}
            branches={halt.events}
            author={author}
            onChoose={onChoose}
          />
        </>
      );
    case "ending":
      return (
        <>
          <Closing title="The end">An ending of this dialogue was reached.</Closing>
          {again}
        </>
      );
    case "leaves":
      return (
        <>
          <Closing title="Continues in another dialogue">
            {`It leads to a card of “${dialogues.get(halt.graphId) ?? "another dialogue"}” that is gone.`}
          </Closing>
          {again}
        </>
      );
    case "dead-end":
      return (
        <>
          <Closing title="Dead end">This card has no choices and is not marked as an ending.</Closing>
          {again}
        </>
      );
    case "blocked":
      return (
        <>
          <Closing title="No open choice">All choices of this card are closed.</Closing>
          <PlayerBranches
            dialogue={dialogue}
            names={names}
            branches={halt.choices}
            author={author}
            onChoose={onChoose}
          />
        </>
      );
    case "missing":
      return (
        <>
          <Closing title="This choice goes nowhere yet">
            “{branchName(halt.branch)}” leads nowhere yet. Connect it to continue.
          </Closing>
          {again}
        </>
      );
    case "circle":
      return (
        <>
          <Closing title="Endless loop">
            These cards have no text and lead back to each other, or their logic takes too long.
          </Closing>
          {again}
        </>
      );
    case "nothing":
      return dialogue.nodes.size === 0 ? (
        <Closing title="Nothing to play yet">Write the first line, and begin again.</Closing>
      ) : (
        <Closing title="Nothing here to play">The card was deleted. Step back, or begin again.</Closing>
      );
  }
}

function Continue({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      data-branch={1}
      data-onward=""
      onClick={onClick}
      className="mt-4 inline-flex min-h-9 cursor-pointer items-baseline gap-3 rounded-control border border-line bg-panel px-3.5 py-1.5 font-medium text-14 text-ink hover:border-line-strong"
    >
      <span className="numerals font-code text-12 text-ink-3">1</span> Continue
    </button>
  );
}

/** Notice that ends a page, with its reason. */
export function Closing({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mt-6 border-line-strong border-t-2 pt-3 first:mt-0 first:border-t-0 first:pt-0">
      <p className="font-medium text-14 text-ink">{title}</p>
      <p dir="auto" className="mt-0.5 text-13 text-ink-2">
        {children}
      </p>
    </div>
  );
}

interface PlayerBranchesProps {
  dialogue: PlayedDialogue;
  names: DescribedNames;
  branches: readonly OfferedBranch[];
  /** Shows what a player would not see, and lets closed doors be opened. */
  author: boolean;
  onChoose: (branch: Branch) => void;
}

/** Keys 1 to 9 take the first nine. */
const NUMBERED = 9;

/** Branches to choose from. The number in front of a branch is its key. */
function PlayerBranches({ branches, dialogue, names, author, onChoose }: PlayerBranchesProps) {
  const visible = branches.filter((each) => each.shown || author);
  return (
    <ol className="mt-4 flex flex-col gap-1.5" aria-label="Choices">
      {visible.map((offered, index) => {
        const { branch, available, obstacle } = offered;
        const closed = !available;
        const reasonId = `reason-${branch.id}`;
        return (
          <li key={branch.id}>
            <button
              type="button"
              data-branch={index < NUMBERED ? index + 1 : undefined}
              aria-disabled={closed && !author}
              aria-describedby={obstacle === null || !author ? undefined : reasonId}
              onClick={() => {
                if (!closed || author) onChoose(branch);
              }}
              className="flex w-full cursor-pointer items-baseline gap-3 rounded-control border border-line bg-panel px-3 py-2 text-start hover:border-line-strong aria-disabled:cursor-not-allowed aria-disabled:opacity-70"
            >
              <span className="numerals w-4 shrink-0 font-code text-12 text-ink-3">
                {index < NUMBERED ? index + 1 : ""}
              </span>
              <span
                dir="auto"
                className={`grow whitespace-pre-line font-reading text-16 text-ink ${closed ? "line-through" : ""}`}
              >
                <OfferWords offer={offered} />
              </span>
              {closed && <Lock aria-label="Closed" className="size-3.5 shrink-0 text-warn" />}
              {!closed && author && obstacle !== null && (
                <CircleHelp aria-hidden className="size-3.5 shrink-0 text-ink-3" />
              )}
            </button>
            {obstacle !== null && author && (
              <p id={reasonId} dir="auto" className="ms-10 mt-1 text-12 text-ink-2">
                {blockedReason(obstacle, dialogue, names)}
                {closed && " You can still choose it."}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the obstacle of a branch in words: the very clause that fails. */
function blockedReason(obstacle: Obstacle, dialogue: PlayedDialogue, names: DescribedNames): string {
  if (obstacle.kind === "taken-once") return "Can be chosen only once.";
  const clause = describeExpression(obstacle.condition, names);
  if (!obstacle.unknown) return `Closed: needs ${clause}.`;
  const why = whyUnknown(obstacle.condition, dialogue, names);
  return why === null ? `Not known here: ${clause}.` : `Not known here: ${clause}, for ${why}.`;
}
