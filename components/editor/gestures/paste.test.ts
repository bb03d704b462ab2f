import { describe, expect, it } from "vitest";
import { nodeMetrics, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { clipboardContentOf, clipboardText, namesOfNodes } from "./clipboard-content.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { type PasteInto, paste, pasteText } from "./paste.ts";
import { readClipboard } from "./read-clipboard.ts";

const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`;
const [A, B, C] = [id("node", 1), id("node", 2), id("node", 3)];
const [MARA, SALT] = [id("ent", 1), id("var", 1)];
const asked = (n: number, expression: object) => ({ id: id("cnd", n), ...expression }) as never;
const source = placedModelOf([
  makeNode(A, {
    title: "Greets",
    text: "The old gate creaks.",
    speaker_id: MARA,
    branches: [
      branch(id("br", 1), B, {
        choice_text: "Pay",
        conditions: [asked(1, { op: "eq", args: [{ var: SALT }, { lit: 1 }] })],
      }),
      branch(id("br", 2), C, { choice_text: "Leave" }),
    ],
  }),
  makeNode(B, { text: "Thanks.", conditions: [asked(2, { fn: "visited", args: [{ ref: A }] })], canvas_x: 360 }),
  makeNode(C, { title: "Outside", canvas_x: 720 }),
]);
const names = { speaker: (each: string) => (each === MARA ? "Mara" : undefined), variable: () => "salt" };
const content = () => {
  const made = clipboardContentOf(source, [A, B], "prj_1", names);
  if (made === null) throw new Error("nothing was copied");
  const read = readClipboard(JSON.stringify(made));
  if (read === null) throw new Error("it could not be read");
  return read;
};
const into = (fields: Partial<PasteInto> = {}): PasteInto => ({
  projectId: "prj_1",
  at: { x: 1000, y: 1000 },
  speakers: new Map([[MARA, "Mara"]]),
  variables: new Map([["salt", SALT]]),
  ...fields,
});

describe("what is copied", () => {
  it("reads as a script", () => {
    expect(clipboardText(content(), namesOfNodes(source))).toBe(
      "# Greets\nMara: The old gate creaks.\n* Pay -> Thanks.\n* Leave -> Outside\n\nThanks.",
    );
  });

  it("is nothing without cards or notes", () => {
    expect(clipboardContentOf(source, [], "prj_1", names)).toBeNull();
  });
});

describe("pasting", () => {
  it("beside the copied cards keeps links to what is here", () => {
    const made = done(source, paste(source, content(), into({ at: null })));
    const [a, b] = [...made.nodes.values()].slice(3);
    expect(a?.branches.map((each) => each.target_node_id)).toEqual([b?.id, C]);
    expect(b?.conditions).toMatchObject([{ fn: "visited", args: [{ ref: a?.id }] }]);
    expect(a).toMatchObject({ canvas_x: 32, speaker_id: MARA });
  });

  it("lies on nothing that is there, as one piece", () => {
    const made = done(source, paste(source, content(), into({ at: { x: 200, y: 40 } })));
    const boxes = [...made.nodes.values()].map((node) => ({
      ...{ id: node.id, left: node.canvas_x ?? 0, top: node.canvas_y ?? 0 },
      ...{ right: (node.canvas_x ?? 0) + WIDTH, bottom: (node.canvas_y ?? 0) + nodeMetrics(node).height },
    }));
    for (const a of boxes)
      for (const b of boxes)
        if (a.id !== b.id)
          expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
    const [a, b] = boxes.slice(3);
    expect([(b?.left ?? 0) - (a?.left ?? 0), (b?.top ?? 0) - (a?.top ?? 0)]).toEqual([360, 0]);
  });

  it("into another dialogue opens the choices that led to what is not there, and says so", () => {
    const other = {
      ...placedModelOf([]),
      graph: { id: "dlg_there", name: "Low Bell", description: "", start_node_id: null },
    };
    const gesture = paste(other, content(), into());
    const [a] = done(other, gesture).nodes.values();
    expect(a?.branches.map((each) => each.target_node_id === null)).toEqual([false, true]);
    expect(a?.branches[0]?.conditions).toMatchObject([{ op: "eq", args: [{ var: SALT }, { lit: 1 }] }]);
    expect(gesture?.left).toEqual(["1 choice led to cards that are not here, and is open now."]);
  });

  it("into another project knows speakers and variables by their names", () => {
    const here = {
      projectId: "prj_2",
      speakers: new Map([[id("ent", 7), "MARA"]]),
      variables: new Map([["salt", id("var", 7)]]),
    };
    const [a] = done(placedModelOf([]), paste(placedModelOf([]), content(), into(here))).nodes.values();
    expect(a?.speaker_id).toBe(id("ent", 7));
    expect(a?.branches[0]?.conditions).toMatchObject([{ args: [{ var: id("var", 7) }, { lit: 1 }] }]);
  });

  it("leaves out what another project does not know, and says so", () => {
    const gesture = paste(
      placedModelOf([]),
      content(),
      into({ projectId: "prj_2", speakers: new Map(), variables: new Map() }),
    );
    const [a, b] = done(placedModelOf([]), gesture).nodes.values();
    expect(a).toMatchObject({ speaker_id: null, speaker_label: "Mara" });
    expect(a?.branches[0]?.conditions).toEqual([]);
    expect(b?.conditions).toMatchObject([{ args: [{ ref: a?.id }] }]);
    expect(gesture?.left).toContain("1 condition or effect of another project could not come along.");
  });

  it("of words makes a card for each paragraph", () => {
    const made = done(
      placedModelOf([]),
      pasteText(placedModelOf([]), "One.\r\n\r\nTwo\nlines.\n \nThree.", { x: 0, y: 0 }),
    );
    const nodes = [...made.nodes.values()];
    expect(nodes.map(({ text }) => text)).toEqual(["One.", "Two\nlines.", "Three."]);
    expect(nodes.map(({ branches }) => branches[0]?.target_node_id)).toEqual([nodes[1]?.id, nodes[2]?.id, undefined]);
    expect(pasteText(placedModelOf([]), " \n ", { x: 0, y: 0 })).toBeNull();
  });
});

describe("what comes over the clipboard", () => {
  it.each(["", "{", "[]", '{"form":"other"}'])("is nothing when it is %j", (json) => {
    expect(readClipboard(json)).toBeNull();
  });

  it("is taken only as far as it fits", () => {
    const read = readClipboard(
      JSON.stringify({
        form: "fabula/1",
        nodes: [
          {
            id: A,
            kind: "spell",
            title: "A\nb",
            text: 7,
            canvas_x: 1e12,
            branches: [{ id: "br_x" }, null],
            conditions: [{ id: "c", op: "run" }],
          },
          { id: "../../etc" },
          "no",
        ],
        annotations: [{ id: id("ann", 1), color: "Red;", width: -1 }],
      }),
    );
    expect(read?.nodes).toMatchObject([
      { id: A, kind: "line", title: "A b", text: "", canvas_x: 0, branches: [], conditions: [] },
    ]);
    expect(read?.annotations).toMatchObject([{ color: "neutral", width: null }]);
  });
});
