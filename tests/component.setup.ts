import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// React then says when something changes behind a test's back.
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

// What arrives late is transformed while a test waits for it: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});
