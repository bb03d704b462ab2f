import { describe, expect, it } from "vitest";
import { readConditionJson, readEffectJson } from "./json-problems.ts";

const declared = (id: string) => (id === "var_1" ? ({ type: "integer", enum_values: [] } as const) : undefined);

describe("logic typed as JSON", () => {
  it("is read when it is an expression", () => {
    const text = '{"op":"gte","args":[{"var":"var_1"},{"lit":3}]}';
    expect(readConditionJson(text, declared)).toEqual({ value: JSON.parse(text), errors: [], warnings: [] });
  });

  it("says where it is no expression", () => {
    expect(readConditionJson('{"op":"gte","args":[{"var":""}]}', declared).errors).toContainEqual({
      at: "/args/0/var",
      message: "must be a name",
    });
    expect(readConditionJson("{", declared).errors[0]?.message).toContain("is not JSON");
  });

  it("warns of types and of what is not declared, and can be kept", () => {
    const { value, warnings } = readConditionJson('{"op":"eq","args":[{"var":"var_2"},{"lit":3}]}', declared);
    expect(value).not.toBeNull();
    expect(warnings[0]).toMatchObject({ at: "/args/0/var", message: "There is no variable var_2." });
    expect(readConditionJson('{"var":"var_1"}', declared).warnings).toHaveLength(1);
  });

  it("reads effects, guards included", () => {
    const text = '{"op":"add","target":"var_1","value":{"lit":1},"when":[{"lit":true}]}';
    expect(readEffectJson(text, declared)).toMatchObject({ value: JSON.parse(text), errors: [], warnings: [] });
    expect(readEffectJson('{"op":"explode"}', declared).errors).toMatchObject([
      { at: "/op", message: expect.stringMatching(/^is not a known effect; known are set, add,/) },
    ]);
  });
});
