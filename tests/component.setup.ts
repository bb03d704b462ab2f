import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// React then says when something changes behind a test's back.
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});
