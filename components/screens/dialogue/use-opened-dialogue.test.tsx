import { act, render, screen } from "@testing-library/react";
import { Suspense, startTransition, use, useState } from "react";
import { expect, test, vi } from "vitest";
import type { DialogueSession } from "../../editor/session/dialogue-session.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { useOpenedDialogue } from "./use-opened-dialogue.ts";

let session: DialogueSession | null = null;
let become: (role: "designer" | "viewer") => void = () => undefined;

const never = new Promise<never>(() => undefined);

function Opened({ isWaiting }: { isWaiting: boolean }) {
  const opening = useOpenedDialogue("dlg_a", 0);
  if (isWaiting) use(never);
  session = opening.state === "open" ? opening.session : null;
  return <p>{opening.state}</p>;
}

function Page({ waits }: { waits: boolean }) {
  const [role, setRole] = useState<"designer" | "viewer">("designer");
  become = setRole;
  return (
    <Studio role={role}>
      <Suspense>
        <Opened isWaiting={waits && role === "viewer"} />
      </Suspense>
    </Studio>
  );
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
  });
  render(<Page waits={waits} />);
  await screen.findByText("open");
}

const write = () => session?.dispatch("Rename", [{ op: "dialogue.update", patch: { name: "The weir" } }]);

test("whoever may not edit any more changes nothing in the dialogue that is open", async () => {
  await open(false);
  act(() => become("viewer"));
  expect(write()).toBe(false);
  act(() => become("designer"));
  expect(write()).toBe(true);
});

test("what is only being prepared to be shown does not decide yet", async () => {
  await open(true);
  // It waits for something, so the page stays as it is.
  act(() => startTransition(() => become("viewer")));
  expect(write()).toBe(true);
});
