import { describe, expect, it } from "vitest";
import { connect, connectToDialogue, deleteChoice, disconnect, portOf } from "./connect.ts";
import { branch, card, done, paperOf } from "./gestures.fixture.ts";

const paper = paperOf([
  card("node_a", { title: "Greets", branches: [branch("br_a", "node_b"), branch("br_open", null)] }),
  card("node_b", { title: "Ask" }),
]);

describe("connecting", () => {
  it("starts at the first choice that leads nowhere, else makes one", () => {
    expect(portOf(paper, "node_a")).toEqual({ nodeId: "node_a", branchId: "br_open" });
    expect(portOf(paper, "node_b")).toEqual({ nodeId: "node_b", branchId: null });
  });

  it("retargets a choice", () => {
    const gesture = connect(paper, { nodeId: "node_a", branchId: "br_open" }, "node_b");
    expect(gesture?.label).toBe("Connect ‘Greets’ to ‘Ask’");
    expect(done(paper, gesture).nodes.get("node_a")?.branches[1]).toMatchObject({ target_node_id: "node_b" });
  });

  it("gives a card a new choice", () => {
    const gesture = connect(paper, { nodeId: "node_b", branchId: null }, "node_a");
    expect(done(paper, gesture).nodes.get("node_b")?.branches).toMatchObject([
      { kind: "choice", target_node_id: "node_a" },
    ]);
  });

  it("is nothing where the choice already leads", () => {
    expect(connect(paper, { nodeId: "node_a", branchId: "br_a" }, "node_b")).toBeNull();
    expect(connect(paper, { nodeId: "node_a", branchId: "br_a" }, "node_gone")).toBeNull();
  });

  it("leaves for another dialogue", () => {
    const gesture = connectToDialogue(
      paper,
      { nodeId: "node_a", branchId: "br_a" },
      { id: "dlg_x", name: "Low Bell" },
      null,
    );
    expect(done(paper, gesture).nodes.get("node_a")?.branches[0]).toMatchObject({
      target_graph_id: "dlg_x",
      target_node_id: null,
    });
  });
});

describe("disconnecting", () => {
  it("keeps the choice", () => {
    expect(done(paper, disconnect(paper, "node_a", "br_a")).nodes.get("node_a")?.branches).toHaveLength(2);
    expect(disconnect(paper, "node_a", "br_open")).toBeNull();
  });

  it("and deleting takes it away", () => {
    expect(done(paper, deleteChoice(paper, "node_a", "br_a")).nodes.get("node_a")?.branches).toHaveLength(1);
  });
});
