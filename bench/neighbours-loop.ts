// A plain busy loop in a process of its own, which stands for work of others on the machine: computes for the share of the time that
// its argument names, until whoever started it is gone.
const SLICE_MS = 20;
const share = Math.min(1, Number(process.argv[2] ?? 1));

function spin(): void {
  const from = performance.now();
  while (performance.now() - from < SLICE_MS * share);
  setTimeout(spin, SLICE_MS * (1 - share));
}
process.on("disconnect", () => process.exit(0));
spin();
