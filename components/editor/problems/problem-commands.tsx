"use client";

import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import type { ShownGroup } from "../store/problem-store.ts";
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

/** The group after or before the current one, in a circle. Notes are passed over while there is anything worse. */
export function neighbour(groups: readonly ShownGroup[], current: string | null, by: 1 | -1): ShownGroup | null {
  const worse = groups.filter(({ severity }) => severity !== "info");
  const stops = worse.length === 0 ? groups : worse;
  const at = stops.findIndex(({ key }) => key === current);
  const next = at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length;
  return stops[next] ?? null;
}
