"use client";

import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { late } from "../../ui/late.tsx";
import { useDialogue } from "../session/dialogue-context.ts";
import { createProblemStore, neighbour } from "../store/problem-store.ts";
import { useDrawn } from "../store/use-drawn.ts";
import { ProblemsContext, type ProblemsSession, useProblemsSession } from "../store/use-problems.ts";
import { useView, useViewStore } from "../store/view-state.ts";

const Watch = late<object>(() => import("./problem-watch.tsx").then((part) => part.ProblemWatch));

const nothing = () => null;

/** Keeps the problems of the open dialogue, live from a worker and confirmed by the server, for everything below it. */
export function ProblemsProvider({ children }: { children: ReactNode }) {
  const dialogue = useDialogue();
  const view = useViewStore();
  const [store] = useState(createProblemStore);
  const isDrawn = useDrawn();
  const ProblemWatch = useSyncExternalStore(Watch.subscribe, Watch.current, nothing);
  // Without a connection there is no check yet; the server's own stays what it was.
  useEffect(() => {
    if (isDrawn) Watch.warm();
  }, [isDrawn]);

  const session = useMemo<ProblemsSession>(
    () => ({
      store,
      goTo: (group) => {
        view.setState({ problemsOpen: true });
        store.setState({ current: group.key });
        if (group.node_id !== null) dialogue.reveal(group.node_id);
      },
    }),
    [store, view, dialogue],
  );

  return (
    <ProblemsContext value={session}>
      <ProblemCommands />
      {isDrawn && ProblemWatch !== null && <ProblemWatch />}
      {children}
    </ProblemsContext>
  );
}

/** Does the commands about problems: next, previous, the drawer, problems alone. */
function ProblemCommands() {
  const { store, goTo } = useProblemsSession();
  const view = useViewStore();
  const isOpen = useView((state) => state.problemsOpen);
  const isOnly = useView((state) => state.problemsOnly);

  const step = (by: 1 | -1) => {
    const { groups, current } = store.getState();
    const next = neighbour(groups, current, by);
    if (next === null) view.setState({ problemsOpen: true });
    else goTo(next);
  };
  useCommandHandlers({
    "problems.next": () => step(1),
    "problems.previous": () => step(-1),
    "problems.show": {
      run: () => view.setState({ problemsOpen: !view.getState().problemsOpen }),
      checked: isOpen,
    },
    "problems.only": {
      run: () => view.setState({ problemsOnly: !view.getState().problemsOnly }),
      checked: isOnly,
    },
  });
  return null;
}
