import type { Metadata } from "next";
import { TimelineScreen } from "#components/screens/timeline/timeline-screen.tsx";

export const metadata: Metadata = { title: "Timeline" };

export default function TimelinePage() {
  return <TimelineScreen />;
}
