import { z } from "zod";
import { CHECKS } from "./battery.ts";
import { GRADES, RESULTS } from "./report.ts";

/** The report of a check on the wire. */
export const WebhookCheck = z
  .object({
    grade: z.enum(GRADES).meta({
      description:
        "`A`: all is well. `B`: something could be better. `C`: something should be put right. `D`: it takes messages that anyone can forge. `F`: it does not take a message that is signed correctly.",
    }),
    summary: z.string().meta({ description: "The grade in a sentence." }),
    checked_at: z.iso.datetime().meta({ description: "When the first message was sent." }),
    findings: z
      .array(
        z
          .object({
            check: z.enum(CHECKS).meta({ description: "Description of the check." }),
            result: z
              .enum(RESULTS)
              .meta({ description: "`skipped`: the first message was not taken, so this was not sent." }),
            sent: z.string().meta({ description: "The message, in words." }),
            expected: z.string().meta({ description: "Expected behaviour of the receiver." }),
            came: z
              .string()
              .nullable()
              .meta({ description: "Observed behaviour of the receiver; null when nothing was sent." }),
            advice: z.string().nullable().meta({ description: "Remedy; null when none is needed." }),
            status: z.int().nullable().meta({ description: "The last HTTP status; null without an answer." }),
            took_ms: z.int().nullable().meta({ description: "The longest of the answers." }),
          })
          .meta({ id: "WebhookFinding" }),
      )
      .meta({ description: "Findings, in the order of the checks." }),
  })
  .meta({ id: "WebhookCheck" });
