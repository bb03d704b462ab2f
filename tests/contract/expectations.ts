import { expect } from "vitest";
import { PROBLEMS, type ProblemCode, VALIDATION } from "#server/kernel/problem-catalogue.ts";
import type { Answer, TestApi } from "#tests/support/api.ts";

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** One entry of a 422's `detail`. */
export interface Item {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** The answer is this error, with every field of an error object present. */
export function expectProblem(
  api: TestApi,
  answer: Pick<Answer<unknown>, "status" | "headers" | "body">,
  code: ProblemCode,
): void {
  const { status, error } = PROBLEMS[code];
  expect([answer.status, answer.body]).toEqual([
    status,
    {
      error,
      code,
      request_id: answer.headers.get("x-request-id"),
      detail: expect.toSatisfy(
        (detail: unknown) => detail === null || (typeof detail === "object" && !Array.isArray(detail)),
      ),
      message: expect.stringMatching(/\S/),
      doc_url: `${api.services.publicUrl}/docs/errors/${code}`,
      feedback_id: null,
    },
  ]);
  expect(answer.headers.get("x-request-id")).toMatch(UUID);
  if (status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm=/);
}

/** The answer is a failed validation: the list of its mistakes beside the other fields of an error object; its items. */
export function expectInvalid(answer: Pick<Answer<unknown>, "status" | "body">, about?: string): Item[] {
  expect([answer.status, answer.status === 422 ? "" : answer.body], about).toEqual([422, ""]);
  const { detail, ...others } = answer.body as { detail: Item[] };
  expect(others, about).toEqual({
    error: VALIDATION.error,
    code: VALIDATION.code,
    request_id: expect.stringMatching(UUID),
    message: VALIDATION.message,
    doc_url: expect.stringMatching(/\/docs\/errors\/validation_error$/),
    feedback_id: null,
  });
  expect(detail.length, about).toBeGreaterThan(0);
  for (const { type, loc, msg, input: _, ctx, ...unknown } of detail) {
    expect(unknown, about).toEqual({});
    expect(
      [type, msg].every((text) => typeof text === "string" && text !== ""),
      about,
    ).toBe(true);
    expect(["body", "query", "path", "header"], about).toContain(loc[0]);
    expect(
      loc.every((step) => typeof step === "string" || Number.isInteger(step)),
      about,
    ).toBe(true);
    expect(ctx === undefined || (typeof ctx === "object" && ctx !== null), about).toBe(true);
  }
  return detail;
}

/** The answer is a failed validation with an item of this type at this place. */
export function expectInvalidAt(
  answer: Pick<Answer<unknown>, "status" | "body">,
  loc: (string | number)[],
  type?: string,
): void {
  const found = expectInvalid(answer, `${type ?? "a mistake"} at ${loc.join(".")}`);
  expect(found).toContainEqual(expect.objectContaining(type === undefined ? { loc } : { loc, type }));
}

/** An error without what differs from request to request. */
export function withoutRequestId(body: unknown): unknown {
  return typeof body === "object" && body !== null ? { ...body, request_id: null } : body;
}
