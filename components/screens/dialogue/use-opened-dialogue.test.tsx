import { act, render, screen, waitFor } from "@testing-library/react";
import { Suspense, startTransition, use, useState } from "react";
import { expect, test, vi } from "vitest";
import type { DialogueSession } from "../../editor/session/dialogue-session.ts";
import { useUnsentWork } from "../../frame/session/unsent-work.ts";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { useOpenedDialogue } from "./use-opened-dialogue.ts";

let session: DialogueSession | null = null;
let become: (role: "designer" | "viewer") => void = () => undefined;

/** Promise that the page waits for before it is shown again. */
const waited = Promise.withResolvers<void>();

function Opened({ isWaiting }: { isWaiting: boolean }) {
  const opening = useOpenedDialogue("dlg_a", 0);
  if (isWaiting) use(waited.promise);
  session = opening.state === "open" ? opening.session : null;
  return <p>{opening.state}</p>;
}

function Page({ waits }: { waits: boolean }) {
  const [role, setRole] = useState<"designer" | "viewer">("designer");
  become = setRole;
  return (
    <Studio role={role}>
      <p>{useUnsentWork()} unsent</p>
      <Suspense>
        <Opened isWaiting={waits && role === "viewer"} />
      </Suspense>
    </Studio>
  );
}

const batch = vi.fn<Answers[string]>(({ gestures }) => ({
  seq: 2,
  results: (gestures as object[]).map((_, gesture) => ({ gesture, status: "applied", versions: {}, problem: null })),
}));

/** Waits until the server has what was written, so that nothing of it is sent while other tests run. */
async function saved(): Promise<void> {
  await waitFor(() => expect(batch).toHaveBeenCalled());
  await screen.findByText("0 unsent");
}

/** A connection on which nothing comes. */
class Silence extends EventTarget {
  close(): void {}
}

async function open(waits: boolean): Promise<void> {
  vi.stubGlobal("EventSource", Silence);
  const state = { name: "The gate", description: "", start_node_id: null, extensions: {} };
  const states = [{ subject_type: "dialogue", subject_id: "dlg_a", seq: 1, state }];
  answerWith({
    "record.events": () => ({ events: [], total: 1, has_more: false }),
    "dialogues.states": () => ({ seq: 1, states }),
    "dialogues.batch": batch.mockClear(),
  });
  render(<Page waits={waits} />);
  await screen.findByText("open");
}

/** Lets what was changed be drawn as far as it can be. */
const changed = (change: () => void) => act(async () => change());

const write = () => session?.dispatch("Rename", [{ op: "dialogue.update", patch: { name: "The weir" } }]);

test("whoever may not edit any more changes nothing in the dialogue that is open", async () => {
  await open(false);
  await changed(() => become("viewer"));
  expect(write()).toBe(false);
  await changed(() => become("designer"));
  expect(write()).toBe(true);
  await saved();
});

test("what is only being prepared to be shown does not decide before it is shown", async () => {
  await open(true);
  // It waits for something, so the page stays as it is.
  await changed(() => startTransition(() => become("viewer")));
  expect(write()).toBe(true);
  await changed(waited.resolve);
  expect(write()).toBe(false);
  await saved();
});
