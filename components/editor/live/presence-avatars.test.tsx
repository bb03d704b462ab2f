import { render, screen } from "@testing-library/react";
import { test } from "vitest";
import type { PresentPerson } from "./live-message.ts";
import { PresenceAvatars } from "./presence-avatars.tsx";
import { createPresenceStore, PresenceContext } from "./presence-store.ts";

const person = (name: string, graph_id: string | null): PresentPerson => ({
  client_id: `client-${name}`,
  user_id: `usr_${name}`,
  name,
  graph_id,
  node_id: null,
});

test("the faces say who is here, and who is in which other dialogue or elsewhere in the project", () => {
  const store = createPresenceStore();
  const people = [person("Ana", "dlg_1"), person("Ben", "dlg_2"), person("Cy", "dlg_2"), person("Dee", null)];
  store.setState({ status: "connected", people });
  render(
    <PresenceContext value={store}>
      <PresenceAvatars userId="usr_me" graphId="dlg_1" nameOfDialogue={(id) => (id === "dlg_2" ? "The ferry" : null)} />
    </PresenceContext>,
  );
  screen.getByRole("button", { name: "Also here: Ana; In The ferry: Ben and Cy; In this project: Dee" });
});
