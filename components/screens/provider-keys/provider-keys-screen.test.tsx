import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { PasteKeyDialog } from "./paste-key-dialog.tsx";
import { ProviderKeyPanel } from "./provider-key-panel.tsx";
import type { ProviderKey } from "./provider-key-queries.ts";
import { adviceOf, sayCost, sayUse, standingOf } from "./provider-key-words.ts";

const OWNER = "owner";
const KEY = "sk-pasted-4f1c0a9d2e7b3658";

const STORED = {
  id: "byok_1",
  project_id: "prj_1",
  provider: "openai_compatible",
  label: "Writers",
  base_url: null,
  models: { text: null, image: null, speech: null },
  monthly_token_budget: null,
  prices: null,
  token_counts: "reported",
  disabled: false,
  status: "unverified",
  has_key: true,
  usable_models: [],
  model: null,
  last_error: null,
  last_used_at: null,
  used_this_month: 0,
  cost_this_month: null,
} as unknown as ProviderKey;
const WORKS: ProviderKey = {
  ...STORED,
  status: "active",
  usable_models: ["tale-2", "tale-1"],
  model: "tale-2",
  used_this_month: 50,
};

let queries: QueryClient | null = null;
function Cache() {
  queries = useQueryClient();
  return null;
}

function show(replaced: ProviderKey | null, answers: Answers) {
  answerWith(answers);
  render(
    <Studio role={OWNER}>
      <Cache />
      <PasteKeyDialog replaced={replaced} onClose={() => {}} />
    </Studio>,
  );
}

test("a key that is pasted is stored and tried at once, and is nowhere afterwards", async () => {
  const create = vi.fn<(input: unknown) => ProviderKey>(() => STORED);
  const update = vi.fn<(input: unknown) => ProviderKey>(() => WORKS);
  show(null, { "byok.create": create, "byok.verify": () => WORKS, "byok.update": update });
  const user = userEvent.setup();
  const field = screen.getByLabelText("Key") as HTMLInputElement;
  await user.click(field);
  await user.paste(KEY);
  await screen.findByText("2 models can be used with it.");
  expect(create.mock.calls[0]?.[0]).toMatchObject({ provider: "openai_compatible", key: KEY, base_url: null });
  expect(field.value).toBe("");
  expect(document.body.innerHTML).not.toContain(KEY);
  const cached = [...(queries?.getQueryCache().getAll() ?? []), ...(queries?.getMutationCache().getAll() ?? [])];
  expect(JSON.stringify(cached.map(({ state }) => state))).not.toContain(KEY);
  await user.selectOptions(screen.getByLabelText("Writes with"), "tale-1");
  expect(update.mock.calls[0]?.[0]).toMatchObject({ byok_id: "byok_1", models: { text: "tale-1" } });
});

test("a key that is refused can be followed by another, which takes its place", async () => {
  const refused: ProviderKey = { ...STORED, status: "invalid", last_error: "The provider refuses the key (401)." };
  const rotate = vi.fn<(input: unknown) => ProviderKey>(() => STORED);
  let tries = 0;
  show(null, {
    "byok.create": () => STORED,
    "byok.rotate": rotate,
    "byok.verify": () => (tries++ === 0 ? refused : WORKS),
  });
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Key"));
  await user.paste(KEY);
  await screen.findByText("The provider refuses this key. Replace it with a new one.");
  await user.type(screen.getByLabelText("Key"), `${KEY}-2`);
  await user.click(screen.getByRole("button", { name: "Try another key" }));
  await screen.findByText("2 models can be used with it.");
  expect(rotate.mock.calls[0]?.[0]).toMatchObject({ byok_id: "byok_1", key: `${KEY}-2` });
});

test("a panel says how its key stands, and money only with prices", () => {
  answerWith({});
  render(
    <Studio role={OWNER}>
      <ProviderKeyPanel providerKey={WORKS} onClose={() => {}} />
    </Studio>,
  );
  const panel = within(screen.getByRole("region", { name: "Writers" }));
  panel.getByText("Works");
  panel.getByText("50 tokens this month, no limit");
  panel.getByRole("button", { name: "Revoke" });
});

test("says statuses, use and cost in plain words", () => {
  expect(standingOf({ ...WORKS, status: "quota_exhausted" })).toEqual({ word: "No credit left", tone: "bad" });
  expect(standingOf({ ...WORKS, status: "disabled", has_key: false }).word).toBe("Key missing");
  expect(standingOf({ ...WORKS, status: "disabled" }).word).toBe("Off");
  expect(adviceOf({ ...WORKS, status: "rate_limited" })).toMatch(/continues automatically/);
  expect(adviceOf(WORKS)).toBeNull();
  expect(sayUse({ ...WORKS, monthly_token_budget: 500_000 })).toBe("50 of 500,000 tokens this month");
  expect(sayCost(WORKS)).toBeNull();
  const priced = { currency: "EUR", models: [] };
  expect(sayCost({ ...WORKS, prices: priced })).toBeNull();
  expect(sayCost({ ...WORKS, prices: priced, cost_this_month: 0.25 })).toBe("€0.25");
});
