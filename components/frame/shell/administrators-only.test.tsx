import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { AdministratorsOnly } from "./administrators-only.tsx";

test("whoever may not see a page is told what is there and who can help, and not of others", async () => {
  const member = { member: true };
  answerWith({
    "workspace.people": () => ({
      people: [
        { id: "usr_1", name: "Ana", role: "admin", ...member },
        { id: "usr_2", name: "Ben", role: "designer", ...member },
        { id: "usr_3", name: "Mara", role: "owner", ...member },
        { id: "usr_4", name: "Who left", role: null, member: false },
      ],
      keys: [],
    }),
  });
  render(
    <Studio>
      <AdministratorsOnly what="API keys">What a key is.</AdministratorsOnly>
    </Studio>,
  );
  screen.getByText("What a key is.");
  const helpers = within(await screen.findByRole("region", { name: "Who can help you" }));
  expect(helpers.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Ana · Admin",
    "Mara · Owner",
  ]);
});
