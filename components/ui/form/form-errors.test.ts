import { describe, expect, it } from "vitest";
import { formErrors, whyNot } from "./form-errors.ts";

const invalid = (...detail: { loc: (string | number)[]; msg: string }[]) => ({
  data: { httpStatus: 422, problem: null, detail },
});
const refused = (code: string, message: string) => ({
  data: { httpStatus: 409, problem: { code, message, request_id: "r1" }, detail: null },
});
/** Error of the client of the operations where there is no answer. */
const unanswered = (cause?: Error) =>
  Object.assign(new Error("no answer", { cause }), { name: "TRPCClientError", data: undefined });
const FORM = { fields: ["name", "default", "enum_values"], codes: { name_taken: "name" } };

describe("errors of a form", () => {
  it("stand at the field their place names", () => {
    expect(
      formErrors(
        invalid(
          { loc: ["body", "name"], msg: "String should have at least 1 character" },
          { loc: ["body", "default"], msg: "Value error, the default is not a value of type integer" },
        ),
        FORM,
      ),
    ).toEqual({
      fields: {
        name: ["String should have at least 1 character."],
        default: ["The default is not a value of type integer."],
      },
      summary: [],
      requestId: null,
    });
  });

  it("say which entry of a list is wrong, counted from 1", () => {
    expect(formErrors(invalid({ loc: ["body", "enum_values", 2], msg: "too long" }), FORM).fields).toEqual({
      enum_values: ["entry 3: Too long."],
    });
  });

  it("stand at the innermost field that is shown", () => {
    const shown = { fields: ["prices", "prices/currency"] };
    const { fields } = formErrors(
      invalid(
        { loc: ["body", "prices", "currency"], msg: "odd" },
        { loc: ["body", "prices", "models", 0], msg: "odd" },
      ),
      shown,
    );
    expect(fields).toEqual({ "prices/currency": ["Odd."], prices: ["models, entry 1: Odd."] });
  });

  it("stand above the form when they belong to no field of it", () => {
    expect(
      formErrors(
        invalid({ loc: ["body", "colour"], msg: "Extra inputs are not permitted" }, { loc: [], msg: "odd" }),
        FORM,
      ),
    ).toMatchObject({ fields: {}, summary: ["colour: Extra inputs are not permitted.", "Odd."] });
  });

  it("put a refusal at the field its code is about", () => {
    expect(formErrors(refused("name_taken", "That name is taken."), FORM)).toEqual({
      fields: { name: ["That name is taken."] },
      summary: [],
      requestId: "r1",
    });
    expect(formErrors(refused("forbidden", "Not allowed."), FORM).summary).toEqual(["Not allowed."]);
  });

  it.each([
    new TypeError("Failed to fetch"),
    new TypeError("NetworkError when attempting to fetch resource."),
    new TypeError("Load failed"),
    new DOMException("The operation timed out.", "TimeoutError"),
    unanswered(new TypeError("fetch failed")),
    unanswered(new SyntaxError("Unexpected token '<'")),
    unanswered(),
  ])("say so when nothing arrived: %s", (error) => {
    expect(formErrors(error, FORM).summary[0]).toContain("could not be reached");
    expect(whyNot(error)).toContain("could not be reached");
  });

  it.each([
    new TypeError("text.trim is not a function"),
    new TypeError("it.fetch is not a function"),
    new Error("used outside ApiProvider"),
    unanswered(new TypeError("cyclic object value")),
    "a text",
    { data: undefined },
  ])("never say that nothing arrived of an exception in the page: %s", (error) => {
    const said = `${formErrors(error, FORM).summary.join(" ")} ${whyNot(error)}`;
    expect(said).not.toContain("reached");
    expect(said).toContain("went wrong in this page");
  });
});
