"use client";

import { useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import type { OfferedBranch } from "#domain/runtime/offers.ts";
import type { Page } from "#domain/runtime/run.ts";
import {
  type ThenAndNow as Both,
  beginBoth,
  chooseBoth,
  type Parting,
  partingOf,
  type SharedBranch,
  sharedBranches,
} from "#domain/runtime/then-and-now.ts";
import { plain, trimmed } from "#domain/text-marks/marked-text.ts";
import type { MarkedText } from "#domain/text-marks/text-mark.ts";
import { commitWords } from "../../frame/changes/commit-words.ts";
import { Redline } from "../../frame/changes/redline.tsx";
import { inOrder, type MomentRange } from "../../frame/moment/moment-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useSpeakerInks } from "../fields/use-speaker.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { spokenAs, whatNow } from "./page-in-words.ts";
import { takeByNumber } from "./take-by-number.ts";
import { type StoryInTime, useBothPlayed, usePartingCommit } from "./use-both-played.ts";

interface ThenAndNowProps {
  at: number;
  /** The moment it is played beside, an earlier or a later one. */
  other: number | "now";
  /** The node to begin with, where both moments have it; null for the start. */
  from: string | null;
  onClose: () => void;
}

/** Plays the open dialogue as it was and as it is now, side by side, with the same choices. */
export function ThenAndNow({ at, other, from, onClose }: ThenAndNowProps) {
  const graphId = useDialogueState((state) => state.graph.id);
  const moments = inOrder(at, other);
  const query = useBothPlayed(graphId, moments);
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Then and now"
      description={`The same choices ${other === "now" ? "at the moment shown and now" : "at both moments"}. It stops where they differ.`}
    >
      {query.isPending && <LoadingRows what="both dialogues" rows={4} className="h-10" />}
      {query.isError && <ErrorState what="The dialogue" error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <PlayedBoth both={query.data} moments={moments} from={from} />}
    </Dialog>
  );
}

interface PlayedBothProps {
  both: Both<StoryInTime>;
  moments: MomentRange;
  from: string | null;
}

/** One seed for both: where dice decide, they fall alike. */
const SEED = 1;

function PlayedBoth({ both, moments, from }: PlayedBothProps) {
  const dialogues = { past: both.past.dialogue, present: both.present.dialogue };
  const [turns, setTurns] = useState(() => [beginBoth(dialogues, { from, seed: SEED })]);
  const stage = useRef<HTMLElement>(null);
  useEffect(() => {
    stage.current?.focus({ preventScroll: true });
  }, []);
  const pages = turns.at(-1) ?? beginBoth(dialogues, { from, seed: SEED });
  const parting = partingOf(pages, dialogues.present.id, turns.at(-2) ?? null);
  const shared = parting === null || parting.kind === "branches" ? sharedBranches(pages) : [];
  const go = (next: Both<Page>[]) => {
    setTurns(next);
    stage.current?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys take the choices.
      tabIndex={0}
      aria-label="Both playthroughs"
      onKeyDown={takeByNumber}
      className="-outline-offset-2"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title="Then" pages={pages} both={both} side="past" />
        <Side title={moments.present === "now" ? "Now" : "Later"} pages={pages} both={both} side="present" />
      </div>
      <div role="status" className="mt-4">
        {parting === null ? (
          <p className="text-13 text-ink-2">
            No difference so far. {shared.length > 0 && `${counted(shared.length, "choice")}.`}
          </p>
        ) : (
          <PartingNotice parting={parting} moments={moments} />
        )}
      </div>
      <ol className="mt-3 flex flex-col gap-1.5" aria-label="Choices for both">
        {shared.map((each, index) => (
          <li key={each.present.branch.id}>
            <button
              type="button"
              data-branch={index < 9 ? index + 1 : undefined}
              onClick={() => go([...turns, chooseBoth(dialogues, pages, each)])}
              className="flex w-full cursor-pointer items-baseline gap-3 rounded-control border border-line bg-panel px-3 py-2 text-start hover:border-line-strong"
            >
              <span className="numerals w-4 shrink-0 font-code text-12 text-ink-3">{index < 9 ? index + 1 : ""}</span>
              <span dir="auto" className="grow font-reading text-16 text-ink">
                <SharedWords shared={each} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex gap-2">
        <Button
          size="sm"
          disabledReason={turns.length === 1 ? "This is the beginning." : null}
          onClick={() => go(turns.slice(0, -1))}
        >
          Step back
        </Button>
        <Button size="sm" onClick={() => go(turns.slice(0, 1))}>
          Begin again
        </Button>
      </div>
    </section>
  );
}

function wordsOf({ branch }: OfferedBranch): MarkedText {
  const words = trimmed({ text: branch.choice_text, marks: branch.text_marks });
  return words.text === "" ? plain("Continue") : words;
}

function SharedWords({ shared }: { shared: SharedBranch }) {
  const [before, after] = [wordsOf(shared.past), wordsOf(shared.present)];
  return <Redline before={before.text} after={after.text} marks={{ before: before.marks, after: after.marks }} />;
}

/** One side's cards of this turn. What was taken out since is marked then, what was put in is marked now. */
function Side(props: { title: string; pages: Both<Page>; both: Both<StoryInTime>; side: keyof Both<unknown> }) {
  const { title, pages, both, side } = props;
  const page = pages[side];
  const { words, characters } = both[side];
  const inks = useSpeakerInks();
  const other = both[side === "past" ? "present" : "past"].words;
  const lines = page.nodes.flatMap((id) => words.get(id) ?? []).filter(({ text }) => text.trim() !== "");
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-paper px-4 py-3">
      <h3 className="mb-2 font-medium text-12 text-ink-2">{title}</h3>
      {lines.map((node, index) => {
        const speaker = spokenAs(node, characters);
        const otherNode = other.get(node.id) ?? node;
        const [before, after] = side === "past" ? [node, otherNode] : [otherNode, node];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card may come twice in a turn.
          <div key={`${index} ${node.id}`} className="mb-3">
            {speaker !== null && (
              <p dir="auto" className={`mb-1 font-medium text-12 ${inks(node)}`}>
                {speaker}
              </p>
            )}
            <p dir="auto" className="whitespace-pre-wrap break-words font-reading text-16 text-ink leading-relaxed">
              <Redline
                before={before.text}
                after={after.text}
                marks={{ before: before.text_marks ?? [], after: after.text_marks ?? [] }}
                shows={side === "past" ? "removed" : "added"}
              />
            </p>
          </div>
        );
      })}
      <p className="text-12 text-ink-3">{whatNow(page.halt, false)}</p>
    </section>
  );
}

/** Notice of the reason why the comparison stops here, and of the change that caused it. */
function PartingNotice({ parting, moments }: { parting: Parting; moments: MomentRange }) {
  const nameOf = useActorNames();
  const commit = usePartingCommit(parting, moments);
  return (
    <Notice tone="warn" title="The paths differ here">
      <p dir="auto">{partingWords(parting)}</p>
      {commit === null && <p>None of these cards was changed: a value or a condition before them differs.</p>}
      {commit !== null && commit !== undefined && (
        <p dir="auto">
          {nameOf(commit.actor)} {commitWords(commit)}, <LocalTime iso={commit.at} />
        </p>
      )}
    </Notice>
  );
}

function partingWords(parting: Parting): string {
  if (parting.kind === "nodes") return "Another card is reached.";
  if (parting.kind === "halts") return "The same card continues differently.";
  const said = (when: string, branches: readonly OfferedBranch[]) =>
    branches.map((each) => `“${wordsOf(each)}” can be chosen ${when} only.`);
  return [...said("then", parting.only.past), ...said("now", parting.only.present)].join(" ");
}
