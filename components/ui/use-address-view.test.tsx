import { act, render, screen } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { useState } from "react";
import { expect, test } from "vitest";
import { type AddressForm, useAddressView } from "./use-address-view.ts";

interface View {
  readonly place: string;
}

const FORM: AddressForm<View> = {
  viewOf: (query) => ({ place: query.get("place") ?? "none" }),
  addressOf: ({ place }) => `?place=${place}`,
  isStep: () => true,
};

let show: (change: Partial<View>) => void;
let tell: (query: string) => void;

function Place() {
  const { view, show: change } = useAddressView(FORM);
  show = change;
  return <output>{view.place}</output>;
}

/** A router that tells of an address when the test says so. */
function Router() {
  const [query, setQuery] = useState("");
  tell = setQuery;
  return (
    <SearchParamsContext value={new URLSearchParams(query)}>
      <Place />
    </SearchParamsContext>
  );
}

const shown = () => screen.getByRole("status").textContent;

test("what the router tells late of addresses that were left, one of them twice, changes nothing", () => {
  render(<Router />);
  for (const place of ["quay", "pier", "quay", "tower"]) act(() => show({ place }));
  for (const place of ["quay", "pier", "quay", "tower"]) {
    act(() => tell(`place=${place}`));
    expect(shown()).toBe("tower");
  }
});

test("a link that leads elsewhere is followed, also to what was shown here last, after Back", () => {
  render(<Router />);
  act(() => show({ place: "quay" }));
  act(() => tell("place=quay"));
  const follow = (place: string) =>
    act(() => {
      window.history.pushState(null, "", `?place=${place}`);
      tell(`place=${place}`);
    });
  follow("pier");
  expect(shown()).toBe("pier");
  act(() => show({ place: "tower" }));
  act(() => {
    window.history.replaceState(null, "", "?place=pier");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(shown()).toBe("pier");
  follow("tower");
  expect(shown()).toBe("tower");
});
