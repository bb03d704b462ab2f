import { describe, expect, it } from "vitest";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { followTypedLink, nodesNamed, typedLink, withoutLink } from "./type-link.ts";

describe("a typed link", () => {
  it.each([
    ["Go on. -> Gate", { name: "Gate", from: 7 }],
    ["->Gate", { name: "Gate", from: 0 }],
    ["One\n-> The old gate ", { name: "The old gate", from: 4 }],
    ["Then → 門", { name: "門", from: 5 }],
    ["Go on. ->", { name: "", from: 7 }],
  ])("is found in %j", (text, link) => {
    expect(typedLink(text)).toEqual(link);
  });

  it.each(["a -> b\nand on", "x->y", "nothing", "-> a -> b", "7 - > 3"])("is not found in %j", (text) => {
    expect(typedLink(text)).toBeNull();
  });

  it("is taken out of the text", () => {
    const text = "Go on.\n-> Gate";
    expect(withoutLink(text, typedLink(text) ?? { name: "", from: 0 })).toBe("Go on.");
  });
});

describe("following it", () => {
  const model = placedModelOf([
    makeNode("node_a", { title: "Greets", branches: [branch("br_open", null, { choice_text: "Pay" })] }),
    makeNode("node_b", { title: "Café", canvas_x: 360 }),
    makeNode("node_c", { title: "The café at night", canvas_x: 720 }),
  ]);

  it("leads to the card of that title, whatever its accents and capitals", () => {
    const made = done(model, followTypedLink(model, "node_a", "Come. -> CAFE"));
    expect(made.nodes.get("node_a")).toMatchObject({
      text: "Come.",
      branches: [{ id: "br_open", choice_text: "Pay", target_node_id: "node_b" }],
    });
  });

  it("makes the card to the right when there is none", () => {
    const made = done(model, followTypedLink(model, "node_b", "-> Harbour"));
    const [harbour] = [...made.nodes.values()].slice(3);
    expect(harbour).toMatchObject({ title: "Harbour", canvas_x: 720, kind: "line" });
    expect(made.nodes.get("node_b")).toMatchObject({ text: "", branches: [{ target_node_id: harbour?.id }] });
  });

  it("offers cards that begin so before those that hold it", () => {
    expect(nodesNamed(model, "caf", 5).map(({ id }) => id)).toEqual(["node_b", "node_c"]);
  });

  it("is nothing without a name", () => {
    expect(followTypedLink(model, "node_a", "Come. ->")).toBeNull();
  });
});
