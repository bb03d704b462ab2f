import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { UnitsSection } from "./units-section.tsx";

test("the tokens that characters may use a day are set, and taken away again", async () => {
  const sent: unknown[] = [];
  answerWith({
    "projects.update": ({ npc_units }) => {
      sent.push(npc_units);
      return {};
    },
  });
  const { rerender } = render(
    <Studio>
      <UnitsSection key="before" project={{ id: "prj_a", npc_units: null } as never} />
    </Studio>,
  );
  const user = userEvent.setup();
  const field = () => screen.getByRole("spinbutton", { name: /Most a day/ });
  await user.type(field(), "20000");
  await user.click(screen.getByRole("button", { name: "Save the limit" }));
  rerender(
    <Studio>
      <UnitsSection key="after" project={{ id: "prj_a", npc_units: 20_000 } as never} />
    </Studio>,
  );
  await user.clear(field());
  await user.click(screen.getByRole("button", { name: "Save the limit" }));
  expect(sent).toEqual([20_000, null]);
});
