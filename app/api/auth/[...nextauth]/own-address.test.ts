import { expect, test } from "vitest";
import { toOwnAddress } from "./own-address.ts";

const redirect = (location: string) => {
  const headers = new Headers({ location });
  headers.append("set-cookie", "a=1");
  headers.append("set-cookie", "b=2");
  return new Response(null, { status: 302, headers });
};

test("a redirect keeps its path and query, and loses its origin", () => {
  const response = toOwnAddress(redirect("http://127.0.0.1:3000/sign-in?error=CredentialsSignin"));
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/sign-in?error=CredentialsSignin");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("the way to the sign-in page is one step, and says why", () => {
  const to = (location: string) => toOwnAddress(redirect(location)).headers.get("location");
  expect(to("http://localhost:3000/api/auth/error?error=CredentialsSignin&provider=credentials")).toBe(
    "/sign-in?error=CredentialsSignin",
  );
  expect(to("http://localhost:3000/api/auth/signin?csrf=true")).toBe("/sign-in?error=expired");
  expect(to("http://localhost:3000/api/auth/signin")).toBe("/sign-in");
});

test("a redirect to another site becomes one to ourselves", () => {
  expect(toOwnAddress(redirect("https://elsewhere.example/x?y=1")).headers.get("location")).toBe("/x?y=1");
  expect(toOwnAddress(redirect("//elsewhere.example/x")).headers.get("location")).toBe("/x");
  for (const path of ["/x/..//evil.example", "/.//evil.example", "/x/../\\evil.example", "/x/..//\\/evil.example"]) {
    const location = toOwnAddress(redirect(`http://127.0.0.1:3000${path}`)).headers.get("location") ?? "";
    expect(new URL(location, "http://127.0.0.1:3000").href).toBe("http://127.0.0.1:3000/evil.example");
  }
});

test("other answers pass unchanged", () => {
  const response = Response.json({ url: "http://127.0.0.1:3000/" });
  expect(toOwnAddress(response)).toBe(response);
});
