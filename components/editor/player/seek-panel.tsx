"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { type DescribedNames, describeConditions } from "#domain/describe-logic.ts";
import { branchName, nodeName, wayName } from "#domain/dialogue/names.ts";
import type { Bar, Finding, Goal } from "#domain/runtime/seek.ts";
import { graphsOf, type PlayedDialogue, type PlayNode } from "#domain/runtime/story.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useVariables } from "../../frame/project/project-queries.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { usePlayedDialogue } from "../logic/use-played-dialogue.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { closeSide, useViewStore } from "../store/view-state.ts";
import { carryPlay } from "./carried-play.ts";
import { Closing } from "./player-halt.tsx";
import { type Seeking, seekAside } from "./seek-aside.ts";
import { whyUnknown } from "./unknown-words.ts";
import { useStoryNames } from "./use-story-names.ts";

/** States that are looked at first, and how many times as many each time one looks further. */
const FIRST_BUDGET = 20_000;
const FURTHER = 10;
/** Bars that are told. */
const MOST_BARS = 5;

type Answer = Finding | { readonly kind: "failed" };

/** Looks for a real way from the start to a card or a choice: plays it, or says why there is none, or that it could not decide. */
export function SeekPanel({ goal }: { goal: Goal }) {
  const view = useViewStore();
  const projectId = useProjectId();
  const open = useDialogueState((state) => state.graph.id);
  const { dialogue, story } = usePlayedDialogue(open);
  const names = useStoryNames(dialogue);
  const variables = useVariables();
  const stage = useRef<HTMLElement>(null);
  const [budget, setBudget] = useState(FIRST_BUDGET);
  const seeking = useRef<Seeking | null>(null);
  const lookedAt = useRef<PlayedDialogue | null>(null);
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const name = goalName(dialogue, goal);
  const lacks = lacking(dialogue, story.graphs);
  const isReady = variables.isWhole && dialogue.world !== undefined && !lacks;

  useEffect(() => {
    stage.current?.focus({ preventScroll: true });
  }, []);
  const newest = useRef({ dialogue, name });
  useEffect(() => {
    newest.current = { dialogue, name };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at the story as it is when it begins, once for each try.
  useEffect(() => {
    if (!isReady) return;
    const search = seekAside(newest.current.dialogue, { goal, budget });
    seeking.current = search;
    lookedAt.current = newest.current.dialogue;
    tell(search, search.found);
    return () => {
      seeking.current = null;
      search.stop();
    };
  }, [isReady, goal, tries, projectId, open, view]);

  /** Tells what a search comes to, unless another one began, or the panel was closed. */
  function tell(search: Seeking, found: Promise<Finding>): void {
    const told = (next: Answer) => {
      if (seeking.current !== search) return;
      if (next.kind !== "found") setAnswer(next);
      else {
        const play = { projectId, origin: open, from: null, pages: next.pages, forced: new Set<string>() };
        carryPlay(open, { ...play, shows: newest.current.name });
        view.setState(({ plays }) => ({ seeking: null, playFrom: null, plays: plays + 1 }));
      }
    };
    found.then(told, () => told({ kind: "failed" }));
  }

  const close = () => closeSide(view);
  useCommandHandlers({ "play.close": close });
  const seekAgain = () => {
    setAnswer(null);
    setTries(tries + 1);
    stage.current?.focus({ preventScroll: true });
  };
  const lookFurther = () => {
    const search = seeking.current;
    const next = budget * FURTHER;
    setAnswer(null);
    setBudget(next);
    // What was written since may lead elsewhere: it is looked at from the beginning then.
    if (search === null || newest.current.dialogue !== lookedAt.current) setTries(tries + 1);
    else tell(search, search.further(next));
    stage.current?.focus({ preventScroll: true });
  };

  return (
    <section
      ref={stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys end the search.
      tabIndex={0}
      aria-label="How to get here"
      data-command-scope="player"
      className="flex w-1/2 max-w-160 shrink-0 flex-col border-line border-s bg-panel -outline-offset-2 max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-lg:w-full max-lg:max-w-none print:hidden"
    >
      <header className="flex min-h-10 items-center gap-1 border-line border-b ps-5 pe-1">
        <h2 dir="auto" className="grow truncate font-medium text-13">
          How to get to {name}
        </h2>
        <IconButton label="Close" icon={<X aria-hidden className="size-4" />} onClick={close} />
      </header>
      <div className="min-h-0 grow overflow-y-auto px-5 py-5" aria-live="polite">
        {lacks && !story.isPending ? (
          <Failed title="The dialogues it leads to could not be loaded" onRetry={story.retry} />
        ) : answer === null ? (
          <Looking name={name} onCancel={close} />
        ) : (
          <Told
            answer={answer}
            name={name}
            dialogue={dialogue}
            names={names}
            onAgain={seekAgain}
            onFurther={lookFurther}
          />
        )}
      </div>
    </section>
  );
}

function Looking({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <>
      <p dir="auto" className="text-13 text-ink-2">
        Searching all paths from the start of this dialogue to {name}…
      </p>
      <LoadingRows what="a path" rows={2} className="mt-4 h-10" />
      <Button size="sm" className="mt-4" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="space-y-3">
      <Notice tone="error" title={title}>
        <p>The search did not finish, so there is no result.</p>
      </Notice>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface ToldProps {
  answer: Answer;
  name: string;
  dialogue: PlayedDialogue;
  names: DescribedNames;
  /** Looks at the story as it is now, from the beginning. */
  onAgain: () => void;
  /** Goes on from where it stopped. */
  onFurther: () => void;
}

function Told({ answer, name, dialogue, names, onAgain, onFurther }: ToldProps) {
  if (answer.kind === "failed") return <Failed title="The search failed" onRetry={onAgain} />;
  if (answer.kind === "found") return null;
  const states = counted(answer.states, "state");
  if (answer.kind === "undecided") {
    return (
      <>
        <Closing title={`No result after ${states}`}>
          Not all of the story was searched. There may be a path to {name}.
        </Closing>
        <Button size="sm" className="mt-4" onClick={onFurther}>
          Search further
        </Button>
      </>
    );
  }
  const bars = answer.bars.slice(0, MOST_BARS);
  const left = answer.bars.length - bars.length;
  return (
    <>
      <Closing title="Proved impossible">
        {bars.length === 0
          ? `No path leads from the start of this dialogue to ${name}.`
          : `No choices or dice rolls lead to ${name}, because:`}
      </Closing>
      {bars.length > 0 && (
        <ul aria-label="What blocks the path" className="mt-3 flex flex-col gap-2">
          {bars.map((bar) => (
            <Barred key={bar.branch} bar={bar} dialogue={dialogue} names={names} />
          ))}
        </ul>
      )}
      {left > 0 && (
        <p className="mt-2 text-12 text-ink-3">And {counted(left, "more way", "more ways")} that stay closed.</p>
      )}
      <p className="mt-4 text-12 text-ink-3">All {states} were searched.</p>
      <Button size="sm" className="mt-3" onClick={onAgain}>
        Search again
      </Button>
    </>
  );
}

/** A choice that stays closed, and what keeps it so; its card is a press away where it is on this canvas. */
function Barred({ bar, dialogue, names }: { bar: Bar; dialogue: PlayedDialogue; names: DescribedNames }) {
  const session = useDialogue();
  const isHere = useDialogueState((state) => state.nodes.has(bar.node));
  const node = nodeOf(dialogue, bar.node);
  const branch = node?.branches.find(({ id }) => id === bar.branch);
  if (node === undefined || branch === undefined) return null;
  const title = names.node?.(node.id) ?? nodeName({ title: null, ...node });
  return (
    <li dir="auto" className="rounded-control border border-line px-3 py-2 text-13 text-ink">
      “{wayName(node, branch)}” at{" "}
      {isHere ? (
        <button type="button" className="link cursor-pointer" onClick={() => session.reveal(node.id)}>
          {title}
        </button>
      ) : (
        title
      )}{" "}
      {bar.clauses.length === 0 ? (
        "is never taken: another way always comes first."
      ) : (
        <>
          {bar.clauses.some(({ unknown }) => unknown)
            ? "stays closed, because this is unknown: "
            : "never opens: needs "}
          {bar.clauses.map(({ condition, unknown }, index) => (
            <span key={JSON.stringify(condition)}>
              {index > 0 && " and "}
              <strong className="font-medium">{describeConditions([condition], names)}</strong>
              {unknown && inBrackets(whyUnknown(condition, dialogue, names))}
            </span>
          ))}
          .
        </>
      )}
    </li>
  );
}

const inBrackets = (why: string | null): string => (why === null ? "" : ` (${why})`);

/** Returns the goal of a search in words. */
function goalName(dialogue: PlayedDialogue, goal: Goal): string {
  if ("node" in goal) {
    const node = nodeOf(dialogue, goal.node);
    return node === undefined ? "a card that is gone" : `“${nodeName({ title: null, ...node })}”`;
  }
  for (const { nodes } of graphsOf(dialogue)) {
    for (const { branches } of nodes.values()) {
      const branch = branches.find(({ id }) => id === goal.branch);
      if (branch !== undefined) return `the choice “${branchName(branch)}”`;
    }
  }
  return "a choice that is gone";
}

function nodeOf(dialogue: PlayedDialogue, id: string): PlayNode | undefined {
  return graphsOf(dialogue)
    .find(({ nodes }) => nodes.has(id))
    ?.nodes.get(id);
}

/** Whether the open dialogue leads to others and none of the story is here: a proof would leave them out. */
function lacking(dialogue: PlayedDialogue, graphs: ReadonlyMap<string, unknown>): boolean {
  if (graphs.size > 0) return false;
  for (const { exit_to, branches } of dialogue.nodes.values()) {
    if (exit_to !== null || branches.some(({ target_graph_id }) => target_graph_id !== null)) return true;
  }
  return false;
}
