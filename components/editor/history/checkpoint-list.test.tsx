import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { CheckpointList } from "./checkpoint-list.tsx";

const MOMENT = {
  ...{ id: "ckp_1", name: "Act one", seq: 4, note: "", released: true },
  ...{ created_at: "2026-11-20T10:00:00Z", updated_at: "2026-11-20T10:00:00Z" },
};

test("a moment whose name was deleted is the same one again after Undo, as links that play it name it", async () => {
  const restored: unknown[] = [];
  let moments = [MOMENT];
  answerWith({
    "checkpoints.list": () => ({ checkpoints: moments, total: moments.length, has_more: false }),
    "checkpoints.delete": () => {
      moments = [];
      return {};
    },
    "checkpoints.restore": ({ checkpoint_id }) => {
      restored.push(checkpoint_id);
      moments = [MOMENT];
      return MOMENT;
    },
  });
  render(
    openTab().shown(
      <>
        <CheckpointList />
        <ToastLayer />
      </>,
    ),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Delete the name Act one" }));
  await screen.findByText(/^No named moments yet/);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: "Delete the name Act one" });
  await vi.waitFor(() => expect(restored).toEqual(["ckp_1"]));
});
