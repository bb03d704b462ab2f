"use client";

import { useState } from "react";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames, useCharacters, useDialogueNames, useVariables } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { LocalTime, sayMoment } from "../../ui/local-time.tsx";
import { showToast } from "../../ui/toast.ts";
import { wordDiff } from "../fields/word-diff.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import {
  type HistoryChange,
  type HistoryNames,
  type HistoryRow,
  proseOf,
  valueWords,
  verbWords,
} from "./history-words.ts";

interface HistoryEntryProps {
  subjectId: string;
  row: HistoryRow;
  /** It is as the node is now: there is nothing to go back to. */
  isLatest: boolean;
}

/** One thing somebody did to a node. */
export function HistoryEntry({ subjectId, row, isLatest }: HistoryEntryProps) {
  const nameOf = useActorNames();
  const { at, goTo } = useMoment();
  const change = useCan()("change");
  const restore = useRestore(subjectId);
  const names = useHistoryNames();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const when = sayMoment(new Date(row.to_at), new Date());
  return (
    <li className="rounded-card border border-line bg-paper px-3 py-2 text-13">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-medium" dir="auto">
          {nameOf(row.actor)}
        </span>
        <span className="text-12 text-ink-3">
          <LocalTime iso={row.to_at} />
        </span>
      </p>
      <p className="text-12 text-ink-2" dir="auto">
        {row.label ?? verbWords(row.verb)}
      </p>
      {row.changes.length > 0 && (
        <ul className="mt-1.5 space-y-1.5">
          {row.changes.map((each) => (
            <li key={each.field}>
              <Changed change={each} names={names} />
            </li>
          ))}
        </ul>
      )}
      {problem !== null && (
        <p role="alert" className="mt-1.5 text-12 text-error">
          {problem}
        </p>
      )}
      <div className="-ms-2.5 mt-1 flex flex-wrap gap-x-1">
        {!isLatest && row.verb !== "deleted" && (
          <Button
            size="sm"
            variant="bare"
            disabled={isSending}
            disabledReason={reasonOf(change)}
            aria-label={`Restore this version, ${when}`}
            onClick={async () => {
              setSending(true);
              setProblem(await restore(row.to_seq, when));
              setSending(false);
            }}
          >
            Restore this version
          </Button>
        )}
        {at !== row.to_seq && (
          <Button
            size="sm"
            variant="bare"
            aria-label={`See the project as it was then, ${when}`}
            onClick={() => {
              keepNode(subjectId);
              goTo(row.to_seq);
            }}
          >
            See the project as it was then
          </Button>
        )}
      </div>
    </li>
  );
}

/** Names the node in the address, so that it is looked at on the other side too. */
function keepNode(id: string): void {
  const query = new URLSearchParams(window.location.search);
  query.set("card", id);
  window.history.replaceState(window.history.state, "", `${window.location.pathname}?${query}`);
}

/** One field before and after. Words are compared word by word; marks and line-through say it without colour. */
function Changed({ change, names }: { change: HistoryChange; names: HistoryNames }) {
  const prose = proseOf(change);
  const branch = change.branch_id === null ? undefined : names.thing(change.branch_id);
  const title = branch === undefined ? change.name : `${change.name} of “${branch}”`;
  return (
    <>
      <p className="text-11 text-ink-3" dir="auto">
        {title}
      </p>
      {prose === null ? (
        <p className="break-words" dir="auto">
          <del className="text-ink-3">{valueWords(change.field, change.before, names)}</del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{valueWords(change.field, change.after, names)}</ins>
        </p>
      ) : (
        <p className="line-clamp-[12] whitespace-pre-wrap break-words font-reading" dir="auto">
          {wordDiff(prose.before, prose.after).map((part, index) =>
            part.kind === "same" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
              <span key={index}>{part.text}</span>
            ) : part.kind === "removed" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
              <del key={index} className="bg-error-soft text-on-error-soft">
                {part.text}
              </del>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
              <ins key={index} className="bg-ok-soft text-on-ok-soft decoration-1 underline-offset-2">
                {part.text}
              </ins>
            ),
          )}
        </p>
      )}
    </>
  );
}

/** What things are called now; what is gone has no name any more. */
function useHistoryNames(): HistoryNames {
  const { store } = useDialogue();
  const variables = useVariables();
  const characters = useCharacters();
  const dialogues = useDialogueNames();
  const thing = (id: string): string | undefined => {
    const { nodes, groups } = store.getState();
    const node = nodes.get(id);
    if (node !== undefined) return nodeName(node);
    if (id.startsWith("br_")) {
      for (const { branches } of nodes.values()) {
        const branch = branches.find((each) => each.id === id);
        if (branch !== undefined) return branchName(branch);
      }
    }
    return characters.get(id)?.name ?? groups.get(id)?.title ?? dialogues.get(id);
  };
  return { thing, variable: (id) => variables.get(id)?.name, entity: (id) => characters.get(id)?.name, node: thing };
}

/**
 * Brings back an earlier version of a node. What was just written is sent first, so that the restore comes after it; what
 * the server then has arrives here like anybody's change.
 */
function useRestore(subject_id: string): (seq: number, when: string) => Promise<string | null> {
  const session = useDialogue();
  const project_id = useProjectId();
  const client = useStudioClient();

  async function restore(seq: number, when: string): Promise<string | null> {
    if (!(await whenSaved(session))) return "What you wrote last is not saved yet. Try again when it is.";
    try {
      const done = await client.record.restore.mutate({ project_id, subject_id, seq });
      const before = done.seq - done.restored.length;
      if (done.restored.length === 0) showToast({ text: `It already is as it was ${when}.` });
      else showToast({ text: `Restored the version of ${when}.`, undo: () => void restore(before, "before") });
      return null;
    } catch (error) {
      return whyNot(error);
    }
  }
  return restore;
}
