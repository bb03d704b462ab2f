import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, ROUTER, Studio } from "../../studio.fixture.tsx";
import { Palette } from "./palette.tsx";

const DIALOGUES = ["The low bell", "The low road"].map((name, at) => ({ id: `dlg_${at}`, name, description: "" }));

/** The palette with words in it, while the names of dialogues are on their way until `arrive`. */
async function typeEarly(text: string) {
  const names = Promise.withResolvers<object>();
  answerWith({ "dialogues.list": () => names.promise });
  ROUTER.push.mockClear();
  const onClose = vi.fn<() => void>();
  render(
    <Studio>
      <Palette typed={{ text: "", presses: [] }} onClose={onClose} />
    </Studio>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByRole("combobox"), text);
  return { user, onClose, arrive: () => names.resolve({ dialogues: DIALOGUES, total: 2, has_more: false }) };
}

test("Enter waits for names that are on their way, and goes where it would have gone with them", async () => {
  const { user, onClose, arrive } = await typeEarly("low");
  expect(screen.queryByText(/No results for/)).toBeNull();
  await user.keyboard("{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(ROUTER.push).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/dlg_0$/)));
  expect(onClose).toHaveBeenCalledOnce();
});

test("an Enter that words followed is taken back", async () => {
  const { user, onClose, arrive } = await typeEarly("low");
  await user.keyboard("{Enter} road");
  arrive();
  expect(await screen.findByRole("option", { name: "The low road", selected: true })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
