import type { Metadata } from "next";
import { StyleWordsScreen } from "#components/screens/style-words/style-words-screen.tsx";

export const metadata: Metadata = { title: "Style words" };

export default function StyleWordsPage() {
  return <StyleWordsScreen />;
}
