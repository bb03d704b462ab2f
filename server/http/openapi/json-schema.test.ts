import { describe, expect, it } from "vitest";
import { z } from "zod";
import { JsonSchemas } from "./json-schema.ts";

describe("shared schemas", () => {
  const Leaf = z.object({ size: z.number().default(1) }).meta({ id: "Leaf" });
  const Tree = z.object({ leaf: Leaf }).meta({ id: "Tree" });
  const Plain = z.object({ name: z.string() }).meta({ id: "Plain" });

  it("have one name, and two where a default makes the directions differ, also for what contains them", () => {
    const schemas = new JsonSchemas();
    schemas.add(Tree, "input");
    schemas.add(Tree, "output");
    schemas.add(Plain, "input");
    schemas.add(Plain, "output");
    expect(Object.keys(schemas.components())).toEqual(["Leaf", "LeafInput", "Plain", "Tree", "TreeInput"]);
    expect(schemas.of(Tree, "input")).toEqual({ $ref: "#/components/schemas/TreeInput" });
    expect(schemas.of(Tree, "output")).toEqual({ $ref: "#/components/schemas/Tree" });
    expect(schemas.components().TreeInput).toMatchObject({
      properties: { leaf: { $ref: "#/components/schemas/LeafInput" } },
    });
  });

  it("must have an id when they contain themselves", () => {
    type Nested = { inner: Nested[] };
    const nested: z.ZodType<Nested> = z.lazy(() => z.object({ inner: z.array(nested) }));
    expect(() => new JsonSchemas().add(z.object({ nested }), "input")).toThrow("needs an id");
  });
});
