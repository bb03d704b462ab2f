import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import {
  askForWelcome,
  closeWelcome,
  rememberFirstSteps,
  showsWelcome,
  useFirstSteps,
} from "../../frame/session/first-steps.ts";
import { Studio } from "../../studio.fixture.tsx";
import type { ListedProject, Sample } from "./use-home.ts";
import { Welcome } from "./welcome.tsx";

const SAMPLE: Sample = { projectId: "prj_s", graphId: "dlg_s", seq: 1, dialogue: "/projects/prj_s/dialogues/dlg_s" };
const LATEST = { id: "prj_1", name: "The Ferry" } as ListedProject;

function Top({ sample }: { sample: Sample | null }) {
  return showsWelcome(useFirstSteps(), sample !== null) && <Welcome sample={sample} latest={LATEST} />;
}

function show(sample: Sample | null) {
  render(
    <Studio>
      <Top sample={sample} />
    </Studio>,
  );
  return userEvent.setup();
}

const question = () => screen.queryByRole("region", { name: "What are you here to do?" });
const doors = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

afterEach(() => act(() => rememberFirstSteps({ isWelcomed: false, wantsWelcome: false })));

test("the doors stay after one was gone through, until the welcome is closed, and come again when asked for", async () => {
  const user = show(SAMPLE);
  const write = screen.getByRole("link", { name: /^Write/ });
  write.addEventListener("click", (event) => event.preventDefault());
  await user.click(write);
  expect(question()).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Close the welcome" }));
  expect(question()).toBeNull();
  act(askForWelcome);
  expect(doors()).toEqual(["/projects/prj_s/dialogues/dlg_s", "/projects/prj_s/dialogues", "/docs"]);
  act(closeWelcome);
  expect(question()).toBeNull();
});

test("without the sample it is shown to who asks for it only, and leads into what changed last", () => {
  show(null);
  expect(question()).toBeNull();
  act(askForWelcome);
  expect(screen.getByText(/open The Ferry/)).toBeTruthy();
  expect(doors()).toEqual(["/projects/prj_1/dialogues", "/projects/prj_1/map", "/docs"]);
});
