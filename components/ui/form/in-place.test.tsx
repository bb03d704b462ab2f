import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { InPlace } from "./in-place.tsx";

function show(onSave: (text: string) => Promise<unknown> = async () => {}, disabledReason: string | null = null) {
  const saved = vi.fn(onSave);
  const shown = (value: string) => (
    <InPlace label="Name" value={value} disabledReason={disabledReason} onSave={saved} meta="Ana, at noon" />
  );
  const view = render(shown("Gate"));
  return { saved, user: userEvent.setup(), becomes: (value: string) => view.rerender(shown(value)) };
}

test("opens by the keyboard, keeps on Enter and on leaving, and shows who wrote it", async () => {
  const { saved, user } = show();
  screen.getByText("Ana, at noon");
  await user.tab();
  await user.keyboard("{Enter}");
  await user.keyboard("Salt{Enter}");
  expect(saved.mock.calls).toEqual([["Salt"]]);
  await user.click(await screen.findByRole("button", { name: "Gate" }));
  await user.keyboard("Tide");
  await user.tab();
  expect(saved.mock.calls).toEqual([["Salt"], ["Tide"]]);
});

test("Escape keeps nothing, and neither does what is empty or the same", async () => {
  const { saved, user } = show();
  for (const keys of ["Salt{Escape}", "{Backspace}{Enter}", "Gate {Enter}"]) {
    await user.click(screen.getByRole("button", { name: "Gate" }));
    await user.keyboard(keys);
  }
  screen.getByRole("button", { name: "Gate" });
  expect(saved).not.toHaveBeenCalled();
});

test("what is refused is said below the field, which stays open for another try", async () => {
  let tries = 0;
  const { saved, user } = show(async () => {
    tries += 1;
    if (tries === 1)
      throw Object.assign(new Error("taken"), {
        data: {
          httpStatus: 409,
          problem: { code: "name_taken", message: "That name is taken.", request_id: "r" },
          detail: null,
        },
      });
  });
  await user.click(screen.getByRole("button", { name: "Gate" }));
  await user.keyboard("Salt{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("That name is taken.");
  const field = screen.getByLabelText("Name");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.type(field, "y{Enter}");
  await screen.findByRole("button", { name: "Gate" });
  expect(saved.mock.calls).toEqual([["Salt"], ["Salty"]]);
});

test("what somebody else wrote meanwhile is shown, and only overwritten when that is said", async () => {
  const { saved, user, becomes } = show();
  await user.click(screen.getByRole("button", { name: "Gate" }));
  becomes("Theirs");
  await user.keyboard("Mine{Enter}");
  expect(saved).not.toHaveBeenCalled();
  screen.getByText("Someone changed this to “Theirs”.");
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  expect(saved.mock.calls).toEqual([["Mine"]]);

  await user.click(await screen.findByRole("button", { name: "Theirs" }));
  becomes("Theirs again");
  await user.keyboard("Mine{Enter}");
  await user.click(screen.getByRole("button", { name: "Use theirs" }));
  screen.getByRole("button", { name: "Theirs again" });
  expect(saved).toHaveBeenCalledTimes(1);
});

test("who may not change it reads it", async () => {
  const { user } = show(undefined, "You may only read.");
  await user.click(screen.getByRole("button", { name: "Gate" }));
  expect(screen.queryByLabelText("Name")).toBeNull();
});
