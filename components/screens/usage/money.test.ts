import { expect, test } from "vitest";
import { sayMoney } from "./money.ts";

test("a price is said in its currency, whatever its smallest unit is", () => {
  const said = [
    { amount: 4_900, currency: "usd" },
    { amount: 1_250, currency: "usd" },
    { amount: -320, currency: "eur" },
    { amount: 4_900, currency: "jpy" },
  ].map(sayMoney);
  expect(said).toEqual(["$49", "$12.50", "-€3.20", "¥4,900"]);
});
