"use client";

import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import { neighbour } from "../store/problem-store.ts";
import { useProblemsSession } from "../store/problems-context.ts";
import { useView, useViewStore } from "../store/view-state.ts";

/** Does the commands about problems: next, previous, the drawer, problems alone. */
export function ProblemCommands() {
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
