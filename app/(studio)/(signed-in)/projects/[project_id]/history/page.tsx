import type { Metadata } from "next";
import { TimelineScreen } from "#components/screens/timeline/timeline-screen.tsx";

export const metadata: Metadata = { title: "History" };

export default function HistoryPage() {
  return <TimelineScreen />;
}
