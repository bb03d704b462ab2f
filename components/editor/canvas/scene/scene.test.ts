import fc from "fast-check";
import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { branch, makeNode } from "../../gestures/gestures.fixture.ts";
import type { Node } from "../../model/model.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";
import { openingState } from "../../store/dialogue-state.ts";
import { createViewStore } from "../../store/view-state.ts";
import { Scene, type SceneChange } from "./scene.ts";

function sceneOf(nodes: readonly Node[], groups: readonly { id: string; title: string; color: string }[] = []) {
  const model = {
    graph: { id: "dlg_here", name: "The Salt Gate", description: "", start_node_id: null },
    nodes: new Map(nodes.map((node) => [node.id, node])),
    groups: new Map(groups.map((group) => [group.id, group])),
    annotations: new Map(),
  };
  const store = createStore<DialogueState>(() => openingState(model, "prj_a", 1));
  const view = createViewStore("canvas");
  const scene = new Scene(store, view);
  scene.follow();
  const changes: SceneChange[] = [];
  scene.listen((change) => changes.push(change));
  const put = (node: Node) => store.setState({ nodes: new Map(store.getState().nodes).set(node.id, node) });
  return { store, view, scene, changes, put };
}

const a = makeNode("node_a", { branches: [branch("br_a", "node_b")] });
const b = makeNode("node_b", { canvas_x: 400 });

test("writing in a card changes nothing of the scene", () => {
  const { scene, changes, put } = sceneOf([a, b]);
  const [shapes, drawnEdges] = [scene.shapes(), scene.drawnEdges()];
  for (const text of ["S", "Sa", "Sal", "Salt"]) put({ ...a, text });
  expect(changes).toEqual([]);
  expect(scene.shapes()).toBe(shapes);
  expect(scene.drawnEdges()).toBe(drawnEdges);
});

test("moving a card replaces its shape and no other, and rewires nothing that stays connected", () => {
  const { scene, changes, put } = sceneOf([a, b]);
  const before = scene.shapes();
  const drawnEdges = scene.drawnEdges();
  put({ ...b, canvas_y: 80 });
  expect(scene.shapes()[0]).toBe(before[0]);
  expect(scene.shapes()[1]).not.toBe(before[1]);
  expect(scene.drawnEdges()).toBe(drawnEdges);
  expect(changes).toEqual([{ places: true, drawnEdges: false }]);
});

test("a drag moves what is shown and nothing that is recorded, until it is dropped", () => {
  const { scene, store } = sceneOf([a, b]);
  const recorded = store.getState();
  scene.drag(new Set(["node_b"]), { x: 24, y: 8 });
  expect(scene.rectOf("node_b")).toMatchObject({ x: 424, y: 8 });
  expect(store.getState()).toBe(recorded);
  scene.drop();
  expect(scene.rectOf("node_b")).toMatchObject({ x: 400, y: 0 });
});

test("a group is as large as its cards, follows them, and hides them when it is folded", () => {
  const group = { id: "grp_a", title: "At the gate", color: "blue" };
  const { scene, view } = sceneOf([a, { ...b, group_id: "grp_a" }], [group]);
  const open = scene.frames.get("grp_a");
  expect(open).toMatchObject({ members: 1, folded: false });
  expect(open?.rect.x).toBeLessThan(400);
  scene.drag(new Set(["node_b"]), { x: 100, y: 0 });
  expect(scene.frames.get("grp_a")?.rect.x).toBe((open?.rect.x ?? 0) + 100);
  scene.drop();
  view.setState({ folded: new Set(["grp_a"]) });
  expect(scene.nodes().map(({ id }) => id)).toEqual(["node_a"]);
  expect(scene.drawnEdges().map(({ source, target }) => [source, target])).toEqual([["node_a", "grp_a"]]);
  view.setState({ folded: new Set() });
  expect(scene.drawnEdges().map(({ source, target }) => [source, target])).toEqual([["node_a", "node_b"]]);
});

test("a card that arrives and one that goes are told, with the threads they end", () => {
  const { scene, store, changes } = sceneOf([a, b]);
  store.setState({ nodes: new Map([["node_a", a]]) });
  expect(scene.drawnEdges()).toEqual([]);
  expect(scene.stubs.get("node_a")?.out.get("br_a")?.kind).toBe("missing");
  expect(changes.at(-1)).toEqual({ places: true, drawnEdges: true });
});

const ID = fc.constantFrom("node_a", "node_b", "node_c", "node_d");
const CHANGE = fc.oneof(
  fc.record({ do: fc.constant("put" as const), id: ID, x: fc.integer({ min: -3_000, max: 3_000 }), to: ID }),
  fc.record({ do: fc.constant("write" as const), id: ID }),
  fc.record({ do: fc.constant("remove" as const), id: ID }),
  fc.record({ do: fc.constant("group" as const), id: ID, group: fc.constantFrom("grp_a", "grp_b", null) }),
  fc.record({ do: fc.constant("fold" as const), group: fc.constantFrom("grp_a", "grp_b") }),
  fc.record({ do: fc.constant("drag" as const), id: ID, isKept: fc.boolean() }),
);

test("what is drawn after any changes is what is drawn when the dialogue is opened then", () => {
  const groups = ["grp_a", "grp_b"].map((id) => ({ id, title: id, color: "blue" }));
  const drawn = (scene: Scene) => ({
    shapes: scene.shapes(),
    lines: scene.drawnEdges().toSorted((one, other) => one.id.localeCompare(other.id)),
    long: scene.longEdges().toSorted((one, other) => one.edge.id.localeCompare(other.edge.id)),
    stubs: new Map([...scene.stubs.all()].toSorted(([one], [other]) => one.localeCompare(other))),
    frames: scene.frames.all(),
    nodes: scene.nodes(),
  });
  fc.assert(
    fc.property(fc.array(CHANGE, { minLength: 1, maxLength: 12 }), (changes) => {
      const { scene, store, view } = sceneOf([a, b], groups);
      for (const change of changes) {
        const nodes = new Map(store.getState().nodes);
        if (change.do === "fold") {
          const folded = new Set(view.getState().folded);
          if (!folded.delete(change.group)) folded.add(change.group);
          view.setState({ folded });
          continue;
        }
        const known = nodes.get(change.id);
        if (change.do === "put") {
          const branches = [branch(`br_${change.id}`, change.to)];
          nodes.set(change.id, { ...(known ?? makeNode(change.id)), canvas_x: change.x, branches });
        } else if (change.do === "remove") nodes.delete(change.id);
        else if (known === undefined) continue;
        else if (change.do === "group") nodes.set(change.id, { ...known, group_id: change.group });
        else if (change.do === "write") nodes.set(change.id, { ...known, text: `${known.text}!` });
        else {
          scene.drag(new Set([change.id]), { x: 40, y: 8 });
          scene.drop({ silent: true });
          if (change.isKept) nodes.set(change.id, { ...known, canvas_x: (known.canvas_x ?? 0) + 40 });
        }
        store.setState({ nodes });
      }
      const anew = new Scene(store, view);
      expect(drawn(scene)).toEqual(drawn(anew));
    }),
  );
});
