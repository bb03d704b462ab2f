"use client";

import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { late } from "../../ui/late.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { createProblemStore } from "../store/problem-store.ts";
import { ProblemsContext, type ProblemsSession } from "../store/problems-context.ts";
import { useDrawn } from "../store/use-drawn.ts";
import { useViewStore } from "../store/view-state.ts";
import { ProblemCommands } from "./problem-commands.tsx";

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
