import { describe, expect, it } from "vitest";
import type { Operation } from "../operation/operation.ts";
import { listOperations } from "../operations.ts";
import { Routes } from "./routes.ts";

function routesOf(...lines: string[]): Routes {
  return new Routes(
    lines.map((line) => {
      const [method, path] = line.split(" ");
      return { method, path } as Operation;
    }),
  );
}

function found(routes: Routes, method: string, path: string): string {
  const route = routes.find(method, path);
  if (route.found === "operation")
    return `${route.operation.method} ${route.operation.path} ${JSON.stringify(route.params)}`;
  return route.found === "path" ? route.methods.join(" ") : "nothing";
}

describe("routes", () => {
  const routes = routesOf(
    "GET /v1/p/{p}/e/{e}",
    "PATCH /v1/p/{p}/e/{e}",
    "POST /v1/p/{p}/e/batch",
    "POST /v1/p/{p}/e/{e}",
    "GET /v1/p",
  );

  it("prefers a literal to a parameter, whatever order they were declared in", () => {
    expect(found(routes, "POST", "/v1/p/1/e/batch")).toBe('POST /v1/p/{p}/e/batch {"p":"1"}');
    expect(found(routes, "POST", "/v1/p/1/e/2")).toBe('POST /v1/p/{p}/e/{e} {"p":"1","e":"2"}');
    expect(found(routes, "GET", "/v1/p/1/e/batch")).toBe('GET /v1/p/{p}/e/{e} {"p":"1","e":"batch"}');
  });

  it("names the methods of a path that lacks this one", () => {
    expect(found(routes, "DELETE", "/v1/p/1/e/2")).toBe("GET HEAD POST PATCH");
    expect(found(routes, "DELETE", "/v1/p")).toBe("GET HEAD");
  });

  it("finds nothing at near misses", () => {
    for (const path of ["/v1/p/", "/v1//p", "/v1/P", "/v1/p/1", "/v1/p/1/e/", "/v1/p/1/e/2/", "/", "", "/v1/p?x"]) {
      expect(found(routes, "GET", path), path).toBe("nothing");
    }
  });

  it("decodes parameters once, and gives broken ones a value that no schema takes", () => {
    expect(found(routes, "GET", "/v1/p/a%20b/e/%2525")).toBe('GET /v1/p/{p}/e/{e} {"p":"a b","e":"%25"}');
    expect(found(routes, "GET", "/v1/p/a%2Fb/e/%ff")).toBe('GET /v1/p/{p}/e/{e} {"p":"a/b","e":"\\u0000"}');
  });

  it("leads every path of the registry to its own operation", () => {
    const operations = listOperations().map(({ operation }) => operation);
    const all = new Routes(operations);
    for (const operation of operations) {
      const route = all.find(operation.method, operation.path.replace(/\{(\w+)\}/g, "some-$1"));
      expect(
        (route.found === "operation" || route.found === "public") && route.operation === operation,
        `${operation.method} ${operation.path}`,
      ).toBe(true);
    }
  });
});
