import { describe, expect, it } from "vitest";
import { connect, connectToDialogue, deleteBranch, disconnect, portOf } from "./connect.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";

const model = placedModelOf([
  makeNode("node_a", { title: "Greets", branches: [branch("br_a", "node_b"), branch("br_open", null)] }),
  makeNode("node_b", { title: "Ask" }),
]);

describe("connecting", () => {
  it("starts at the first choice that leads nowhere, else makes one", () => {
    expect(portOf(model, "node_a")).toEqual({ nodeId: "node_a", branchId: "br_open" });
    expect(portOf(model, "node_b")).toEqual({ nodeId: "node_b", branchId: null });
  });

  it("retargets a choice", () => {
    const gesture = connect(model, { nodeId: "node_a", branchId: "br_open" }, "node_b");
    expect(gesture?.label).toBe("Connect ‘Greets’ to ‘Ask’");
    expect(done(model, gesture).nodes.get("node_a")?.branches[1]).toMatchObject({ target_node_id: "node_b" });
  });

  it("gives a card its way on, and a choice beside what it has", () => {
    const first = done(model, connect(model, { nodeId: "node_b", branchId: null }, "node_a"));
    expect(first.nodes.get("node_b")?.branches).toMatchObject([{ kind: "auto", target_node_id: "node_a" }]);
    const second = done(model, connect(model, { nodeId: "node_a", branchId: null }, "node_a"));
    expect(second.nodes.get("node_a")?.branches[2]).toMatchObject({ kind: "choice", target_node_id: "node_a" });
  });

  it("is nothing where the choice already leads", () => {
    expect(connect(model, { nodeId: "node_a", branchId: "br_a" }, "node_b")).toBeNull();
    expect(connect(model, { nodeId: "node_a", branchId: "br_a" }, "node_gone")).toBeNull();
  });

  it("leaves for another dialogue", () => {
    const gesture = connectToDialogue(
      model,
      { nodeId: "node_a", branchId: "br_a" },
      { id: "dlg_x", name: "Low Bell" },
      null,
    );
    expect(done(model, gesture).nodes.get("node_a")?.branches[0]).toMatchObject({
      target_graph_id: "dlg_x",
      target_node_id: null,
    });
  });
});

describe("disconnecting", () => {
  it("keeps the choice", () => {
    expect(done(model, disconnect(model, "node_a", "br_a")).nodes.get("node_a")?.branches).toHaveLength(2);
    expect(disconnect(model, "node_a", "br_open")).toBeNull();
  });

  it("and deleting takes it away", () => {
    expect(done(model, deleteBranch(model, "node_a", "br_a")).nodes.get("node_a")?.branches).toHaveLength(1);
  });
});
