import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { reportReachable } from "./frame/api/online.ts";
import { dismissToast, shownToasts } from "./ui/toast.ts";

// React then says when something changes behind a test's back.
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

// What arrives late is transformed while a test waits for it: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 50_000 });

// A request that is still made when its test has ended is not answered: a refusal would tell the next test that it is offline.
Reflect.set(globalThis, "fetch", () => new Promise(() => undefined));

afterEach(() => {
  cleanup();
  reportReachable(true);
  for (const { id } of shownToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});
