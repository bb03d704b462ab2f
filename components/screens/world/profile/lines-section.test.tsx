import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { sampleNode } from "../../../editor/model/sample-content.ts";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import { LinesSection } from "./lines-section.tsx";

test("a character's lines are read with their marks", async () => {
  const line = sampleNode({
    id: "node_gate",
    text: "Take *care* now.",
    text_marks: [{ kind: "strong", start: 12, end: 15 }],
  });
  const lines = [{ ...line, graph_id: "dlg_a", graph_name: "The gate", valid_from_seq: 1 }];
  answerWith({ "dialogues.lines": () => ({ lines, total: 1, has_more: false }) });
  render(
    <Studio>
      <LinesSection entity={{ id: "ent_mara", name: "Mara" } as never} />
    </Studio>,
  );
  expect((await screen.findByText("now")).tagName).toBe("STRONG");
  expect(screen.getByText(/^Take \*care\*/).textContent).toBe("Take *care* now.");
});
