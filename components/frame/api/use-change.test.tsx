import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { useStudioClient } from "./api-provider.tsx";
import { useAttempt } from "./use-attempt.ts";

const reported = vi.fn();

beforeEach(() => {
  reported.mockClear();
  vi.stubGlobal("reportError", reported);
});

/** Shows why a change failed; `make` is the change. */
function Changing({ make }: { make: (client: ReturnType<typeof useStudioClient>) => Promise<unknown> }) {
  const client = useStudioClient();
  const { attempt, problem } = useAttempt();
  return (
    <>
      <button type="button" onClick={() => void attempt(() => make(client))}>
        Change
      </button>
      <p role="alert">{problem}</p>
    </>
  );
}

async function told(make: (client: ReturnType<typeof useStudioClient>) => Promise<unknown>): Promise<string> {
  render(
    <Studio>
      <Changing make={make} />
    </Studio>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).not.toBe(""));
  return screen.getByRole("alert").textContent ?? "";
}

test("a lost connection is called that, and not reported", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await told((client) => client.variables.delete.mutate({ project_id: "prj_1", variable_id: "var_1" }))).toBe(
    "The studio could not be reached. Try again.",
  );
  expect(reported).not.toHaveBeenCalled();
});

test("an exception before or after the request is called what it is, and reported", async () => {
  answerWith({ "variables.delete": () => ({}) });
  const said = await told(async (client) => {
    const answer = await client.variables.delete.mutate({ project_id: "prj_1", variable_id: "var_1" });
    (answer as unknown as string).trim();
  });
  expect(said).toContain("went wrong in this page, not in your connection");
  expect(reported).toHaveBeenCalledOnce();
});
