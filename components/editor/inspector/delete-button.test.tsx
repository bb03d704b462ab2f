import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { sampleNode, smallContent } from "../model/sample-content.ts";
import { DeleteButton } from "./delete-button.tsx";

test("the Undo of a deletion never takes back what was written since", async () => {
  answerWith({});
  const nodes = ["node_gone", "node_kept"].map((id) => sampleNode({ id, text: "Halt!" }));
  const tab = openTab({ ...smallContent(), nodes: new Map(nodes.map((each) => [each.id, each])) });
  render(
    <>
      {tab.shown(<DeleteButton ids={() => ["node_gone"]} name="card" consequences="" disabledReason={null} />)}
      <ToastLayer />
    </>,
  );
  const user = userEvent.setup();
  const texts = () => [...tab.session.store.getState().nodes].map(([id, { text }]) => [id, text]);
  await user.click(screen.getByRole("button", { name: "Delete card" }));
  act(
    () => void tab.session.dispatch("Write", [{ op: "node.update", id: "node_kept", patch: { text: "Halt, you!" } }]),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("You have made other changes since. Use Undo step by step.");
  expect(texts()).toEqual([["node_kept", "Halt, you!"]]);
});
