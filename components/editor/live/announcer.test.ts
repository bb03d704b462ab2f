import { expect, test } from "vitest";
import type { StudioClient } from "../../frame/api/client.ts";
import { createAnnouncer } from "./announcer.ts";

function world() {
  const said: unknown[] = [];
  const timers = new Set<{ at: number; work: () => void }>();
  const looks = new Set<() => void>();
  let now = 0;
  let isHidden = false;
  const mutate = async (input: unknown) => {
    said.push(input);
    throw new Error("nobody answers");
  };
  const announcer = createAnnouncer({
    client: { presence: { announce: { mutate } } } as unknown as StudioClient,
    projectId: "prj_1",
    clientId: "window-1",
    surroundings: {
      isHidden: () => isHidden,
      onVisibility: (listener) => {
        looks.add(listener);
        return () => looks.delete(listener);
      },
      onOnline: () => () => {},
      nextFrame: () => () => {},
      after: (ms, work) => {
        const timer = { at: now + ms, work };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      random: () => 0,
    },
  });
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; now += 100) {
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.work();
    }
  };
  const hide = (hidden: boolean) => {
    isHidden = hidden;
    for (const look of looks) look();
  };
  return { announcer, said, pass, hide, timers, looks };
}

const at = (node_id: string | null) => ({ project_id: "prj_1", client_id: "window-1", graph_id: "dlg_1", node_id });

test("says where one stopped, not every card on the way, and says it again", () => {
  const { announcer, said, pass } = world();
  for (const nodeId of ["a", "b", "c"]) {
    announcer.move({ graphId: "dlg_1", nodeId });
    pass(100);
  }
  pass(1_000);
  expect(said).toEqual([at("c")]);
  pass(30_000);
  expect(said).toEqual([at("c"), at("c"), at("c"), at("c")]);
});

test("is silent while nobody looks, and speaks when somebody does", () => {
  const { announcer, said, pass, hide } = world();
  announcer.move({ graphId: "dlg_1", nodeId: null });
  pass(1_000);
  hide(true);
  pass(60_000);
  expect(said).toHaveLength(1);
  hide(false);
  pass(1_000);
  expect(said).toHaveLength(2);
});

test("closed, it leaves nothing behind", () => {
  const { announcer, said, pass, timers, looks } = world();
  announcer.move({ graphId: "dlg_1", nodeId: null });
  announcer.close();
  pass(60_000);
  expect([said, timers.size, looks.size]).toEqual([[], 0, 0]);
});
