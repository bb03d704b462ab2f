import type { Metadata } from "next";
import { Conversation } from "#components/screens/demo/conversation.tsx";
import { DemoFrame } from "#components/screens/demo/demo-frame.tsx";
import { WrittenAnswers } from "#components/screens/demo/written-answers.tsx";
import { answerAt, CLERK, DEMO_MESSAGES, DEMO_TEXT, MOMENTS, SUGGESTIONS } from "#server/features/demo/public.ts";

export const metadata: Metadata = { title: "Ask the harbour clerk", robots: { index: true, follow: true } };

export default function DemoPage() {
  return (
    <DemoFrame clerk={CLERK}>
      <Conversation questions={DEMO_MESSAGES} longest={DEMO_TEXT} suggestions={SUGGESTIONS} moments={MOMENTS} />
      <noscript>
        <WrittenAnswers
          moments={MOMENTS}
          asked={SUGGESTIONS.map((question) => ({
            question,
            answers: MOMENTS.map((moment) => answerAt(question, moment)),
          }))}
        />
      </noscript>
    </DemoFrame>
  );
}
