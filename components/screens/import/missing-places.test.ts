import { expect, test } from "vitest";
import { missingPlaces } from "./missing-places.tsx";

test("places that rows name and nobody made are told once, other mistakes are no places", () => {
  const error = (field: string, msg: string, input: string) => ({
    loc: ["rows", 2, field],
    msg,
    type: "value_error",
    input,
  });
  const unknown = "Value error, no place has this name";
  expect(
    missingPlaces([
      { errors: [error("parent_name", unknown, "Moon ")] },
      { errors: [error("parent_name", unknown, "moon"), error("name", unknown, "Odo")] },
      { errors: [error("parent_name", "Value error, several places have this name", "Quay")] },
      { errors: [error("parent_name", unknown, "Far Side")] },
    ]),
  ).toEqual(["Moon", "Far Side"]);
});
