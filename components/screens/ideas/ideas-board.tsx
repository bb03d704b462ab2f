"use client";

import { useQueries } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { inWords } from "../../ui/form/shape.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { GAPS, IDEAS, type Idea, type IdeaState } from "./idea-data.ts";
import { useIdeaMoved } from "./use-idea-steps.ts";

/** States as columns, in the order of an idea's way. */
const STATES = ["proposed", "shortlisted", "developing", "promoted", "rejected", "archived"] as const;

/** Ideas that a column shows. */
const SHOWN = 50;

type Step = "shortlist" | "develop" | "promote" | "reject" | "archive" | "reopen";
type Column = { readonly state: IdeaState; readonly ideas: readonly Idea[]; readonly total: number };

/** Returns the step that brings an idea from one state to another; undefined where none does. */
function stepBetween(from: IdeaState, to: IdeaState): Step | undefined {
  return IDEAS.transitions.find((each) => each.to === to && each.from.includes(from))?.name as Step | undefined;
}

/** Board of ideas by state. Ideas are moved by dragging, by their menu, or with Shift and the left and right arrows. */
export function IdeasBoard({ onAsk }: { onAsk: (idea: Idea, step: "promote" | "reject") => void }) {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const { reading } = useMoment();
  const tell = useIdeaMoved();
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef<string | null>(null);
  const [stop, setStop] = useState<string | null>(null);
  const [dragged, setDragged] = useState<Idea | null>(null);
  const answers = useQueries({
    queries: STATES.map((state) =>
      api.ideas.list.queryOptions({ project_id, state, limit: SHOWN, sort_by: "created_at", ...reading }),
    ),
  });
  const columns = STATES.map((state, at): Column => {
    const { ideas = [], total = 0 } = answers[at]?.data ?? {};
    return { state, ideas, total };
  });
  const place = columns.flatMap(({ state, ideas }) => ideas.map(({ id }) => `${id} ${state}`)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows an idea once it is in its new place.
  useEffect(() => {
    if (moved.current === null) return;
    const card = box.current?.querySelector<HTMLElement>(`[data-idea="${CSS.escape(moved.current)}"]`);
    if (card == null) return;
    moved.current = null;
    card.focus();
  }, [place]);
  const failed = answers.find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error != null) {
    return <ErrorState what="The ideas" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (answers.some(({ data }) => data === undefined)) {
    return <LoadingRows what="the ideas" rows={6} className="h-16" />;
  }

  const move = (idea: Idea, to: IdeaState): void => {
    const step = stepBetween(idea.state, to);
    if (step === undefined || reason !== null || isBusy) return;
    if (step === "promote" || step === "reject") {
      onAsk(idea, step);
      return;
    }
    void attempt(async () => {
      const made = await client.ideas[step].mutate({ project_id, idea_id: idea.id });
      moved.current = idea.id;
      await tell(made, `“${idea.premise}” is ${inWords(to).toLowerCase()}.`);
    });
  };
  const stopId = columns.some(({ ideas }) => ideas.some(({ id }) => id === stop))
    ? stop
    : columns.find(({ ideas }) => ideas.length > 0)?.ideas[0]?.id;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.idea : undefined;
    const at = columns.findIndex(({ ideas }) => ideas.some((each) => each.id === id));
    const column = columns[at];
    const idea = column?.ideas.find((each) => each.id === id);
    if (column === undefined || idea === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const along = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (aside !== undefined && event.shiftKey) {
      const goals = aside < 0 ? STATES.slice(0, at).toReversed() : STATES.slice(at + 1);
      const goal = goals.find((state) => stepBetween(idea.state, state) !== undefined);
      event.preventDefault();
      if (goal !== undefined) move(idea, goal);
      return;
    }
    if (event.shiftKey || (aside === undefined && along === undefined)) return;
    const row = column.ideas.indexOf(idea);
    const others = aside === undefined ? [] : aside < 0 ? columns.slice(0, at).toReversed() : columns.slice(at + 1);
    const beside = others.find(({ ideas }) => ideas.length > 0)?.ideas;
    const goal = along === undefined ? beside?.[Math.min(row, beside.length - 1)] : column.ideas[row + along];
    event.preventDefault();
    if (goal !== undefined) box.current?.querySelector<HTMLElement>(`[data-idea="${CSS.escape(goal.id)}"]`)?.focus();
  };
  return (
    <div className="flex min-h-0 grow flex-col gap-3 px-5 py-4" data-home="">
      {problem !== null && <AlertLine>{problem}</AlertLine>}
      <p id="ideas-board-keys" className="text-12 text-ink-3">
        Arrows go from idea to idea; with Shift, left and right move one.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the links in it. */}
      <div ref={box} onKeyDown={onKeyDown} className="flex min-h-0 grow gap-3 overflow-auto max-lg:flex-col">
        {columns.map(({ state, ideas, total }) => (
          <BoardColumn
            key={state}
            state={state}
            total={total}
            takes={dragged !== null && stepBetween(dragged.state, state) !== undefined}
            onDrop={() => dragged !== null && move(dragged, state)}
          >
            {ideas.map((idea) => (
              <BoardCard
                key={idea.id}
                idea={idea}
                isStop={idea.id === stopId}
                reason={reason}
                onFocus={() => setStop(idea.id)}
                onDrag={setDragged}
                onMove={(to) => move(idea, to)}
              />
            ))}
            {total > ideas.length && (
              <li className="px-1 text-12 text-ink-3">And {(total - ideas.length).toLocaleString("en")} more.</li>
            )}
          </BoardColumn>
        ))}
      </div>
    </div>
  );
}

interface BoardColumnProps {
  state: IdeaState;
  total: number;
  /** Whether what is being dragged can be dropped here. */
  takes: boolean;
  onDrop: () => void;
  children: React.ReactNode;
}

function BoardColumn({ state, total, takes, onDrop, children }: BoardColumnProps) {
  const name = inWords(state);
  return (
    <section
      aria-label={name}
      className={`w-60 shrink-0 rounded-card border bg-canvas p-2 max-lg:w-full ${takes ? "border-accent" : "border-line"}`}
      onDragOver={(event: DragEvent) => {
        if (takes) event.preventDefault();
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <h2 className="flex items-baseline justify-between gap-2 px-1 font-semibold text-13">
        {name} <span className="numerals font-normal text-12 text-ink-3">{total.toLocaleString("en")}</span>
      </h2>
      <ul className="mt-2 space-y-2">{children}</ul>
    </section>
  );
}

interface BoardCardProps {
  idea: Idea;
  /** Whether it is the stop of the Tab key. */
  isStop: boolean;
  reason: string | null;
  onFocus: () => void;
  onDrag: (idea: Idea | null) => void;
  onMove: (to: IdeaState) => void;
}

function BoardCard({ idea, isStop, reason, onFocus, onDrag, onMove }: BoardCardProps) {
  const project_id = useProjectId();
  const { id, premise, votes, gap, state } = idea;
  const tabIndex = isStop ? 0 : -1;
  const goals = STATES.filter((each) => stepBetween(state, each) !== undefined);
  return (
    <li
      draggable={reason === null}
      onDragStart={() => onDrag(idea)}
      onDragEnd={() => onDrag(null)}
      className="flex items-start gap-1 rounded-control border border-line bg-panel p-2"
    >
      <div className="min-w-0 grow">
        <PageLink
          href={`/projects/${project_id}/ideas?idea=${id}`}
          className="block break-words text-13 hover:underline"
          dir="auto"
          draggable={false}
          data-idea={id}
          aria-describedby="ideas-board-keys"
          tabIndex={tabIndex}
          onFocus={onFocus}
        >
          {premise}
        </PageLink>
        <p className="mt-1 text-12 text-ink-3">
          {[...(votes > 0 ? [counted(votes, "vote")] : []), ...(gap === null ? [] : [GAPS[gap]])].join(" · ")}
        </p>
      </div>
      <Menu
        align="end"
        entries={() =>
          goals.map((goal) => ({ title: inWords(goal), onSelect: () => onMove(goal), disabledReason: reason }))
        }
        trigger={(props) => (
          <IconButton
            size="sm"
            label={`Move “${premise}”`}
            icon={<ArrowLeftRight aria-hidden="true" size={14} />}
            {...props}
            tabIndex={tabIndex}
          />
        )}
      />
    </li>
  );
}
