import type { Metadata } from "next";
import { FeedbackScreen } from "#components/screens/feedback/feedback-screen.tsx";

export const metadata: Metadata = { title: "Feedback" };

export default function FeedbackPage() {
  return <FeedbackScreen />;
}
