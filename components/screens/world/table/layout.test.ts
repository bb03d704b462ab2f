import { expect, test } from "vitest";
import { addressOfView, LAYOUT_ADDRESS, savedQuery } from "./layout.ts";

test("a view is wholly in its address, and the moment and the saved view that was opened are no part of it", () => {
  const address = "?view=view_1&sort=-name&as=board&by=properties.faction&at=12&q=a%26b";
  const query = new URLSearchParams(address);
  expect(LAYOUT_ADDRESS.viewOf(query)).toEqual({ layout: "board", by: "properties.faction", saved: "view_1" });
  const saved = savedQuery(query);
  expect(saved).toBe("as=board&by=properties.faction&q=a%26b&sort=-name");
  expect(savedQuery(new URLSearchParams(addressOfView({ id: "view_2", query: saved })))).toBe(saved);
  expect(LAYOUT_ADDRESS.addressOf({ layout: "table", by: null, saved: null }, address)).toBe(
    "?sort=-name&at=12&q=a%26b",
  );
  expect(LAYOUT_ADDRESS.viewOf(new URLSearchParams("as=cube")).layout).toBe("table");
});
