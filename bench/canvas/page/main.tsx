import "../../../app/globals.css";
import { createRoot } from "react-dom/client";
import { largeGraph } from "../graph.ts";

// `?which=ours|peer&nodes=2000`: the same graph, made from the same seed before the clock starts.
const query = new URLSearchParams(window.location.search);
const graph = largeGraph(Number(query.get("nodes") ?? 2_000), undefined, 7);
const { show } = query.get("which") === "peer" ? await import("./peer.tsx") : await import("./ours.tsx");
const root = createRoot(document.getElementById("root") as HTMLElement);
performance.mark("data");
root.render(show(graph));
