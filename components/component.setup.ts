import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { reportReachable } from "./frame/api/online.ts";
import { dismissToast, shownToasts } from "./ui/toast.ts";

// React then says when something changes behind a test's back.
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

// What arrives late is transformed while a test waits for it: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 50_000 });

// A request that is still made when its test has ended is not answered: a refusal would tell the next test that it is offline.
Reflect.set(globalThis, "fetch", () => new Promise(() => undefined));

// Browsers have it, and write what it is given to their console.
Reflect.set(globalThis, "reportError", () => undefined);

// Browsers show and hide the box of a tooltip above the page; a document without layout has nothing above it.
for (const name of ["showPopover", "hidePopover"]) Reflect.set(HTMLElement.prototype, name, () => undefined);

// The window is gone after the last test of a file: a timer of a component that ends later would fail another file.
const startTimer = globalThis.setTimeout;
const started = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = Object.assign((...timer: Parameters<typeof setTimeout>) => {
  const id = startTimer(...timer);
  started.add(id);
  return id;
}, startTimer);
afterAll(() => {
  globalThis.setTimeout = startTimer;
  for (const id of started) clearTimeout(id);
});

afterEach(() => {
  cleanup();
  reportReachable(true);
  for (const { id } of shownToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});
