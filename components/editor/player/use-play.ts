"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { answer, begin, choose, type Page, reread, talk } from "#domain/runtime/run.ts";
import { graphOf, graphsOf, nodeAt, type PlayedDialogue, type World } from "#domain/runtime/story.ts";
import type { TalkNews } from "#domain/runtime/talk.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { usePlayedDialogue } from "../logic/use-played-dialogue.ts";
import type { Story } from "../logic/use-story.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { type CarriedPlay, carriedTo, dropCarried } from "./carried-play.ts";

/** A node as a transcript reads it. */
export type SaidNode = Pick<Node, "id" | "kind" | "title" | "text" | "speaker_id" | "speaker_label"> &
  Partial<Pick<Node, "text_marks">>;

/** The nodes of a story with their words and speakers, whichever dialogue they are of. */
export interface StoryWords {
  get(nodeId: string): SaidNode | undefined;
  /** The dialogue that a node is of. */
  graphOf(nodeId: string): string | undefined;
}

/** A playthrough on its way. */
export interface Play {
  readonly dialogue: PlayedDialogue;
  /** The dialogue it stands in. */
  readonly graphId: string;
  readonly words: StoryWords;
  /** Every page so far, the last one being where it stands. */
  readonly pages: readonly Page[];
  /** Variables a person set by hand, by id. */
  readonly forced: ReadonlySet<string>;
  /** Whether the world is not here yet: nothing is to be decided before. */
  readonly isWaiting: boolean;
  /** The dialogue it has to go on in that is not here; null for none. */
  readonly elsewhere: string | null;
  /** Whether other dialogues are on their way, and how to ask for them once more. */
  readonly story: Pick<Story, "isPending" | "retry">;
  /** The way that is shown, by itself as long as nobody does anything: what it leads to, and how far it is. */
  readonly showing: { readonly to: string; readonly step: number; readonly steps: number } | null;
  /** Shows the rest of that way at once. */
  showAll(): void;
  /** Returns the playthrough in the form that goes on in another dialogue. */
  carried(): CarriedPlay;
  choose(branch: Branch): void;
  /** Notes what came up in the talk of the card: the page stays, with the ways that it opened. */
  hear(news: TalkNews): void;
  /** Goes on once the game has done what a card asks of it. */
  answer(): void;
  back(): void;
  restart(): void;
  force(variableId: string, value: VariableValue): void;
}

interface Run {
  /** The dialogue it began in. */
  readonly origin: string;
  /** The node it began at; null for the start. */
  readonly from: string | null;
  readonly pages: readonly Page[];
  readonly forced: ReadonlySet<string>;
  /** The world it began in; undefined before that was here. */
  readonly world: World | undefined;
}

/** Time that each page of a shown way stands before the next. */
const STEP_MS = 900;
const NO_WAY: readonly Page[] = [];

/** Dice fall anew in each playthrough, and the same again when it steps back. */
function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

/**
 * Plays the open dialogue from a node, or from its start, and on in the dialogues it leads to; or goes on with a playthrough that was taken
 * along from another canvas. Edits are read at once; what was decided and the state it led to stay.
 */
export function usePlay(start: string | null): Play {
  const projectId = useProjectId();
  const open = useDialogueState((state) => state.graph.id);
  const [carried] = useState(() => carriedTo(projectId, open));
  useEffect(dropCarried, []);
  const origin = carried?.origin ?? open;
  const from = carried === null ? start : carried.from;
  const { dialogue, story } = usePlayedDialogue(origin);
  const anew = useCallback(
    (): Run => ({
      origin,
      from,
      pages: [begin(dialogue, { from, seed: newSeed() })],
      forced: new Set(),
      world: dialogue.world,
    }),
    [dialogue, origin, from],
  );
  const way = carried?.shows === undefined ? NO_WAY : carried.pages;
  const [run, setRun] = useState<Run>(() => {
    if (carried === null) return anew();
    const pages = way.length > 0 ? way.slice(0, 1) : carried.pages;
    return { origin, from, pages, forced: carried.forced, world: dialogue.world };
  });
  // Whoever does anything takes over.
  const [isShowing, setShowing] = useState(way.length > 0);
  const shown = isShowing ? run.pages.length : way.length;
  useEffect(() => {
    const next = way[shown];
    if (next === undefined) return;
    const timer = setTimeout(() => setRun((now) => ({ ...now, pages: [...now.pages, next] })), STEP_MS);
    return () => clearTimeout(timer);
  }, [way, shown]);
  const take = useCallback((next: Run | ((now: Run) => Run)) => {
    setShowing(false);
    setRun(next);
  }, []);
  const restart = useCallback(() => take(anew()), [take, anew]);

  const [first] = run.pages;
  const isUntouched = run.pages.length === 1 && run.forced.size === 0 && carried === null;
  const isEmpty = isUntouched && first?.halt.kind === "nothing";
  // Variables that arrive after the first look are part of the beginning, with their effects on the way to the first words.
  const lacksVariables =
    isUntouched && first !== undefined && Object.keys(first.state.values).length < dialogue.variables.size;
  // So is the world.
  const lacksWorld = isUntouched && run.world === undefined && dialogue.world !== undefined;
  useEffect(() => {
    if ((isEmpty && dialogue.nodes.size > 0) || lacksVariables || lacksWorld) restart();
  }, [isEmpty, lacksVariables, lacksWorld, dialogue, restart]);

  const pages = useMemo(() => resume(dialogue, run.pages, from), [run.pages, dialogue, from]);
  const words = useMemo(() => wordsOf(dialogue), [dialogue]);
  const page = pages.at(-1);
  const graphId = page?.state.at?.graph ?? origin;
  const goesTo = page?.halt.kind === "leaves" ? page.halt.graphId : graphId;

  return {
    dialogue,
    graphId,
    elsewhere: graphOf(dialogue, goesTo) === undefined ? goesTo : null,
    words,
    pages,
    forced: run.forced,
    isWaiting: dialogue.world === undefined,
    story,
    showing: isShowing ? { to: carried?.shows ?? "", step: shown, steps: way.length } : null,
    showAll: () => setRun((now) => ({ ...now, pages: way })),
    carried: () => ({ projectId, origin, from, pages, forced: run.forced }),
    choose: (branch) => {
      if (page !== undefined) take({ ...run, pages: [...pages, choose(dialogue, page.state, branch)] });
    },
    hear: (news) => {
      const said = page === undefined ? null : talk(dialogue, page.state, news);
      if (page === undefined || said === null) return;
      take({ ...run, pages: [...pages.slice(0, -1), { ...page, state: said.state, halt: said.halt }] });
    },
    answer: () => {
      const next = page === undefined ? null : answer(dialogue, page.state);
      if (next !== null) take({ ...run, pages: [...pages, next] });
    },
    back: () => take((now) => (now.pages.length > 1 ? { ...now, pages: now.pages.slice(0, -1) } : now)),
    restart,
    force: (variableId, value) => {
      if (page === undefined) return;
      const state = { ...page.state, values: { ...page.state.values, [variableId]: value } };
      take({
        ...run,
        pages: [...pages.slice(0, -1), { ...page, state }],
        forced: new Set([...run.forced, variableId]),
      });
    },
  };
}

/** The words of a story. What was sent of its nodes holds all that is sent of any node. */
export function wordsOf(dialogue: PlayedDialogue): StoryWords {
  const holder = (nodeId: string) => graphsOf(dialogue).find(({ nodes }) => nodes.has(nodeId));
  return {
    get: (nodeId) => holder(nodeId)?.nodes.get(nodeId) as SaidNode | undefined,
    graphOf: (nodeId) => holder(nodeId)?.id,
  };
}

/**
 * The pages of a playthrough after its story was changed. What was decided stays; the last page is read anew, and one that ended at a node or
 * a dialogue that was not there goes on if it now is.
 */
export function resume(dialogue: PlayedDialogue, pages: readonly Page[], from: string | null): readonly Page[] {
  const last = pages.at(-1);
  if (last === undefined) return pages;
  const before = pages.slice(0, -1);
  const { halt } = last;
  const wentNowhere =
    halt.kind === "missing" || (halt.kind === "leaves" && graphOf(dialogue, halt.graphId) !== undefined);
  return [...before, wentNowhere ? retaken(dialogue, before.at(-1), last, from) : reread(dialogue, last)];
}

function retaken(dialogue: PlayedDialogue, before: Page | undefined, last: Page, from: string | null): Page {
  if (before === undefined) return begin(dialogue, { from, seed: last.state.seed });
  if (before.halt.kind === "command") return answer(dialogue, before.state) ?? last;
  const here = nodeAt(dialogue, before.state.at);
  const branch = here?.node.branches.find(({ id }) => id === last.way[0]);
  return branch === undefined ? last : choose(dialogue, before.state, branch);
}
