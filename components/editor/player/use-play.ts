"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { answer, begin, choose, type Page, reread } from "#domain/runtime/run.ts";
import type { PlayedDialogue, World } from "#domain/runtime/story.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
import { useWorld } from "./use-world.ts";

/** A playthrough on its way. */
export interface Play {
  readonly dialogue: PlayedDialogue;
  /** The nodes with their words and speakers. */
  readonly words: ReadonlyMap<string, Node>;
  /** Every page so far, the last one being where it stands. */
  readonly pages: readonly Page[];
  /** Variables a person set by hand, by id. */
  readonly forced: ReadonlySet<string>;
  /** Whether the world is not here yet: nothing is to be decided before. */
  readonly isWaiting: boolean;
  choose(branch: Branch): void;
  /** Goes on once the game has done what a card asks of it. */
  answer(): void;
  back(): void;
  restart(): void;
  force(variableId: string, value: VariableValue): void;
}

interface Run {
  readonly pages: readonly Page[];
  readonly forced: ReadonlySet<string>;
  /** The world it began in; undefined before that was here. */
  readonly world: World | undefined;
}

/** Dice fall anew in each playthrough, and the same again when it steps back. */
function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

/** The open dialogue as the player reads it: the words and logic as they are now, unsent edits included. */
function usePlayedDialogue() {
  const id = useDialogueState((state) => state.graph.id);
  const start = useDialogueState((state) => state.graph.start_node_id);
  const nodes = useDialogueState(nodesOfMoment);
  const variables = useVariables();
  const world = useWorld();
  return useMemo(
    () => ({ id, start, nodes, variables, ...(world !== undefined && { world }) }),
    [id, start, nodes, variables, world],
  );
}

/**
 * Plays the open dialogue from a node, or from its start. Edits of the dialogue are read at once; what was decided and
 * the state it led to stay.
 */
export function usePlay(from: string | null): Play {
  const dialogue = usePlayedDialogue();
  const [run, setRun] = useState<Run>(() => ({
    pages: [begin(dialogue, { from, seed: newSeed() })],
    forced: new Set(),
    world: dialogue.world,
  }));

  const restart = useCallback(
    () =>
      setRun({
        pages: [begin(dialogue, { from, seed: newSeed() })],
        forced: new Set(),
        world: dialogue.world,
      }),
    [dialogue, from],
  );
  const [first] = run.pages;
  const isUntouched = run.pages.length === 1 && run.forced.size === 0;
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

  return {
    dialogue,
    words: dialogue.nodes,
    pages,
    forced: run.forced,
    isWaiting: dialogue.world === undefined,
    choose: (branch) => {
      const page = pages.at(-1);
      if (page !== undefined) setRun({ ...run, pages: [...pages, choose(dialogue, page.state, branch)] });
    },
    answer: () => {
      const page = pages.at(-1);
      const next = page === undefined ? null : answer(dialogue, page.state);
      if (next !== null) setRun({ ...run, pages: [...pages, next] });
    },
    back: () => setRun((now) => (now.pages.length > 1 ? { ...now, pages: now.pages.slice(0, -1) } : now)),
    restart,
    force: (variableId, value) => {
      const page = pages.at(-1);
      if (page === undefined) return;
      const state = { ...page.state, values: { ...page.state.values, [variableId]: value } };
      setRun({
        ...run,
        pages: [...pages.slice(0, -1), { ...page, state }],
        forced: new Set([...run.forced, variableId]),
      });
    },
  };
}

/**
 * The pages of a playthrough after the dialogue was changed. What was decided stays; the last page is read anew, and one
 * that ended at a node that was not there goes on if it now is.
 */
export function resume(dialogue: PlayedDialogue, pages: readonly Page[], from: string | null): readonly Page[] {
  const last = pages.at(-1);
  if (last === undefined) return pages;
  const before = pages.slice(0, -1);
  return [
    ...before,
    last.halt.kind === "missing" ? retaken(dialogue, before.at(-1), last, from) : reread(dialogue, last),
  ];
}

function retaken(dialogue: PlayedDialogue, before: Page | undefined, last: Page, from: string | null): Page {
  if (before === undefined) return begin(dialogue, { from, seed: last.state.seed });
  const node = dialogue.nodes.get(before.nodes.at(-1) ?? "");
  const branch = node?.branches.find(({ id }) => id === last.way[0]);
  return branch === undefined ? last : choose(dialogue, before.state, branch);
}
