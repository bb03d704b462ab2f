import type { Page } from "@playwright/test";
import { StripeFake } from "#tests/billing/stripe-fake.ts";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { startBeside } from "../running-product.ts";
import { test as base, expect, signIn } from "../story.ts";
import { makeWorkspace } from "../workspace.ts";

const CHECKOUT = "https://checkout.example";
const PORTAL = "https://portal.example";

interface Payments {
  readonly fake: StripeFake;
  /** A process of the product that Stripe is connected to. */
  readonly url: string;
}

const test = base.extend<object, { payments: Payments }>({
  payments: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
    async ({}, use) => {
      const fake = new StripeFake();
      fake.now = Math.floor(Date.now() / 1000);
      const { url, stop } = await startBeside({
        FABULA_STRIPE_SECRET_KEY: fake.secretKey,
        FABULA_STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
        FABULA_STRIPE_API: await fake.listen(),
      });
      await use({ fake, url });
      await stop();
      await fake.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ payments }, use) => use(payments.url),
});
test.use({ isSignedIn: false, mayAsk: [CHECKOUT, PORTAL] });

async function looksAtBoth(page: Page): Promise<void> {
  for (const colorScheme of THEMES_OF_STATES) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
}

test("pays for a plan at the checkout, sees it confirmed and invoiced, and what a failed payment means", async ({
  page,
  payments: { fake, url },
}) => {
  await signIn(page, (await makeWorkspace("free")).owner);
  await page.waitForURL((address) => address.pathname === "/");
  /** Returns the form of the request that opened the checkout. */
  const session = () => fake.requests.findLast(({ path }) => path === "/v1/checkout/sessions")?.form;
  const deliver = async () => {
    fake.now = Math.floor(Date.now() / 1000);
    // The newest first: nothing may depend on their order.
    for (const notice of fake.notices.splice(0).reverse()) {
      const { body, headers } = fake.signed(notice);
      const answer = await page.request.post(`${url}/hooks/payments`, { headers, data: Buffer.from(body) });
      expect(answer.status()).toBe(200);
    }
  };
  await page.route(`${CHECKOUT}/**`, (route) => {
    const [back, done] = ["cancel_url", "success_url"].map((name) => session()?.get(name));
    const body = `<title>Checkout</title><a href="${back}">Back</a> <a href="${done}">Pay</a>`;
    return route.fulfill({ contentType: "text/html", body });
  });
  await page.route(`${PORTAL}/**`, (route) => {
    const back = fake.requests.findLast(({ path }) => path === "/v1/billing_portal/sessions")?.form.get("return_url");
    return route.fulfill({ contentType: "text/html", body: `<title>Portal</title><a href="${back}">Back</a>` });
  });

  await page.goto("/usage");
  const plan = page.getByRole("region", { name: "Plan", exact: true });
  const dialog = page.getByRole("dialog", { name: "Change the plan" });
  const choose = async (name: RegExp, action: string) => {
    await plan.getByRole("button", { name: "Change the plan" }).click();
    await dialog.getByRole("radio", { name }).check();
    await dialog.getByRole("button", { name: action }).click();
  };

  // Whoever leaves the checkout has paid nothing, and is told so.
  await choose(/^Studio/, "Pay for Studio…");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("Nothing was paid")).toBeVisible();
  await expect(plan.getByText("Costs nothing")).toBeVisible();
  await looksAtBoth(page);

  // Whoever pays is told what is waited for, until the provider has told of it.
  await choose(/^Studio/, "Pay for Studio…");
  await page.getByRole("link", { name: "Pay" }).click();
  const customer = session()?.get("customer") ?? "";
  await expect(page.getByRole("alert").filter({ hasText: "The payment is being confirmed" })).toBeVisible();
  await expect(plan.getByText("Costs nothing")).toBeVisible();
  await looksAtBoth(page);
  const subscription = fake.pay(customer, "studio");
  fake.settle(fake.invoices.at(-1) ?? "", "paid");
  await deliver();
  await expect(plan.getByText("$49 a month, renews")).toBeVisible();
  await expect(page.getByText("Payment received. The plan is Studio.")).toBeVisible();
  await expect(page.getByText("The payment is being confirmed")).toHaveCount(0);
  expect(new URL(page.url()).searchParams.has("checkout")).toBe(false);
  const invoice = plan.getByRole("grid", { name: "Invoices" }).getByRole("row").nth(1);
  await expect(invoice).toContainText("$49");
  await expect(invoice).toContainText("Paid");
  await expect(invoice.getByRole("link")).toHaveAttribute("href", /^https:\/\/invoice\.example\//);
  await expect(invoice.getByRole("button")).toHaveCount(0);

  // A node that is declined changes nothing, and is said where the plan is chosen.
  fake.faults.push({ status: 402, type: "card_error", code: "card_declined", when: "before", method: "POST" });
  await choose(/^Scale/, "Change to Scale");
  await expect(dialog.getByText("The remaining part of the period is charged now")).toBeVisible();
  await expect(dialog.getByText(/^The payment was declined, and nothing was changed/)).toBeVisible();
  await looksAtBoth(page);
  await dialog.getByRole("button", { name: "Change to Scale" }).click();
  await expect(plan.getByText("$499 a month")).toBeVisible();

  // A later payment fails: what holds, what follows, and where to mend it.
  fake.change(subscription, "past_due");
  await deliver();
  await page.reload();
  await expect(plan.getByText("Payment failed", { exact: true })).toBeVisible();
  await expect(plan.getByText(/will be tried again/)).toBeVisible();
  await looksAtBoth(page);
  await plan.getByRole("button", { name: "Payment method…" }).click();
  await page.getByRole("link", { name: "Back" }).click();

  // What has ended is begun anew at the checkout.
  fake.change(subscription, "canceled");
  await deliver();
  await page.reload();
  await expect(plan.getByText("Costs nothing")).toBeVisible();
  await choose(/^Studio/, "Pay for Studio…");
  await expect(page).toHaveURL(new RegExp(`^${CHECKOUT}/`));
});
